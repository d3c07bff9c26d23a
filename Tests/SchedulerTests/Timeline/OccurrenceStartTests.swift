import SchedulerCivilTime
import Testing

@testable import Scheduler

/// The occurrences that an interval is made of.
@Suite struct OccurrenceStartTests {
  @Test(
    arguments: [
      (["09:00-12:00"], "2026-03-28 10:00", ["2026-03-28 09:00"]),
      (["09:00-12:00", "11:00-14:00"], "2026-03-28 10:00", ["2026-03-28 09:00", "2026-03-28 11:00"]),
      (["09:00-09:00"], "2026-03-28 10:00", ["2026-03-28 09:00"]),
      // What ends at 02:45 ends at 03:45 in the night of the gap, when the next has started.
      (["03:00-02:45"], "2026-03-28 10:00", ["2026-03-28 03:00", "2026-03-29 03:00"]),
      (["02:30-06:00"], "2026-03-29 04:00", ["2026-03-29 03:30"]),
    ] as [([String], String, [String])])
  func `the starts of an interval are the starts of its occurrences`(windows: [String], time: String, starts: [String])
    throws
  {
    let timeline = try timeline(windows, in: "Europe/Berlin")
    let interval = try #require(timeline.interval(containing: instant(time, timeline.zone)))
    #expect(timeline.starts(in: interval).map(\.instant) == (try starts.map { try instant($0, timeline.zone) }))
  }
}
