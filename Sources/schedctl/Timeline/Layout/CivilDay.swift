import SchedulerCivilTime

/// The course of the clocks of a zone over one date.
///
/// Usually that is one run from 00:00 to 24:00. A gap leaves a part of the day out, a repeat shows a part twice, and a
/// date inside a gap has no run at all.
struct CivilDay {
  /// A stretch of time in which the clocks show one time after another.
  struct Run {
    /// The clock times, in seconds since midnight.
    let clock: Range<Int>
    /// The instant at its beginning.
    let start: Instant
    /// The clock time from which the clocks were set back to this run; nil for times that come first on that day.
    let setBackFrom: Int?

    /// The first instant after it.
    var end: Instant { start.adding(seconds: Int64(clock.count)) }
  }

  /// The length of a day without transitions, in seconds.
  static let length = 86_400

  let date: CivilDate
  /// The runs, in the order of time.
  let runs: [Run]

  /// Computes the course of the clocks over a date. Complexity: a few look-ups in the rules of the zone.
  init(_ date: CivilDate, in zone: ZoneRules) {
    self.date = date
    var runs: [Run] = []
    // The latest clock time so far.
    var reached = 0
    for (clock, start) in Self.stretches(of: date, in: zone) {
      let turn = min(max(clock.lowerBound, reached), clock.upperBound)
      if clock.lowerBound < turn {
        runs.append(Run(clock: clock.lowerBound..<turn, start: start, setBackFrom: reached))
      }
      if turn < clock.upperBound {
        let instant = start.adding(seconds: Int64(turn - clock.lowerBound))
        runs.append(Run(clock: turn..<clock.upperBound, start: instant, setBackFrom: nil))
      }
      reached = max(reached, clock.upperBound)
    }
    self.runs = runs
  }

  /// Whether the clocks show any time of the date.
  var exists: Bool { !runs.isEmpty }

  /// The clock times that never come.
  var missing: [Range<Int>] {
    var reached = 0
    var missing: [Range<Int>] = []
    for run in runs where run.setBackFrom == nil {
      if reached < run.clock.lowerBound { missing.append(reached..<run.clock.lowerBound) }
      reached = run.clock.upperBound
    }
    if reached < Self.length { missing.append(reached..<Self.length) }
    return missing
  }

  /// The clock times that come twice.
  var repeated: [Range<Int>] { runs.filter { $0.setBackFrom != nil }.map(\.clock) }

  /// The maximum distance of an offset from UTC, see `UTCOffset.validSeconds`.
  private static let margin: Int64 = 26 * 3600

  /// Returns the parts of the runs of equal offset in which the clocks show the date.
  private static func stretches(of date: CivilDate, in zone: ZoneRules) -> [(clock: Range<Int>, start: Instant)] {
    let midnight = Int64(date.epochDay) * 86_400
    var stretches: [(Range<Int>, Instant)] = []
    var instant = Instant(epochSeconds: midnight - margin)
    while instant.epochSeconds <= midnight + Int64(length) + margin {
      let segment = zone.segment(at: instant)
      let shift = Int64(segment.offset.seconds) - midnight
      // A segment without a start or an end is clamped to the searched range.
      let first = max(segment.start, instant.epochSeconds) + shift
      let last = min(segment.end, midnight + 2 * (Int64(length) + margin)) + shift
      let clock = max(first, 0)..<max(min(last, Int64(length)), max(first, 0))
      if !clock.isEmpty {
        let start = Instant(epochSeconds: clock.lowerBound - shift)
        stretches.append((Int(clock.lowerBound)..<Int(clock.upperBound), start))
      }
      guard segment.end != .max else { break }
      instant = Instant(epochSeconds: segment.end)
    }
    return stretches
  }
}
