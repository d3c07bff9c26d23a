import SchedulerCivilTime
import Testing

@testable import Scheduler

/// The small languages inside strings.
@Suite struct TextTests {
  @Test(
    arguments: [
      ("90s", 90), ("25m", 1500), ("1h30m", 5400), ("1h 30m", 5400), ("2d", 172_800), ("4w", 2_419_200),
      ("1w2d3h4m5s", 788_645), ("0s", 0), ("5300w", 3_205_440_000),
    ] as [(String, Int64)])
  func `a duration is the sum of its parts`(text: String, seconds: Int64) throws {
    #expect(try DurationText.seconds(Array(text.utf8)) == seconds)
  }

  @Test(arguments: [
    "", " ", "5", "m", "5x", "5 m", "-5m", "1.5h", "30m1h", "1h1h", "5m ", "5mm", "5301w", "99999999999999999999s",
    "1h\u{A0}5m",
    "٥m",
  ])
  func `text that is not a duration is refused`(text: String) {
    #expect(throws: TextProblem.self) { try DurationText.seconds(Array(text.utf8)) }
  }

  @Test(
    arguments: [
      (0, "0s"), (90, "1m30s"), (1500, "25m"), (5400, "1h30m"), (86_400, "1d"), (90_000, "1d1h"), (604_800, "1w"),
      (604_801, "7d1s"), (691_200, "8d"), (2_419_200, "4w"), (7_776_000, "90d"), (31_536_000, "365d"),
    ] as [(Int64, String)])
  func `a duration is written in the largest whole units`(seconds: Int64, text: String) {
    #expect(DurationText.text(seconds: seconds) == text)
  }

  @Test(arguments: [0, 1, 59, 60, 61, 3600, 5400, 86_400, 604_800, 788_645] as [Int64])
  func `a written duration parses back to the same seconds`(seconds: Int64) throws {
    #expect(try DurationText.seconds(Array(DurationText.text(seconds: seconds).utf8)) == seconds)
  }

  @Test(
    arguments: [
      ("mon-fri", 0b001_1111), ("fri-mon", 0b111_0001), ("mon,wed,fri", 0b001_0101), ("sat-sun,wed", 0b110_0100),
      ("daily", 127),
      ("Weekdays", 31), ("WEEKENDS", 96), ("Monday-TUESDAY", 3), ("sun-sun", 64), ("thu", 8),
      ("mon, wed,\t fri", 0b001_0101),
    ] as [(String, UInt8)])
  func `days are lists of days and ranges`(text: String, bits: UInt8) throws {
    #expect(try WeekdayText.days(Array(text.utf8)).rawValue == bits)
  }

  @Test(
    arguments: [
      ("1x:00", "'1x:00' is not a time", []), ("mon 1x:00", "'1x:00' is not a time", []),
      ("1", "'1' is not a time", ["write it as \"01:00\""]),
      ("9:0", "minutes and seconds have two digits, hours at most two", ["write it as \"09:00\""]),
      ("noon", "expected the 24-hour form HH:MM, found 'noon'", ["write it as \"12:00\""]),
      ("fri midnight", "expected the 24-hour form HH:MM, found 'midnight'", ["write it as \"fri 00:00\""]),
      ("5.30 p.m.", "expected the 24-hour form HH:MM, found '5.30 p.m.'", ["write it as \"17:30\""]),
      ("lunch", "'lunch' is not a time", ["write the hour and the minute, as in \"09:00\""]),
    ] as [(String, String, [String])])
  func `the error for an invalid time covers the whole word`(text: String, message: String, help: [String]) {
    let problem = #expect(throws: TextProblem.self) { try TimeText.weekdayTime(Array(text.utf8)) }
    #expect(problem?.message == message && problem?.help == help)
    if text.hasSuffix("x:00") { #expect(problem.map { $0.range.upperBound } == text.utf8.count) }
  }

  @Test(arguments: [
    "", "m", "mo", "mond", "mon-", "mon,", ",mon", "mon tue", "mon--tue", "dailyx", "mon-daily", "müntag",
  ])
  func `text that is not a day is refused`(text: String) {
    #expect(throws: TextProblem.self) { try WeekdayText.days(Array(text.utf8)) }
  }

  @Test(
    arguments: [
      ("00:00", 0), ("09:05", 32_700), ("9:05", 32_700), ("0:00:01", 1), ("23:59:59", 86_399), ("24:00", 86_400),
      ("24:00:00", 86_400),
    ] as [(String, Int32)])
  func `a time of day has two digits in each part, and its hour may have one`(text: String, seconds: Int32) throws {
    let time = try TimeText.weekdayTime(Array(text.utf8))
    #expect(time == WeekdayTime(weekday: nil, time: try #require(TimeOfDay(secondsSinceMidnight: Int(seconds)))))
  }

  @Test(arguments: [
    "", "009:00", "9:0", "09:0", "09:00:0", "0900", "24:01", "23:60", "23:00:60", "09:00:00:00", "09:00 ", " 09:00",
    "mon",
    "09-00", "09:00pm",
    "٠٩:٠٠",
  ])
  func `text that is not a time is refused`(text: String) {
    #expect(throws: TextProblem.self) { try TimeText.weekdayTime(Array(text.utf8)) }
  }

  @Test(arguments: ["mon-fri 09:00-12:30", "mon-fri  09:00 - 12:30", " mon-fri 09:00-12:30 ", "weekdays\t09:00-12:30"])
  func `blanks between the parts of a window do not matter`(text: String) throws {
    let window = try WindowText.windows(parsing: Array(text.utf8))[0]
    #expect(window.days == .weekdays)
    #expect(window.start.time == TimeOfDay(hour: 9, minute: 0))
    #expect(window.end.time == TimeOfDay(hour: 12, minute: 30))
  }

  @Test func `weekdays at both ends of a window belong to these ends`() throws {
    let window = try WindowText.windows(parsing: Array("mon 09:00 - fri 17:00".utf8))[0]
    #expect(window.days == nil)
    #expect(window.start == WeekdayTime(weekday: .monday, time: try #require(TimeOfDay(hour: 9, minute: 0))))
    #expect(window.end == WeekdayTime(weekday: .friday, time: try #require(TimeOfDay(hour: 17, minute: 0))))
  }
}

/// Window strings with several ranges, and the windows that other strings probably mean.
@Suite struct WindowStringTests {
  @Test(arguments: [
    ("mon-fri 09:00-12:00, 14:00-17:00", ["09:00-12:00", "14:00-17:00"]),
    ("mon-fri 9:00-12:00 ,14:00 - 17:00,\t18:00-2:00", ["9:00-12:00", "14:00 - 17:00", "18:00-2:00"]),
  ])
  func `each range of a string is a window on the same days`(text: String, ranges: [String]) throws {
    let windows = try WindowText.windows(parsing: Array(text.utf8))
    #expect(windows.map { String(decoding: Array(text.utf8)[$0.range], as: UTF8.self) } == ranges)
    #expect(windows.allSatisfy { $0.days == .weekdays })
  }

  @Test(arguments: [
    ("mon-fri 09:00–12:30", "mon-fri 09:00-12:30"), ("mon—fri 9:00 — 12:30", "mon-fri 9:00 - 12:30"),
    ("9am-5pm", "09:00-17:00"), ("9-12", "09:00-12:00"), ("mon-fri 9–5", "mon-fri 09:00-17:00"),
    ("22-6", "22:00-06:00"),
    ("2-5pm", "14:00-17:00"), ("9-5 p.m.", "09:00-17:00"), ("noon-midnight", "12:00-00:00"),
    ("12am - 12pm", "00:00-12:00"), ("sat 0900-1230, 14-17", "sat 09:00-12:30, 14:00-17:00"),
    ("weekends 9.30-11.00", "weekends 09:30-11:00"), ("10pm-6", "22:00-06:00"), ("11pm-2am", "23:00-02:00"),
  ])
  func `the error for a window in another form contains the window`(text: String, window: String) throws {
    let problem = #expect(throws: TextProblem.self) { try WindowText.windows(parsing: Array(text.utf8)) }
    let help = try #require(problem?.help.first)
    #expect(help.hasSuffix("\"\(window)\""))
    #expect(try !WindowText.windows(parsing: Array(window.utf8)).isEmpty)
  }

  @Test(arguments: [
    ("0 9 * * 1-5", "mon-fri 09:00-17:00"), ("30 18 * * mon,WED", "mon,wed 18:30-19:00"),
    ("*/5 9-16 * * *", "09:00-17:00"), ("0 0 1 * *", "mon-fri 09:00-17:00"), ("0 22 * * 0,6", "sun,sat 22:00-23:00"),
    ("* * * * 7", "sun 00:00-24:00"), ("0 99 * * 1", "mon-fri 09:00-17:00"), ("59 23 * * 1", "mon 23:59-24:00"),
  ])
  func `the error for a cron expression contains a window`(text: String, window: String) throws {
    let problem = #expect(throws: TextProblem.self) { try WindowText.windows(parsing: Array(text.utf8)) }
    #expect(problem?.message == "cron expressions are not windows")
    #expect(problem?.help.first?.contains("\"\(window)\"") == true)
    #expect(try !WindowText.windows(parsing: Array(window.utf8)).isEmpty)
  }

  @Test(arguments: [
    ("mon 09:00-12:00, tue 10:00-11:00", "write two strings: \"mon 09:00-12:00\", \"tue 10:00-11:00\""),
    (
      "mon,tue 9:00-12:00, 13:00-14:00, wed, thu 10:00-11:00",
      "write two strings: \"mon,tue 9:00-12:00, 13:00-14:00\", \"wed, thu 10:00-11:00\""
    ),
    ("mon 09:00 - fri 17:00, 18:00-19:00", "write two strings: \"mon 09:00 - fri 17:00\", \"mon 18:00-19:00\""),
    ("mon 09:00-10:00, 14:00 - fri 17:00", "write two strings: \"mon 09:00-10:00\", \"mon 14:00 - fri 17:00\""),
  ])
  func `several days in one string give an error with a string for each`(text: String, help: String) {
    let problem = #expect(throws: TextProblem.self) { try WindowText.windows(parsing: Array(text.utf8)) }
    #expect(problem?.help == [help])
  }
}

/// Host names; the A-labels are those of Python's punycode codec.
@Suite struct DomainTextTests {
  @Test(arguments: [
    ("reddit.com", "reddit.com"), ("Reddit.COM.", "reddit.com"), ("a_b.example", "a_b.example"),
    ("localhost", "localhost"),
    ("bücher.example", "xn--bcher-kva.example"), ("BU\u{308}CHER.example", "xn--bcher-kva.example"),
    ("straße.de", "xn--strae-oqa.de"), ("北京。cn", "xn--1lq90i.cn"), ("пример.рф", "xn--e1afmkfd.xn--p1ai"),
    ("mañana.com", "xn--maana-pta.com"), ("日本語.jp", "xn--wgv71a119e.jp"),
    ("xn--bcher-kva.example", "xn--bcher-kva.example"), ("XN--BCHER-KVA.example", "xn--bcher-kva.example"),
    ("xn--strae-oqa.de", "xn--strae-oqa.de"), ("xn--e1afmkfd.xn--p1ai", "xn--e1afmkfd.xn--p1ai"),
    ("xn--wgv71a119e.jp", "xn--wgv71a119e.jp"), ("axn--a.example", "axn--a.example"), ("xn--i-7iq.ws", "xn--i-7iq.ws"),
    // What looks like an A-label is none; numbers anywhere but at the end.
    ("r3---sn-4g5e.example", "r3---sn-4g5e.example"), ("1.2.3.de", "1.2.3.de"), ("a.b1", "a.b1"),
    ("10.0.0.1", "10.0.0.1"), ("255.255.255.255.", "255.255.255.255"),
    // A joiner behind a virama, and a non-joiner between Arabic letters.
    ("क्\u{200D}ष.com", "xn--11b2ezcw70k.com"), ("نامه\u{200C}ای.com", "xn--mgba3gch31f060k.com"),
    ("σίγμας.gr", "xn--kxaef0b5ab.gr"),
  ])
  func `a domain is kept in its ASCII form`(text: String, ascii: String) throws {
    #expect(try DomainText.domain(text).text == ascii)
  }

  @Test(arguments: [
    ("2001:db8::1", "2001:db8::1"), ("::", "::"), ("[2001:db8::1]:443", "2001:db8::1"), ("2001:db8::/32", "2001:db8::"),
    ("http://[2001:DB8::1]/x", "2001:DB8::1"), ("fe80::1%eth0", "fe80::1%eth0"), ("::ffff:10.0.0.1", "::ffff:10.0.0.1"),
    ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"),
  ])
  func `an IPv6 address is called that, and not cut`(text: String, address: String) {
    #expect {
      try DomainText.domain(text)
    } throws: { error in
      let problem = error as? TextProblem
      return problem?.message == "'\(address)' is an IPv6 address, not a domain"
        && problem?.help == ["write the name of the host"]
    }
  }

  @Test(arguments: [
    ("cafe:80", "cafe"), ("a.com:80", "a.com"), ("cafe:80:1", "cafe"), ("http://a.com:80/b:c:d", "a.com"),
  ])
  func `a name with a port is no IPv6 address`(text: String, name: String) {
    #expect {
      try DomainText.domain(text)
    } throws: { ($0 as? TextProblem)?.help.first == "write the host name alone: \"\(name)\"" }
  }

  @Test(arguments: [
    "", ".", "..", "a..b", ".a", "-a.com", "a-.com", "a b.com", "*.a.com", "http://a.com", "a.com/x", "a.com:80", "a,b",
    "❤.ws",
    "ｆｏｏ.com", "ﬁ.com", "ⅳ.com", "ℌ.com", "x².com", "𝐚.com", "ﾊﾝ.jp", "a\u{FE0F}.com", "a\u{AD}b.com",
    "a\u{200C}b.com", "a\u{200D}b.com", "\u{200C}.com", "नी\u{200D}ष.com", "ن\u{200D}ا.com", "ن\u{200C}a.com",
    "xn--.com", "xn--a.com", "xn--a-.com", "xn--foo-.com", "xn--99999999.com", "xn--jm6c.com",
    "xn--ri7csaa.com",
    "xn--ü.com", "999.1.1.1", "1.2.3", "127", "1.2.3.4.5", "256.1.1.1", "1.1.1.0001", "a.1",
    String(repeating: "a", count: 64) + ".com", String(repeating: "abcdefg.", count: 40) + "com", "a\u{0}b",
  ])
  func `text that is not a domain is refused`(text: String) {
    #expect(throws: TextProblem.self) { try DomainText.domain(text) }
  }
}
