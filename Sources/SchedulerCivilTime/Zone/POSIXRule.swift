/// A POSIX `TZ` rule: standard time and, for most zones that have it, when daylight saving time is in force each year.
struct POSIXRule: Hashable, Sendable {
  let standard: LocalTimeType
  /// nil when the zone has standard time all year.
  let daylight: DaylightRule?

  /// The type in force at an instant. Arithmetic over four years, for whoever needs one answer and no table.
  func type(at epochSeconds: Int64) -> LocalTimeType {
    guard let daylight else { return standard }
    let moment = GregorianCycle.fold(epochSeconds, from: 0)
    let year = CivilDate.components(ofEpochDay: Int(moment / 86_400)).year
    let inForce = (year - 2...year + 1).contains { run(ofYear: $0, daylight).contains(moment) }
    return inForce ? daylight.type : standard
  }

  /// The runs of daylight saving time that begin in `years`, in order; runs that touch or overlap are one, so a rule
  /// whose daylight saving time never ends gives a single run. Empty without daylight saving time.
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

  /// The run that begins by the start date of `year`: up to the end date of that year when it comes later, otherwise
  /// (south of the equator, and in Dublin) up to the next one. Empty when start and end are one instant.
  ///
  /// The next one is that of the year after; hours near ±167 can push even that before the start.
  private func run(ofYear year: Int, _ daylight: DaylightRule) -> DaylightRun {
    let start = daylight.start.localSeconds(inYear: year) - Int64(standard.offset.seconds)
    let end = (year...year + 2).lazy
      .map { daylight.end.localSeconds(inYear: $0) - Int64(daylight.type.offset.seconds) }
      .first { $0 >= start }
    return DaylightRun(start: start, end: end ?? start)
  }
}

/// A time for which daylight saving time lasts, from `start` up to, not including, `end`, in seconds since 1970.
struct DaylightRun: Hashable, Sendable {
  let start: Int64
  let end: Int64

  func contains(_ epochSeconds: Int64) -> Bool { start <= epochSeconds && epochSeconds < end }
}

/// Daylight saving time as a POSIX rule states it.
struct DaylightRule: Hashable, Sendable {
  let type: LocalTimeType
  /// When it starts, on a clock that shows standard time.
  let start: YearlyMoment
  /// When it ends, on a clock that shows daylight saving time.
  let end: YearlyMoment
}
