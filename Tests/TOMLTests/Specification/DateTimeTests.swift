import Testing

@Suite("Date and time") struct DateTimeTests {
  @Test(
    "the four kinds",
    arguments: [
      Sample(
        "a = 1979-05-27T07:32:00Z\nb = 1979-05-27T00:32:00-07:00",
        "{a: offset 1979-05-27T07:32:00Z, b: offset 1979-05-27T00:32:00-07:00}"),
      Sample("a = 1979-05-27T00:32:00.999999-07:00", "{a: offset 1979-05-27T00:32:00.999999000-07:00}"),
      Sample(
        "a = 1979-05-27 07:32:00Z\nb = 1979-05-27t07:32:00z",
        "{a: offset 1979-05-27T07:32:00Z, b: offset 1979-05-27T07:32:00Z}"),
      Sample(
        "a = 1979-05-27T07:32:00\nb = 1979-05-27 00:32:00.5",
        "{a: datetime 1979-05-27T07:32:00, b: datetime 1979-05-27T00:32:00.500000000}"),
      Sample(
        "a = 1979-05-27\nb = 07:32:00\nc = 00:32:00.999999",
        "{a: date 1979-05-27, b: time 07:32:00, c: time 00:32:00.999999000}"),
      Sample("a = 1979-05-27 # 07:32:00", "{a: date 1979-05-27}"),
      Sample(
        "a = [1979-05-27, 07:32:00,1979-05-27 07:32:00 ]",
        "{a: [date 1979-05-27, time 07:32:00, datetime 1979-05-27T07:32:00]}"),
    ])
  func kinds(sample: Sample) { expectTree(sample) }

  @Test(
    "seconds may be left out",
    arguments: [
      Sample(
        "a = 07:32\nb = 1979-05-27T07:32\nc = 1979-05-27 07:32Z\nd = 1979-05-27T07:32-07:00",
        "{a: time 07:32:00, b: datetime 1979-05-27T07:32:00, c: offset 1979-05-27T07:32:00Z, d: offset 1979-05-27T07:32:00-07:00}"
      )
    ])
  func optionalSeconds(sample: Sample) { expectTree(sample) }

  @Test(
    "first and last of everything",
    arguments: [
      Sample(
        "a = 0000-01-01\nb = 9999-12-31T23:59:59.999999999Z",
        "{a: date 0000-01-01, b: offset 9999-12-31T23:59:59.999999999Z}"),
      Sample(
        "a = 0000-02-29\nb = 2000-02-29\nc = 2024-02-29", "{a: date 0000-02-29, b: date 2000-02-29, c: date 2024-02-29}"
      ),
      Sample(
        "a = 2026-01-01T00:00:00+23:59\nb = 2026-01-01T00:00:00-23:59\nc = 2026-01-01T00:00:00+00:00",
        "{a: offset 2026-01-01T00:00:00+23:59, b: offset 2026-01-01T00:00:00-23:59, c: offset 2026-01-01T00:00:00+00:00}"
      ),
      Sample("a = 00:00:00.1234567899\nb = 00:00:00.0000000009", "{a: time 00:00:00.123456789, b: time 00:00:00}"),
    ])
  func limits(sample: Sample) { expectTree(sample) }

  @Test(
    "dates and times that there are not",
    arguments: [
      Mistake("a = 2026-02-30", "impossible-date", "30"),
      Mistake("a = 2026-02-29", "impossible-date", "29"),
      Mistake("a = 1900-02-29T00:00:00Z", "impossible-date", "29"),
      Mistake("a = 2026-04-31", "impossible-date", "31"),
      Mistake("a = 2026-13-01", "impossible-date", "13"),
      Mistake("a = 2026-00-01", "impossible-date", "00"),
      Mistake("a = 2026-01-00", "impossible-date", "00"),
      Mistake("a = 2026-01-32", "impossible-date", "32"),
      Mistake("a = 24:00", "impossible-time", "24", help: "00:00:00"),
      Mistake("a = 23:60", "impossible-time", "60"),
      Mistake("a = 23:59:60", "impossible-time", "60", help: "59"),
      Mistake("a = 2026-01-01T25:00:00", "impossible-time", "25"),
      Mistake("a = 2026-01-01 00:61:00", "impossible-time", "61"),
      Mistake("a = 2026-01-01T00:00:00+24:00", "impossible-offset", "24"),
      Mistake("a = 2026-01-01T00:00:00-00:60", "impossible-offset", "60"),
    ])
  func impossible(mistake: Mistake) throws { try expectMistake(mistake) }

  @Test(
    "mistakes in the form",
    arguments: [
      Mistake("a = 2026-1-05", "malformed-date-time", "1", help: "write a = 2026-01-05"),
      Mistake("a = 26-01-05", "malformed-date-time", "26"),
      Mistake("a = 02026-01-05", "malformed-date-time", "02026"),
      Mistake("a = 2026-01-5", "malformed-date-time", "5", help: "write a = 2026-01-05"),
      Mistake("a = 2026-01", "malformed-date-time", ""),
      Mistake("a = 2026/01/05", "malformed-date-time", "/01/05", help: "write a = 2026-01-05"),
      Mistake("a = 2026-01-05T", "malformed-date-time", ""),
      Mistake("a = 2026-01-05X09:00", "malformed-date-time", "X09:00"),
      Mistake("a = 2026-01-05T9:00", "malformed-date-time", "9", help: "write a = 2026-01-05T09:00"),
      Mistake("a = 9:00", "malformed-date-time", "9", help: "write a = 09:00"),
      Mistake("a = 09:0", "malformed-date-time", "0", help: "write a = 09:00"),
      Mistake("a = 09:00:0", "malformed-date-time", "0", help: "write a = 09:00:00"),
      Mistake("a = 09:00:00.", "malformed-date-time", ""),
      Mistake("a = 09:00.5", "malformed-date-time", ".5"),
      Mistake("a = 09:00:00Z", "malformed-date-time", "Z", help: "2026-11-23T09:00:00Z"),
      Mistake("a = 09:00+01:00", "malformed-date-time", "+01:00"),
      Mistake(
        "a = 2026-01-05T09:00:00+0100", "malformed-date-time", "0100", help: "write a = 2026-01-05T09:00:00+01:00"),
      Mistake("a = 2026-01-05T09:00:00+1:00", "malformed-date-time", "1", help: "write a = 2026-01-05T09:00:00+01:00"),
      Mistake("a = 2026-01-05T09:00:00Zulu", "malformed-date-time", "ulu"),
      Mistake("a = 2026-01-05T09:00:00 Z", "trailing-text", "Z"),
      Mistake("a = 09:00-12:30", "malformed-date-time", "-12:30", help: "a = \"09:00-12:30\""),
      Mistake("a = 2026-01-05  09:00", "trailing-text", "09:00"),
    ])
  func malformed(mistake: Mistake) throws { try expectMistake(mistake) }
}
