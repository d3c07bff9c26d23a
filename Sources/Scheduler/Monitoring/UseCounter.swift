import SchedulerCivilTime

/// Adds up use over elapsed time. Limits and the thresholds of monitored activities count by it.
///
/// It does not know what is in use: its owner begins and pauses it. A limit keeps one for its period. A threshold counts
/// the periods of a `UsageLedger`, so that it includes past use.
struct UseCounter: Hashable, Sendable {
  /// The counted use in nanoseconds, without that since `since`.
  private(set) var counted: Int64 = 0
  /// The elapsed time since which use counts; nil if nothing is in use.
  private(set) var since: Int64?

  /// Returns the use up to an elapsed time, in nanoseconds.
  func amount(until elapsed: Int64) -> Int64 { counted + (since.map { max(0, elapsed - $0) } ?? 0) }

  /// Returns the elapsed time at which use reaches an amount if it continues: the present if it did before a pause, and
  /// nil if nothing is in use and it did not.
  func time(ofReaching amount: Int64, at elapsed: Int64) -> Int64? {
    since.map { $0 + max(0, amount - counted) } ?? (counted >= amount ? elapsed : nil)
  }

  /// Begins to count, if it does not yet.
  mutating func begin(at elapsed: Int64) { if since == nil { since = elapsed } }

  /// Counts up to an elapsed time. It begins anew there if `continuing`.
  mutating func count(until elapsed: Int64, continuing: Bool) {
    guard since != nil else { return }
    counted = amount(until: elapsed)
    since = continuing ? elapsed : nil
  }

  /// Leaves out time in which the machine was suspended, which ended just now. What was used before it belongs to the
  /// day before a renewal that came meanwhile.
  mutating func leaveOut(_ nanoseconds: Int64, at elapsed: Int64) {
    guard let start = since else { return }
    count(until: max(start, elapsed - nanoseconds), continuing: true)
    since = elapsed
  }

  /// Takes off what was counted last, because nothing was in use then.
  mutating func takeOff(_ nanoseconds: Int64, at elapsed: Int64) {
    count(until: elapsed, continuing: true)
    counted = max(0, counted - nanoseconds)
  }

  /// Takes off what was counted beyond an amount.
  mutating func cap(at amount: Int64) { counted = min(counted, amount) }
}

/// What a threshold of use delivers next: its warning, or else its event. Monitored activities and limits have the same.
struct ThresholdEdge {
  /// The elapsed time at which use reaches it.
  let due: Int64
  let isWarning: Bool

  /// Returns nil if use does not reach it.
  ///
  /// - Parameters:
  ///   - amount: the use at which the event is due, in nanoseconds.
  ///   - warningSeconds: the seconds of use before it at which the warning is due; nil for none, or if it was delivered.
  ///   - time: returns the elapsed time at which use reaches an amount; nil if it does not.
  init?(at amount: Int64, warningSeconds: Int64?, time: (_ ofReaching: Int64) -> Int64?) {
    isWarning = warningSeconds != nil
    guard let due = time(max(0, amount - Nanoseconds.of(seconds: warningSeconds ?? 0))) else { return nil }
    self.due = due
  }
}
