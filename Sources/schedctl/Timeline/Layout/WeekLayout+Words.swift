import Scheduler
import SchedulerCivilTime

extension WeekLayout {
  /// What is worth knowing of the days and the profiles, a line each.
  ///
  /// - Parameter dash: what stands between two times.
  func remarks(dash: String = "–") -> [String] {
    let days = week.days.flatMap { $0.remarks(dash: dash) }
    let zones = rows.compactMap { row in
      row.otherZone.map { "\(row.profile.key) keeps the time of \($0); it is drawn in that of \(week.zone.identifier)" }
    }
    return days + zones
  }

  /// `week 48, Mon 23 November to Sun 29 November 2026`; the year stands twice where it changes.
  var title: String {
    guard let first = week.days.first?.date, let last = week.days.last?.date else { return "" }
    let year = first.components.year == last.components.year ? "" : " \(first.components.year)"
    return "week \(week.number), \(DateWords.day(first))\(year) to \(DateWords.day(last)) \(last.components.year)"
  }
}

extension WeekLayout.Row {
  /// What there is to say instead of bars, or `nil` when there are some.
  var absence: String? {
    if !profile.isEnabled { return "disabled" }
    return isEmpty ? "no interval this week" : nil
  }
}

extension CivilDay {
  /// What its clocks do: `Sun 29 March: 02:00–03:00 does not exist`.
  fileprivate func remarks(dash: String) -> [String] {
    let day = DateWords.day(date)
    guard exists else { return ["\(day): the clocks jump over this date"] }
    return missing.map { "\(day): \($0.clockText(dash)) does not exist" }
      + repeated.map { "\(day): \($0.clockText(dash)) comes twice" }
  }
}

extension Range<Int> {
  /// A stretch of clock time: `02:00–03:00`.
  func clockText(_ dash: String) -> String {
    [lowerBound, upperBound].map { TimeOfDay(secondsSinceMidnight: $0)?.description ?? "" }.joined(separator: dash)
  }
}

/// Dates as people say them.
enum DateWords {
  /// `Mon 23 November`.
  static func day(_ date: CivilDate) -> String {
    "\(weekday(date)) \(date.components.day) \(month(date))"
  }

  /// `Mon`.
  static func weekday(_ date: CivilDate) -> String {
    ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][Int(date.weekday.rawValue) - 1]
  }

  /// `November`.
  static func month(_ date: CivilDate) -> String {
    [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
      "December",
    ][date.components.month - 1]
  }
}
