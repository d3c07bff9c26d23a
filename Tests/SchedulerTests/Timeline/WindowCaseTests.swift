import SchedulerCivilTime
import Testing

@testable import Scheduler

/// The dated cases of the rules, each with the windows, a zone, when it is asked, and the intervals that follow.
@Suite struct WindowCaseTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let windows: [String]
    let zone: String
    let from: String
    let intervals: [String]
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(
      name: "Friday night covers Saturday 01:00 and never Friday 01:00", windows: ["fri 22:00-02:00"], zone: "UTC",
      from: "2026-11-20 00:30",
      intervals: ["2026-11-20 22:00 – 2026-11-21 02:00", "2026-11-27 22:00 – 2026-11-28 02:00"]),
    Case(
      name: "Berlin 22:00–06:00 is an hour shorter in spring", windows: ["22:00-06:00"], zone: "Europe/Berlin",
      from: "2026-03-28 12:00", intervals: ["2026-03-28 22:00 – 2026-03-29 06:00"]),
    Case(
      name: "a start in a gap is read with the offset before it", windows: ["02:30-04:00"], zone: "Europe/Berlin",
      from: "2026-03-29 00:00",
      intervals: ["2026-03-29 03:30 – 2026-03-29 04:00", "2026-03-30 02:30 – 2026-03-30 04:00"]),
    Case(
      name: "both ends in a gap move together", windows: ["02:00-02:30"], zone: "Europe/Berlin",
      from: "2026-03-29 00:00", intervals: ["2026-03-29 03:00 – 2026-03-29 03:30"]),
    Case(
      name: "what a gap leaves nothing of is skipped: 02:30–03:00", windows: ["02:30-03:00"], zone: "Europe/Berlin",
      from: "2026-03-29 00:00", intervals: ["2026-03-30 02:30 – 2026-03-30 03:00"]),
    Case(
      name: "what a gap leaves nothing of is skipped: 02:00–03:00", windows: ["02:00-03:00"], zone: "Europe/Berlin",
      from: "2026-03-29 00:00", intervals: ["2026-03-30 02:00 – 2026-03-30 03:00"]),
    Case(
      name: "Nuuk has no 23:30–24:00 on 2026-03-28", windows: ["23:30-24:00"], zone: "America/Nuuk",
      from: "2026-03-28 12:00", intervals: ["2026-03-29 23:30 – 2026-03-30 00:00"]),
    Case(
      name: "a gap at midnight moves a start past those of the next date",
      windows: ["sat 23:30-03:00", "sun 00:00-00:15"], zone: "America/Nuuk", from: "2026-03-28 22:00",
      intervals: ["2026-03-29 00:00 – 2026-03-29 00:15", "2026-03-29 00:30 – 2026-03-29 03:00"]),
    Case(
      name: "Lord Howe's gap is half an hour", windows: ["02:15-04:00"], zone: "Australia/Lord_Howe",
      from: "2026-10-04 00:00", intervals: ["2026-10-04 02:45 – 2026-10-04 04:00"]),
    Case(
      name: "Apia has no 2011-12-30", windows: ["09:00-17:00"], zone: "Pacific/Apia", from: "2011-12-29 18:00",
      intervals: ["2011-12-31 09:00 – 2011-12-31 17:00"]),
    Case(
      name: "a repeated time is its first occurrence", windows: ["01:30-03:00"], zone: "America/New_York",
      from: "2026-11-01 00:00", intervals: ["2026-11-01 01:30 – 2026-11-01 03:00"]),
    Case(
      name: "a Monday window asked about an hour after it began", windows: ["mon 09:00-09:30"], zone: "UTC",
      from: "2026-11-23 10:00", intervals: ["2026-11-30 09:00 – 2026-11-30 09:30"]),
    Case(
      name: "24:00 is the midnight at the end of the day", windows: ["18:00-24:00"], zone: "UTC",
      from: "2026-11-23 20:00",
      intervals: ["2026-11-23 18:00 – 2026-11-24 00:00"]),
    Case(
      name: "overlapping windows are one interval", windows: ["09:00-12:00", "11:00-14:00"], zone: "UTC",
      from: "2026-11-23 00:00", intervals: ["2026-11-23 09:00 – 2026-11-23 14:00"]),
    Case(
      name: "touching windows are two intervals", windows: ["09:00-12:00", "12:00-15:00"], zone: "UTC",
      from: "2026-11-23 00:00",
      intervals: ["2026-11-23 09:00 – 2026-11-23 12:00", "2026-11-23 12:00 – 2026-11-23 15:00"]),
    Case(
      name: "equal ends make 24 hours", windows: ["mon 09:00-09:00"], zone: "UTC", from: "2026-11-23 00:00",
      intervals: ["2026-11-23 09:00 – 2026-11-24 09:00"]),
    Case(
      name: "a window may last the week", windows: ["mon 09:00 - fri 17:00"], zone: "UTC", from: "2026-11-25 00:00",
      intervals: ["2026-11-23 09:00 – 2026-11-27 17:00", "2026-11-30 09:00 – 2026-12-04 17:00"]),
    Case(
      name: "equal weekdays with a later end are the same date", windows: ["mon 09:00 - mon 17:00"], zone: "UTC",
      from: "2026-11-23 00:00", intervals: ["2026-11-23 09:00 – 2026-11-23 17:00"]),
    Case(
      name: "equal weekdays with an earlier end are seven dates", windows: ["mon 09:00 - mon 08:00"], zone: "UTC",
      from: "2026-11-24 00:00",
      intervals: ["2026-11-23 09:00 – 2026-11-30 08:00", "2026-11-30 09:00 – 2026-12-07 08:00"]),
    Case(
      name: "fri 24:00 is an end", windows: ["mon 09:00 - fri 24:00"], zone: "UTC", from: "2026-11-24 00:00",
      intervals: ["2026-11-23 09:00 – 2026-11-28 00:00"]),
    Case(
      name: "a single window of seven whole dates is never cut", windows: ["wed 09:00 - wed 09:00"], zone: "UTC",
      from: "2026-11-26 00:00",
      intervals: ["2026-11-25 09:00 – 2026-12-02 09:00", "2026-12-02 09:00 – 2026-12-09 09:00"]),
    Case(
      name: "a union without end is cut at Mondays", windows: ["09:00-09:00", "08:00-10:00"], zone: "Europe/Berlin",
      from: "2026-10-22 12:00",
      intervals: ["2026-10-19 00:00 – 2026-10-26 00:00", "2026-10-26 00:00 – 2026-11-02 00:00"]),
    Case(
      name: "a union of exactly seven dates is not cut",
      windows: [
        #"{ start = "wed 09:00", end = "mon 12:00", until = 2026-11-25 }"#,
        #"{ start = "mon 09:00", end = "wed 09:00", from = 2026-11-30 }"#,
      ],
      zone: "UTC",
      from: "2026-11-25 10:00",
      intervals: ["2026-11-25 09:00 – 2026-12-02 09:00", "2026-12-07 09:00 – 2026-12-09 09:00"]),
    Case(
      name: "a union one minute longer is cut",
      windows: [
        #"{ start = "wed 09:00", end = "mon 12:00", until = 2026-11-25 }"#,
        #"{ start = "mon 09:00", end = "wed 09:01", from = 2026-11-30 }"#,
      ],
      zone: "UTC",
      from: "2026-11-25 10:00",
      intervals: ["2026-11-25 09:00 – 2026-11-30 00:00", "2026-11-30 00:00 – 2026-12-02 09:01"]),
    Case(
      name: "dates count, not hours: a minute over seven dates of which the clocks skip one is cut",
      windows: [
        #"{ start = "wed 09:00", end = "mon 12:00", until = 2011-12-28 }"#,
        #"{ start = "mon 09:00", end = "wed 09:01", from = 2012-01-02 }"#,
      ],
      zone: "Pacific/Apia",
      from: "2011-12-28 10:00",
      intervals: ["2011-12-28 09:00 – 2012-01-02 00:00", "2012-01-02 00:00 – 2012-01-04 09:01"]),
    Case(
      name: "where Monday 00:00 is in a gap the cut is after the gap", windows: ["09:00-09:00", "08:00-10:00"],
      zone: "Asia/Tehran", from: "2021-03-17 12:00",
      intervals: ["2021-03-15 00:00 – 2021-03-22 01:00", "2021-03-22 01:00 – 2021-03-29 00:00"]),
    Case(
      name: "a wrapped range of days", windows: ["fri-mon 09:00-10:00"], zone: "UTC", from: "2026-11-22 12:00",
      intervals: ["2026-11-23 09:00 – 2026-11-23 10:00", "2026-11-27 09:00 – 2026-11-27 10:00"]),
    Case(
      name: "skip looks at the start date only", windows: [#"{ start = "22:00", end = "06:00", skip = ["c"] }"#],
      zone: "UTC",
      from: "2026-11-25 12:00",
      intervals: ["2026-11-25 22:00 – 2026-11-26 06:00", "2026-11-27 22:00 – 2026-11-28 06:00"]),
    Case(
      name: "on lists the dates", windows: [#"{ on = ["c", 2026-12-31], start = "20:00", end = "02:00" }"#],
      zone: "UTC",
      from: "2026-11-01 00:00",
      intervals: ["2026-11-26 20:00 – 2026-11-27 02:00", "2026-12-31 20:00 – 2027-01-01 02:00"]),
    Case(
      name: "every second week counts from the week of from",
      windows: [
        #"{ days = ["sat"], every = 2, from = 2026-09-05, until = 2026-10-01, start = "10:00", end = "11:00" }"#
      ],
      zone: "UTC", from: "2026-09-01 00:00",
      intervals: ["2026-09-05 10:00 – 2026-09-05 11:00", "2026-09-19 10:00 – 2026-09-19 11:00"]),
    Case(
      name: "the week of from begins on Monday, whatever day from is",
      windows: [#"{ days = ["mon", "sun"], every = 2, from = 2026-09-03, start = "10:00", end = "11:00" }"#],
      zone: "UTC",
      from: "2026-09-01 00:00",
      intervals: ["2026-09-06 10:00 – 2026-09-06 11:00", "2026-09-14 10:00 – 2026-09-14 11:00"]),
    Case(
      name: "from far ahead is jumped to", windows: [#"{ from = 2400-02-29, start = "10:00", end = "11:00" }"#],
      zone: "Europe/Berlin",
      from: "2026-09-01 00:00", intervals: ["2400-02-29 10:00 – 2400-02-29 11:00"]),
    Case(
      name: "a window that is over never comes again",
      windows: [#"{ until = 2025-01-01, start = "10:00", end = "11:00" }"#],
      zone: "UTC", from: "2026-09-01 00:00", intervals: []),
    Case(
      name: "the last interval there can be", windows: ["22:00-06:00"], zone: "UTC", from: "9999-12-30 12:00",
      intervals: ["9999-12-30 22:00 – 9999-12-31 06:00"]),
  ]

  @Test(arguments: cases)
  func `each window case has the intervals that it states`(_ example: Case) throws {
    let timeline = try timeline(example.windows, in: example.zone)
    let count = example.intervals.count
    #expect(try timeline.listing(from: example.from, count: max(count, 1)) == example.intervals)
  }

  @Test(arguments: [
    ("2054-09-01", ["2026-09-01 10:00 – 2026-09-01 11:00", "2054-09-02 10:00 – 2054-09-02 11:00"]),
    ("2054-09-02", ["2026-09-01 10:00 – 2026-09-01 11:00"]),
  ])
  func `the search for the next start ends 28 years after the last start`(lastSkipped: String, intervals: [String])
    throws
  {
    let timeline = try daily10To11(skippedFrom: "2026-09-02", until: lastSkipped)
    #expect(try timeline.listing(from: "2026-09-01 00:00", count: 2) == intervals)
  }

  @Test(arguments: [
    ("2026-11-23 08:59:59", false), ("2026-11-23 09:00:00", true), ("2026-11-23 16:59:59", true),
    ("2026-11-23 17:00:00", false), ("2026-11-22 10:00", false),
  ])
  func `a Monday to Friday window from 09:00 to 17:00 includes its start and excludes its end`(
    at text: String, isActive: Bool
  )
    throws
  {
    let timeline = try timeline(["mon-fri 09:00-17:00"], in: "Europe/Berlin")
    #expect(timeline.isActive(at: try instant(text, timeline.zone)) == isActive)
  }

  @Test(arguments: [("2026-03-28", 7), ("2026-03-29", 8), ("2026-10-24", 9), ("2026-10-25", 8)])
  func `a night window in Berlin lasts for the hours that really elapse`(date: String, hours: Int64) throws {
    let timeline = try timeline(["22:00-06:00"], in: "Europe/Berlin")
    let interval = try #require(timeline.next(after: instant("\(date) 12:00", timeline.zone)))
    #expect(interval.lengthSeconds == hours * 3600)
  }

  @Test(arguments: [
    ("2026-03-28", "2026-03-29 03:30"), ("2026-10-24", "2026-10-25 02:30"), ("2026-11-23", "2026-11-24 02:30"),
  ])
  func `an overnight window that ends in a gap ends an hour later, in a repeated hour at the first pass`(
    date: String, end: String
  ) throws {
    let timeline = try timeline(["22:00-02:30"], in: "Europe/Berlin")
    #expect(try timeline.listing(from: "\(date) 12:00", count: 1) == ["\(date) 22:00 – \(end)"])
    let interval = try #require(timeline.next(after: instant("\(date) 12:00", timeline.zone)))
    #expect(interval.lengthSeconds == 16_200, "an hour more would be the second 02:30")
  }

  @Test func `the last second of a window that ends at 24:00 is in it`() throws {
    let timeline = try timeline(["18:00-24:00"], in: "UTC")
    #expect(timeline.isActive(at: try instant("2026-11-23 23:59:59", timeline.zone)))
    #expect(!timeline.isActive(at: try instant("2026-11-24 00:00:00", timeline.zone)))
  }

  @Test(arguments: [("2054-08-31", "2054-09-01 10:00 – 2054-09-01 11:00"), ("2054-09-30", nil)])
  func `the search for the next start reaches 28 years ahead over skipped dates`(lastSkipped: String, next: String?)
    throws
  {
    let timeline = try daily10To11(skippedFrom: "2020-01-01", until: lastSkipped)
    #expect(try timeline.listing(from: "2026-09-04 12:00", count: 1) == [next].compactMap { $0 })
  }

  /// 10:00 to 11:00 on every date but those of one stretch.
  private func daily10To11(skippedFrom first: String, until last: String) throws -> ProfileTimeline {
    let configuration = try configuration(
      """
      timezone = "UTC"
      [calendar.long]
      ranges = [{ from = \(first), to = \(last) }]
      [profile.p]
      window = [{ start = "10:00", end = "11:00", skip = ["long"] }]

      """)
    return configuration.timeline(of: configuration.profiles[0])
  }
}
