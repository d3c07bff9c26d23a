import CivilTime
import SchedulerDaemon
import Testing

@Suite struct LogEntryTests {
  @Test(arguments: [
    (LogFormat.text, "2026-11-23 00:00:00 two\nlines\n"), (.journal, "<4>two\n<4>lines\n"),
    (.json, #"{"time":"2026-11-22T23:00:00Z","priority":4,"message":"two\nlines"}"# + "\n"),
  ])
  func `an entry is written as its format asks`(format: LogFormat, line: String) throws {
    let zone = try machineZones.rules(for: "Europe/Berlin")
    #expect(LogEntry(.warning, "two\nlines", at: VirtualDay.start, zone: zone).line(format) == line)
  }
}
