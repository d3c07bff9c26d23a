import SchedulerCivilTime
import Testing

@testable import Scheduler

/// Times as people type them; the present is Monday 2026-11-23 10:30 in Berlin.
@Suite struct TimeExpressionTests {
  private func instant(_ text: String) throws -> String {
    let zone = try zone("Europe/Berlin")
    let now = try #require(Instant(rfc3339: "2026-11-23T10:30:00+01:00"))
    return try TimeExpression.instant(text, now: now, zone: zone).rfc3339(in: zone)
  }

  @Test(arguments: [
    ("now", "2026-11-23T10:30:00+01:00"), ("+90m", "2026-11-23T12:00:00+01:00"), ("-1d", "2026-11-22T10:30:00+01:00"),
    ("2026-11-23 09:00", "2026-11-23T09:00:00+01:00"), ("2026-11-23T09:00", "2026-11-23T09:00:00+01:00"),
    ("2026-07-01 9:00:30", "2026-07-01T09:00:30+02:00"), ("2026-12-24", "2026-12-24T00:00:00+01:00"),
    ("09:00", "2026-11-23T09:00:00+01:00"), ("9:00", "2026-11-23T09:00:00+01:00"),
    ("24:00", "2026-11-24T00:00:00+01:00"),
    ("tomorrow 9:00", "2026-11-24T09:00:00+01:00"), ("Yesterday", "2026-11-22T00:00:00+01:00"),
    ("today 23:59:59", "2026-11-23T23:59:59+01:00"), ("mon 9:00", "2026-11-23T09:00:00+01:00"),
    ("sunday", "2026-11-29T00:00:00+01:00"), ("2026-11-23T09:00:00Z", "2026-11-23T10:00:00+01:00"),
    ("2026-11-23T09:00:00-05:00", "2026-11-23T15:00:00+01:00"), ("2027-03-28 02:30", "2027-03-28T03:30:00+02:00"),
    ("2026-10-25 02:30", "2026-10-25T02:30:00+02:00"), ("  now\t", "2026-11-23T10:30:00+01:00"),
  ])
  func `a typed time resolves to the instant that the user means`(text: String, expected: String) throws {
    #expect(try instant(text) == expected)
  }

  @Test(arguments: [
    ("2026-02-30", "2026-02 has 28 days"), ("2028-02-30 09:00", "2028-02 has 29 days"),
    ("2026-04-31T09:00:00Z", "2026-04 has 30 days"), ("2026-01-00", "2026-01 has 31 days"),
    ("2026-13-01", "months go from 01 to 12"), ("0000-01-01", "years go from 0001 to 9999"),
  ])
  func `a date that does not exist gets its own error`(text: String, reason: String) {
    let error = #expect(throws: TimeExpression.Problem.self) { try instant(text) }
    #expect(error?.message == "'\(text)' is not a time: \(reason)")
  }

  @Test(arguments: [
    "", " ", "later", "25:00", "9", "9:0", "09:60", "2026-02-30", "2026-13-01", "10000-01-01", "0000-01-01",
    "2026-11-23 25:00",
    "tomorrow 9", "9:00 tomorrow", "+", "+5", "+5x", "--5m", "2026-11-23x09:00", "2026-11-23T09:00:00+99:00", "９:００",
    "24:30",
  ])
  func `the error for an invalid time expression says that the text is not a time`(text: String) throws {
    let error = #expect(throws: TimeExpression.Problem.self) { try instant(text) }
    #expect(error?.message.contains("not a time") ?? false)
  }
}
