/// The UTC time line, cut where the offset changes: run `i` reaches from `starts[i]` to `starts[i + 1]` and has the
/// offset `offsets[i]`. The first run starts at `Int64.min`, the last has no end, and adjacent runs differ.
struct OffsetLine {
  private(set) var starts: [Int64] = [.min]
  private(set) var offsets: [Int32]

  init(_ initial: UTCOffset) { offsets = [initial.seconds] }

  /// Sets the offset in force from `start` on, which must not be before the last change.
  mutating func change(to offset: UTCOffset, at start: Int64) {
    guard offset.seconds != offsets[offsets.count - 1] else { return }
    starts.append(start)
    offsets.append(offset.seconds)
  }

  /// Number of years of a rule that contain a Gregorian cycle beginning with a change, after some earlier changes: 400
  /// years and the 40 years for which a change may not occur. A rule whose daylight saving time lasts from the fourth
  /// to the last Sunday of February has one only in leap years that begin on a Thursday.
  static let cycleYears = 450

  /// Adds the changes that a rule makes in the years after an instant.
  mutating func follow(_ rule: POSIXRule, after instant: Int64, years: Int) {
    guard let daylight = rule.daylight else { return }
    let year = CivilDate.components(ofEpochDay: Int(instant / 86_400)).year
    // If daylight saving time never ends, the last run has no end either.
    let horizon = Int64(CivilDate.epochDay(year: year + years - 2, month: 1, day: 1)) * 86_400
    let runs = rule.daylightRuns(years: year - 3...year + years)
    starts.reserveCapacity(starts.count + 2 * runs.count)
    offsets.reserveCapacity(offsets.count + 2 * runs.count)
    for run in runs where run.end > instant {
      if run.start > instant { change(to: daylight.type.offset, at: run.start) }
      if run.end < horizon { change(to: rule.standard.offset, at: run.end) }
    }
  }
}

/// The period of 400 years after which the Gregorian calendar repeats, weekdays included. A yearly rule gives the same
/// answer for an instant and for the instant one cycle later.
enum GregorianCycle {
  /// The length of a cycle: 146,097 days, which are exactly 20,871 weeks.
  static let seconds: Int64 = 146_097 * 86_400

  /// Returns the moment in `start ..< start + seconds` that is a whole number of cycles away from `moment`. Does not
  /// overflow for a start within a cycle of the ends of `Int64`.
  static func fold(_ moment: Int64, from start: Int64) -> Int64 {
    let distance = phase(moment) - phase(start)
    return start + (distance < 0 ? distance + seconds : distance)
  }

  /// Returns the distance of `moment` from the start of its cycle. Cycles are counted from 1970.
  private static func phase(_ moment: Int64) -> Int64 {
    let remainder = moment % seconds
    return remainder < 0 ? remainder + seconds : remainder
  }
}
