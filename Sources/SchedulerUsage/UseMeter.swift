import Scheduler
import SchedulerCivilTime

/// A span of use of one target.
public struct UseSpan: Hashable, Sendable {
  /// What was in use.
  public var target: UsedTarget
  /// The instant at which the span began.
  public var start: Instant
  /// Its length on CLOCK_MONOTONIC in nanoseconds, which stands still while the machine is suspended.
  public var nanoseconds: Int64

  /// Creates a span.
  public init(target: UsedTarget, start: Instant, nanoseconds: Int64) {
    (self.target, self.start, self.nanoseconds) = (target, start, nanoseconds)
  }
}
