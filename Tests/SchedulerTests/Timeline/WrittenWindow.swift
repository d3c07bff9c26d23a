import SchedulerCivilTime

@testable import Scheduler

/// A window together with the ends it was made from, so that an implementation of the rules need not ask the window.
struct WrittenWindow: CustomStringConvertible {
  /// One end as it is written: `09:00`, or `mon 09:00` for a window over several days.
  struct End {
    var weekday: Weekday?
    let time: TimeOfDay
  }

  let start: End
  let end: End
  /// The stretches of dates on which it does not start; they may overlap and touch.
  var skips: [ClosedRange<CivilDate>] = [] { didSet { window.skip = DateSet(ranges: skips) } }
  var window: Window

  /// `mon 09:00 - fri 17:00`, weekly.
  init(from start: (weekday: Weekday, time: TimeOfDay), to end: (weekday: Weekday, time: TimeOfDay)) {
    self.start = End(weekday: start.weekday, time: start.time)
    self.end = End(weekday: end.weekday, time: end.time)
    window = Window(from: start.weekday, start: start.time, to: end.weekday, end: end.time)
  }

  /// `09:00-17:00` on some days.
  init(days: Window.Days, start: TimeOfDay, end: TimeOfDay) {
    self.start = End(time: start)
    self.end = End(time: end)
    window = Window(days: days, start: start, end: end)
  }

  var description: String { "\(window)" }
}
