import SchedulerCivilTime
import SchedulerDaemon
import Testing

@Suite struct LogEntryTests {
  @Test(arguments: [
    (LogFormat.text, "2026-11-23 00:00:00 two\nlines\n"), (.journal, "<4>two\n<4>lines\n"),
    (.json, #"{"time":"2026-11-22T23:00:00Z","priority":4,"message":"two\nlines"}"# + "\n"),
  ])
  func `a log entry is written in the form that its log format requires`(format: LogFormat, line: String) throws {
    let zone = try machineZones.rules(for: "Europe/Berlin")
    #expect(LogEntry(.warning, message: "two", details: "lines", at: VirtualDay.start, zone: zone).line(format) == line)
  }

  @Test(arguments: [
    (LogFormat.text, "2026-11-23 00:00:00 a␀␛[2J␍␊<0>b\nc␇␍\n<0>d\n"), (.journal, "<6>a␀␛[2J␍␊<0>b\n<6>c␇␍\n<6><0>d\n"),
    (.json, #"{"time":"2026-11-22T23:00:00Z","priority":6,"message":"a␀␛[2J␍␊<0>b\nc␇␍\n<0>d"}"# + "\n"),
  ])
  func `control characters in a log message neither move the cursor nor imitate another entry`(
    format: LogFormat, line: String
  )
    throws
  {
    let zone = try machineZones.rules(for: "Europe/Berlin")
    let entry = LogEntry(
      .info, message: "a\0\u{1B}[2J\r\n<0>b", details: "c\u{7}\r\n<0>d", at: VirtualDay.start, zone: zone)
    #expect(entry.line(format) == line)
  }
}
