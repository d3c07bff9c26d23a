/// A civil time that recurs every year.
struct YearlyMoment: Hashable, Sendable {
  let day: YearlyDay
  /// Seconds after midnight of the day, −167:59:59 to +167:59:59.
  let seconds: Int32

  /// Returns the moment that belongs to `year` in civil seconds since 1970-01-01 00:00. It may lie in an adjacent year.
  func localSeconds(inYear year: Int) -> Int64 {
    Int64(day.epochDay(inYear: year)) * 86_400 + Int64(seconds)
  }
}

/// A day that recurs every year, in the three forms of POSIX.
enum YearlyDay: Hashable, Sendable {
  /// `Jn`: day 1 to 365 of a year without 29 February, so that J60 is 1 March in every year.
  case withoutLeapDay(Int)
  /// `n`: day 0 to 365, counting 29 February. Day 365 of a common year is 1 January of the next year.
  case withLeapDay(Int)
  /// `Mm.w.d`: the `week`-th (5: the last) of a weekday (Sunday is 0) in a month.
  case weekday(month: Int, week: Int, weekday: Int)

  /// Returns the days since 1970-01-01 of this day in `year`.
  func epochDay(inYear year: Int) -> Int {
    let newYear = CivilDate.epochDay(year: year, month: 1, day: 1)
    switch self {
    case .withoutLeapDay(let day): return newYear + day - (day >= 60 && CivilDate.isLeapYear(year) ? 0 : 1)
    case .withLeapDay(let day): return newYear + day
    case .weekday(let month, let week, let weekday):
      let first = CivilDate.epochDay(year: year, month: month, day: 1)
      let firstWeekday = ((first + 4) % 7 + 7) % 7  // 1970-01-01 was a Thursday
      let day = (weekday - firstWeekday + 7) % 7 + 7 * (week - 1)
      return first + (day < CivilDate.daysInMonth(year: year, month: month) ? day : day - 7)
    }
  }
}
