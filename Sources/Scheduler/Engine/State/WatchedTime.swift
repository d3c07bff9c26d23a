import SchedulerCivilTime
import SchedulerJSON

/// What the wall clock has shown, stretch by stretch. A clock that is set, and a reboot, begin another stretch: what lies
/// between two was never shown.
///
/// A warning is given when the clock is first seen between it and its edge. So one that a clock leapt over is given
/// when that was set right again, and none is given twice.
struct WatchedTime: Hashable, Sendable {
  /// A stretch of the wall clock, both ends included.
  struct Stretch: Hashable, Sendable {
    /// What the clock showed first.
    var from: Instant
    /// What it showed last.
    var through: Instant
  }

  /// So many stretches are remembered: more than a clock that is set now and then makes in a week.
  static let mostStretches = 16

  /// The stretches in the order in which time went through them.
  private(set) var stretches: [Stretch] = []

  /// Nothing was seen.
  init() {}

  /// Stretches that were written down.
  init(_ stretches: [Stretch]) { self.stretches = stretches }

  /// Whether the clock was seen at or after one instant and before another. Complexity: O(stretches).
  func reaches(into start: Instant, _ end: Instant) -> Bool {
    stretches.contains { $0.from < end && start <= $0.through }
  }

  /// Notes what the clock shows. Within a boot it also ran on by itself until it was set, which is taken to be now.
  ///
  /// - Parameter previous: the moment at which that was last noted; nil for never.
  mutating func see(_ now: Moment, since previous: Moment?) {
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
    if stretches.count >= Self.mostStretches { stretches.removeFirst() }
    stretches.append(Stretch(from: now, through: now))
  }
}

extension WatchedTime.Stretch: StateWritable {
  func write(to state: inout StateWriter) {
    state.instant("from", from)
    state.instant("through", through)
  }

  init(_ reader: inout StateReader) throws(StateProblem) {
    self.init(from: try reader.instant("from"), through: try reader.instant("through"))
  }
}
