import SchedulerCivilTime

/// One date as the clocks of a zone run through it.
///
/// Usually that is one run from 00:00 to 24:00. Where the clocks jump, a part of the day is missing; where they are set
/// back, a part comes again; and a date that they jump over has no run at all.
struct CivilDay {
  /// A stretch of time in which the clocks show one time after another.
  struct Run {
    /// What the clocks show, in seconds since midnight.
    let clock: Range<Int>
    /// The instant at its beginning.
    let start: Instant
    /// Nil when the clocks show these times for the first time that day; else the clock time that they had got to
    /// before they were set back.
    let setBackFrom: Int?

    /// The first instant after it.
    var end: Instant { start.adding(seconds: Int64(clock.count)) }
  }

  /// How many seconds the clocks show on a day without changes.
  static let length = 86_400

  let date: CivilDate
  /// What the clocks show, in the order of time.
  let runs: [Run]

  /// A date in a zone. Complexity: a few look-ups in the zone's rules.
  init(_ date: CivilDate, in zone: ZoneRules) {
    self.date = date
    var runs: [Run] = []
    // How far the clocks have got.
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

  /// The clock times that come again.
  var repeated: [Range<Int>] { runs.filter { $0.setBackFrom != nil }.map(\.clock) }

  /// No offset is further from UTC, see `UTCOffset.validSeconds`.
  private static let margin: Int64 = 26 * 3600

  /// The parts of the runs of equal offset in which the clocks show the date.
  private static func stretches(of date: CivilDate, in zone: ZoneRules) -> [(clock: Range<Int>, start: Instant)] {
    let midnight = Int64(date.epochDay) * 86_400
    var stretches: [(Range<Int>, Instant)] = []
    var instant = Instant(epochSeconds: midnight - margin)
    while instant.epochSeconds <= midnight + Int64(length) + margin {
      let segment = zone.segment(at: instant)
      let shift = Int64(segment.offset.seconds) - midnight
      // Where a run has no start or end, the one asked for is early or late enough.
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
