import SchedulerCivilTime

/// The readings that a clock has shown, in stretches. Setting the clock and a reboot begin a new stretch: the clock
/// never showed the time between two stretches.
///
/// A warning is delivered when the clock is first seen between the warning and its edge. A warning that the clock leapt
/// over is therefore delivered once the clock is right again, and no warning is delivered twice.
struct ClockSight: Hashable, Sendable {
  /// A stretch of the clock, both ends included.
  struct Stretch: Hashable, Sendable {
    /// The earliest reading.
    var from: Instant
    /// The latest reading.
    var through: Instant
  }

  /// The maximum number of stretches that are remembered: more than a clock that is set now and then has in a week.
  static let maximumStretches = 16

  /// The latest reading of the clock so far. Everything planned up to it is dealt with.
  private(set) var seen: Instant
  /// The stretches in the order in which time passed through them.
  private(set) var stretches: [Stretch] = []

  /// Whether the clock was seen at or after one instant and before another. Complexity: O(stretches).
  func reaches(into start: Instant, _ end: Instant) -> Bool {
    stretches.contains { $0.from < end && start <= $0.through }
  }

  /// Counts everything planned up to an instant as dealt with.
  mutating func see(through instant: Instant) { seen = max(seen, instant) }

  /// Records a reading of the clock. If the clock was set in this boot, this assumes that it ran until now and was then
  /// set, so the stretch before ends just before the time that it would show now.
  ///
  /// - Parameter previous: the moment of the previous reading; nil for none.
  mutating func see(_ now: Moment, since previous: Moment?) {
    see(through: now.wall)
    if let previous, previous.bootID == now.bootID {
      let run = max(0, now.boot - previous.boot) / Nanoseconds.perSecond
      let last = previous.wall.adding(seconds: max(0, run - 1))
      show(now.continues(previous) ? now.wall : last, isContinued: true)
    }
    show(now.wall, isContinued: previous.map(now.continues) ?? false)
  }

  private mutating func show(_ now: Instant, isContinued: Bool) {
    if isContinued, let last = stretches.indices.last {
      if stretches[last].through < now { stretches[last].through = now }
      if now < stretches[last].from { stretches[last].from = now }
      return
    }
    let horizon = now.adding(seconds: Int64(UsedOccurrences.retentionDays) * 86_400)
    stretches.removeAll { horizon < $0.from }
    if stretches.count >= Self.maximumStretches { stretches.removeFirst() }
    stretches.append(Stretch(from: now, through: now))
  }
}

extension ClockSight.Stretch: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    from = try archive.instant("from", of: value?.from)
    through = try archive.instant("through", of: value?.through)
  }
}

extension ClockSight: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    seen = try archive.instant("seen", of: value?.seen)
    stretches = try archive.list("watched", of: value?.stretches)
  }
}
