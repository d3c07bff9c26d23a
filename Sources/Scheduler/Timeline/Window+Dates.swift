import SchedulerCivilTime

extension Window {
  /// Number of days after the given date, or the next `from` or `on` date, in which a start is searched for: 28 years,
  /// after which weekdays and leap years repeat.
  static let searchDays = 28 * 1461 / 4

  /// Returns the first date on or after `date` on which this window starts according to its own rule, independent of
  /// the zone; nil if there is none within `searchDays`.
  ///
  /// Complexity: one step for each range of `skip` that is jumped over.
  func nextStartDate(onOrAfter date: CivilDate) -> CivilDate? {
    switch days {
    case .dates(let dates): nextListedDate(in: dates, onOrAfter: date)
    case .weekdays(let weekdays): nextWeekday(in: weekdays, onOrAfter: max(date, from ?? date))
    }
  }

  private func nextListedDate(in dates: DateSet, onOrAfter date: CivilDate) -> CivilDate? {
    var candidate = dates.first(onOrAfter: date)
    while let found = candidate, let gap = skipRange(at: found) {
      candidate = gap.upperBound.adding(days: 1).flatMap { dates.first(onOrAfter: $0) }
    }
    return candidate
  }

  private func nextWeekday(in weekdays: WeekdaySet, onOrAfter first: CivilDate) -> CivilDate? {
    var day = Int(first.epochDay)
    let last = min(Int((until ?? .max).epochDay), day + Self.searchDays)
    while let step = weekdays.daysToNext(onOrAfter: day) {
      day += step
      if everyWeeks > 1, let start = firstDayOfNextWeekOn(from: day) {
        day = start
        continue
      }
      guard day <= last, let date = CivilDate(epochDay: day) else { return nil }
      guard let gap = skipRange(at: date) else { return date }
      day = Int(gap.upperBound.epochDay) + 1
    }
    return nil
  }

  /// Returns the Monday of the next week in which the window is on if the week of `day` is not one; otherwise nil.
  private func firstDayOfNextWeekOn(from day: Int) -> Int? {
    guard let from, let anchor = from.mondayOfWeek else { return nil }
    let weeks = (day - Int(anchor.epochDay)) / 7
    let rest = weeks % everyWeeks
    return rest == 0 ? nil : Int(anchor.epochDay) + (weeks - rest + everyWeeks) * 7
  }

  private func skipRange(at date: CivilDate) -> ClosedRange<CivilDate>? {
    guard !skip.isEmpty, let range = skip.firstRange(endingOnOrAfter: date), range.lowerBound <= date else {
      return nil
    }
    return range
  }
}
