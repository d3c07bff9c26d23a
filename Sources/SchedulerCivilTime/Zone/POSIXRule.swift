/// A POSIX `TZ` rule: standard time and, for most zones that have it, the yearly period of daylight saving time.
struct POSIXRule: Hashable, Sendable {
  let standard: LocalTimeType
  /// Daylight saving time; nil if the zone has standard time all year.
  let daylight: DaylightRule?

  /// Returns the type in force at an instant. Examines four years arithmetically, for callers that need one answer and
  /// no table.
  func type(at epochSeconds: Int64) -> LocalTimeType {
    guard let daylight else { return standard }
    let moment = GregorianCycle.fold(epochSeconds, from: 0)
    let year = CivilDate.components(ofEpochDay: Int(moment / 86_400)).year
    let inForce = (year - 2...year + 1).contains { run(ofYear: $0, daylight).contains(moment) }
    return inForce ? daylight.type : standard
  }

  /// Returns the runs of daylight saving time that begin in `years`, in ascending order. Runs that touch or overlap are
  /// merged, so a rule whose daylight saving time never ends gives a single run. Empty without daylight saving time.
  func daylightRuns(years: ClosedRange<Int>) -> [DaylightRun] {
    guard let daylight else { return [] }
    var runs: [DaylightRun] = []
    runs.reserveCapacity(years.count)
    for year in years {
      let run = run(ofYear: year, daylight)
      guard run.start < run.end else { continue }
      if let last = runs.last, run.start <= last.end {
        runs[runs.count - 1] = DaylightRun(start: last.start, end: max(last.end, run.end))
      } else {
        runs.append(run)
      }
    }
    return runs
  }

  /// Returns the run that begins on the start date of `year`. It ends on the end date of that year if that is later,
  /// and otherwise (in the southern hemisphere and in Dublin) on the next one. Empty if start and end are one instant.
  ///
  /// The next end date is that of the year after. Hours near ±167 can move even that before the start.
  private func run(ofYear year: Int, _ daylight: DaylightRule) -> DaylightRun {
    let start = daylight.start.localSeconds(inYear: year) - Int64(standard.offset.seconds)
    let end = (year...year + 2).lazy
      .map { daylight.end.localSeconds(inYear: $0) - Int64(daylight.type.offset.seconds) }
      .first { $0 >= start }
    return DaylightRun(start: start, end: end ?? start)
  }
}

/// A period of daylight saving time from `start` up to but not including `end`, in seconds since 1970.
struct DaylightRun: Hashable, Sendable {
  let start: Int64
  let end: Int64

  func contains(_ epochSeconds: Int64) -> Bool { start <= epochSeconds && epochSeconds < end }
}

/// Daylight saving time as stated by a POSIX rule.
struct DaylightRule: Hashable, Sendable {
  let type: LocalTimeType
  /// The start, in standard time.
  let start: YearlyMoment
  /// The end, in daylight saving time.
  let end: YearlyMoment
}

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

/// A setting of a zone's clocks: a TZif local time type, or one side of a POSIX rule.
struct LocalTimeType: Hashable, Sendable {
  let offset: UTCOffset
  /// Whether the law calls it daylight saving time. It may be behind standard time (Europe/Dublin).
  let isDaylight: Bool
  /// The abbreviation, such as `CET` or `+03`.
  let designation: String
}
