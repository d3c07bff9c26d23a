import SchedulerCivilTime
import TestSupport

@testable import Scheduler

/// Windows as people might write them, and as they would not.
enum RandomWindows {
  /// One to four windows; one time in twelve more than 64.
  static func make(around date: CivilDate, using random: inout SeededGenerator) -> [WrittenWindow] {
    let isCrowd = Int.random(in: 0..<12, using: &random) == 0
    return (0..<Int.random(in: isCrowd ? 65...80 : 1...4, using: &random)).map { _ in
      isCrowd ? rareWindow(around: date, using: &random) : window(around: date, using: &random)
    }
  }

  /// One of many: short and on one weekday or few dates, so that the profile is not active all the time.
  private static func rareWindow(around date: CivilDate, using random: inout SeededGenerator) -> WrittenWindow {
    let start = Int.random(in: 0...1380, using: &random)
    let end = start + Int.random(in: 1...60, using: &random)
    let weekday = WeekdaySet(Weekday.allCases.randomElement(using: &random) ?? .monday)
    let days = Bool.random(using: &random) ? .weekdays(weekday) : listedDates(around: date, using: &random)
    var written = WrittenWindow(days: days, start: time(start), end: time(end))
    written.skips = skips(around: date, using: &random)
    return written
  }

  private static func window(around date: CivilDate, using random: inout SeededGenerator) -> WrittenWindow {
    let start = time(0...1439, using: &random)
    let end = time(0...1440, using: &random)
    var written: WrittenWindow
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      let days = Weekday.allCases
      written = WrittenWindow(
        from: (days.randomElement(using: &random) ?? .monday, start),
        to: (days.randomElement(using: &random) ?? .friday, end))
    case 1:
      written = WrittenWindow(days: listedDates(around: date, using: &random), start: start, end: end)
      written.skips = skips(around: date, using: &random)
      return written
    default:
      let days = WeekdaySet(rawValue: UInt8.random(in: 1...127, using: &random))
      written = WrittenWindow(days: .weekdays(Bool.random(using: &random) ? .daily : days), start: start, end: end)
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      written.window.from = date.adding(days: Int.random(in: -12...3, using: &random))
      written.window.everyWeeks = Int.random(in: 1...3, using: &random)
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      written.window.until = date.adding(days: Int.random(in: 4...12, using: &random))
    }
    written.skips = skips(around: date, using: &random)
    return written
  }

  private static func listedDates(around date: CivilDate, using random: inout SeededGenerator) -> Window.Days {
    let listed = (0..<12).compactMap { _ in date.adding(days: Int.random(in: -12...12, using: &random)) }
    return .dates(DateSet(ranges: listed.map { $0...$0 }))
  }

  /// No dates to skip, one time in two; else up to four stretches of one to nine dates, which may overlap or touch.
  private static func skips(around date: CivilDate, using random: inout SeededGenerator)
    -> [ClosedRange<CivilDate>]
  {
    if Bool.random(using: &random) { return [] }
    return (0..<Int.random(in: 1...4, using: &random)).compactMap { _ in
      let first = date.adding(days: Int.random(in: -14...14, using: &random))
      let length = Bool.random(using: &random) ? 0 : Int.random(in: 1...8, using: &random)
      guard let first, let last = first.adding(days: length) else { return nil }
      return first...last
    }
  }

  private static func time(_ minutes: ClosedRange<Int>, using random: inout SeededGenerator) -> TimeOfDay {
    // Half of the times lie where clocks change.
    time(
      Bool.random(using: &random)
        ? Int.random(in: minutes, using: &random)
        : [0, 30, 60, 90, 120, 125, 150, 180, 1380, 1410].randomElement(using: &random) ?? 0)
  }

  private static func time(_ minute: Int) -> TimeOfDay {
    TimeOfDay(secondsSinceMidnight: minute * 60) ?? .midnight
  }
}
