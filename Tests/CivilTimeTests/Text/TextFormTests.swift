import SchedulerCivilTime
import Testing

@Suite struct TextFormTests {
  @Test("every seventh printed date, and each of the earliest, parses to the same date")
  func everyDate() {
    for epochDay in CivilDate.min.epochDay...CivilDate.max.epochDay where epochDay % 7 == 0 || epochDay < -719_000 {
      let date = CivilDate(epochDay: Int(epochDay))!
      if CivilDate(parsing: date.description) != date { Issue.record("\(epochDay): \(date)") }
    }
    #expect(CivilDate.min.description == "0001-01-01")
    #expect(CivilDate.max.description == "9999-12-31")
  }

  @Test("every printed time of day parses to the same time")
  func everyTime() {
    for seconds in 0...86_400 {
      let time = TimeOfDay(secondsSinceMidnight: seconds)!
      if TimeOfDay(parsing: time.description) != time { Issue.record("\(seconds): \(time)") }
    }
    #expect(TimeOfDay(hour: 9, minute: 0)?.description == "09:00")
    #expect(TimeOfDay(hour: 9, minute: 0, second: 30)?.description == "09:00:30")
    #expect(TimeOfDay.endOfDay.description == "24:00")
    #expect(TimeOfDay(parsing: "09:00:00")?.description == "09:00")
  }

  @Test("every printed UTC offset parses to the same offset")
  func everyOffset() {
    for seconds in UTCOffset.validSeconds {
      let offset = UTCOffset(seconds: seconds)
      if UTCOffset(parsing: offset.description) != offset { Issue.record("\(seconds): \(offset)") }
    }
    #expect(UTCOffset.zero.description == "+00:00")
    #expect(UTCOffset(seconds: 3600).description == "+01:00")
    #expect(UTCOffset(seconds: 3208).description == "+00:53:28")
    #expect(UTCOffset(seconds: -12_600).description == "-03:30")
  }

  @Test(
    "what is no date is none",
    arguments: [
      "", "2026", "2026-11", "2026-11-2", "2026-11-233", "26-11-23", "2026/11/23", "2026-11-31", "2026-00-10",
      "0000-01-01",
      "+2026-11-23", " 2026-11-23", "2026-11-23 ", "２０２６-11-23", "2026-1a-23", "10000-01-01",
    ])
  func noDate(_ text: String) {
    #expect(CivilDate(parsing: text) == nil)
  }

  @Test(
    "what is no time is none",
    arguments: [
      "", "9:00", "09", "09:", "09:0", "09:60", "24:01", "24:00:01", "25:00", "09:00:", "09:00:60", "09:00:00.5",
      "-1:00",
      "09:00 ", "0900",
    ])
  func noTime(_ text: String) {
    #expect(TimeOfDay(parsing: text) == nil)
  }

  @Test(
    "what is no offset is none",
    arguments: [
      "", "Z", "01:00", "+1:00", "+01", "+0100", "+01:60", "+26:00", "-25:00", "+01:00:60", "+01:00:", "+01:00x",
    ])
  func noOffset(_ text: String) {
    #expect(UTCOffset(parsing: text) == nil)
  }

  @Test(
    "a civil date and time are printed as they are read",
    arguments: ["2026-11-23T09:00", "2026-11-23T09:00:30", "0001-01-01T00:00", "9999-12-31T23:59:59"])
  func civil(_ text: String) {
    #expect(CivilDateTime(parsing: text)?.description == text)
    #expect(CivilDateTime(parsing: text.replacing("T", with: " "))?.description == text)
  }

  @Test(
    "what is no civil date and time is none",
    arguments: ["2026-11-23", "2026-11-23T", "2026-11-23X09:00", "9999-12-31T24:00"])
  func noCivil(_ text: String) {
    #expect(CivilDateTime(parsing: text) == nil)
  }
}
