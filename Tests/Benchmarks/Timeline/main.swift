// Prints the nanoseconds that the library takes for one interval of a few timelines, a line each: name, a tab, number.
// Run by Tests/Benchmarks/run; alone with: swift run -c release TimelineBenchmark

import Scheduler
import SchedulerCivilTime
import SchedulerPlatform

/// A timeline to walk along.
struct Subject {
  let name: String
  let windows: [Window]
}

/// How many intervals a walk passes: decades of them, in about a millisecond, so that hardly a walk is interrupted.
let intervalCount = 10_000
/// How many walks there are, of which the middle one counts.
let walkCount = 9

/// A window of times that are known to be good.
func window(_ days: WeekdaySet, _ start: (Int, Int), _ end: (Int, Int), skip: DateSet = .empty) -> Window {
  var window = Window(days: .weekdays(days), start: time(start), end: time(end))
  window.skip = skip
  return window
}

/// A time of day from its hour and minute.
func time(_ clock: (Int, Int)) -> TimeOfDay {
  guard let time = TimeOfDay(hour: clock.0, minute: clock.1) else { preconditionFailure("no such time") }
  return time
}

/// Ten days at the turn of each year, for longer than any walk.
let holidays = DateSet(
  ranges: (2026...2099).compactMap { year in
    guard let first = CivilDate(year: year, month: 12, day: 24), let last = first.adding(days: 9) else { return nil }
    return first...last
  })

let subjects = [
  Subject(name: "Mon-Fri 09:00-17:00", windows: [window(.weekdays, (9, 0), (17, 0))]),
  Subject(
    name: "the same, ten days of each year skipped", windows: [window(.weekdays, (9, 0), (17, 0), skip: holidays)]),
  Subject(name: "daily 22:00-06:00", windows: [window(.daily, (22, 0), (6, 0))]),
  Subject(
    name: "three windows, two of them overlapping",
    windows: [
      window(.weekdays, (9, 0), (12, 30)), window(.weekdays, (11, 45), (17, 0)), window(.weekends, (10, 0), (11, 0)),
    ]),
]

/// The nanoseconds an interval of a walk along the timeline. All starts and ends are summed up, so that no part can be
/// left out as useless.
@inline(never) func walk(_ timeline: ProfileTimeline, from start: Instant) -> Double {
  let clock = ContinuousClock()
  let began = clock.now
  var sum: Int64 = 0
  for interval in timeline.intervals(endingAfter: start).prefix(intervalCount) {
    sum &+= interval.start.epochSeconds &+ interval.end.epochSeconds
  }
  let time = clock.now - began
  precondition(sum != 0)
  return time / .nanoseconds(1) / Double(intervalCount)
}

let berlin = try ZoneInfoDirectory.system(.current()).rules(for: "Europe/Berlin")
/// 2026-01-01T00:00:00Z.
let start = Instant(epochSeconds: 1_767_225_600)
for subject in subjects {
  let timeline = ProfileTimeline(windows: subject.windows, zone: berlin)
  let times = (0..<walkCount).map { _ in walk(timeline, from: start) }.sorted()
  print("\(subject.name)\t\(times[walkCount / 2])")
}
