import Scheduler

extension NextDeadline {
  /// The minimum time between two evaluations without events in between, in nanoseconds: one second.
  private static let leastDistance: Int64 = 1_000_000_000

  /// Returns the deadline to wait for after an evaluation at `moment`: this one, or one second later if it has already
  /// passed. Otherwise an evaluation that did not do what was due would be repeated without a pause.
  func spaced(after moment: Moment) -> NextDeadline {
    nanoseconds(after: moment) == 0 ? NextDeadline(wall: nil, boot: moment.boot + Self.leastDistance) : self
  }
}
