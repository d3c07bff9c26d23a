/// A POSIX `TZ` rule: standard time and, for most zones that have it, the yearly period of daylight saving time.
struct POSIXRule: Hashable, Sendable {
  let standard: LocalTimeType
  /// Daylight saving time; nil if the zone has standard time all year.
  let daylight: DaylightRule?

  /// Returns the type in force at an instant. Examines four years arithmetically, for callers that need one answer and
  /// no
  /// table.
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
  /// and
  /// otherwise (in the southern hemisphere and in Dublin) on the next one. Empty if start and end are one instant.
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
