import SchedulerCivilTime
import SchedulerJSON

/// What a clock has shown, stretch by stretch. A clock that is set, and a reboot, begin another stretch: the clock never
/// showed what lies between two.
///
/// A warning is delivered when the clock is first seen between it and its edge. So a warning that the clock leapt over is
/// delivered once the clock is right again, and no warning is delivered twice.
struct ClockSight: Hashable, Sendable {
  /// A stretch of the clock, both ends included.
  struct Stretch: Hashable, Sendable {
    /// What the clock showed first.
    var from: Instant
    /// What it showed last.
    var through: Instant
  }

  /// The number of stretches that are remembered: more than a clock that is set now and then makes in a week.
  static let maximumStretches = 16

  /// The furthest that the clock has shown: everything planned up to here is dealt with.
  private(set) var seen: Instant
  /// The stretches in the order in which time went through them.
  private(set) var stretches: [Stretch]

  /// What a clock has shown.
  init(seen: Instant, stretches: [Stretch] = []) {
    self.seen = seen
    self.stretches = stretches
  }

  /// Whether the clock was seen at or after one instant and before another. Complexity: O(stretches).
  func reaches(into start: Instant, _ end: Instant) -> Bool {
    stretches.contains { $0.from < end && start <= $0.through }
  }

  /// Counts everything planned up to an instant as dealt with.
  mutating func see(through instant: Instant) { seen = max(seen, instant) }

  /// Notes what the clock shows. Within a boot it also ran on by itself until it was set, which is taken to be now.
  ///
  /// - Parameter previous: the moment at which that was last noted; nil for never.
  mutating func see(_ now: Moment, since previous: Moment?) {
    see(through: now.wall)
    if let previous, previous.bootID == now.bootID {
      let run = max(0, now.boot - previous.boot) / Nanoseconds.perSecond
      show(now.continues(previous) ? now.wall : previous.wall.adding(seconds: run), isContinued: true)
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
    from = try archive.instant("from", value?.from)
    through = try archive.instant("through", value?.through)
  }
}

extension ClockSight: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    seen = try archive.instant("seen", value?.seen)
    stretches = try archive.list("watched", value?.stretches)
  }
}
