import SchedulerCivilTime

/// The next moment at which the engine must be woken: the earlier of two readings of different clocks.
public struct NextDeadline: Hashable, Sendable {
  /// The reading of the wall clock; nil for never. A timer for it must be set again when the clock is set.
  public let wall: Instant?
  /// The reading of CLOCK_BOOTTIME in nanoseconds; nil for never.
  public let boot: Int64?

  /// Creates a deadline of two readings, each nil for never.
  public init(wall: Instant?, boot: Int64?) {
    self.wall = wall
    self.boot = boot
  }

  /// Returns the nanoseconds from `moment` to the deadline if the wall clock is not set: 0 if it is past, nil for
  /// never.
  public func nanoseconds(after moment: Moment) -> Int64? {
    let untilWall = wall.map { Nanoseconds.from((moment.wall, moment.nanosecond), to: ($0, 0)) }
    let untilBoot = boot.map { $0 - moment.boot }
    return [untilWall, untilBoot].compactMap { $0 }.min().map { max(0, $0) }
  }

  /// Returns what the wall clock will show at the deadline if it is not set, in whole seconds, rounded up; nil for never.
  public func instant(after moment: Moment) -> Instant? {
    nanoseconds(after: moment).map {
      moment.wall.adding(seconds: ($0 + Int64(moment.nanosecond) + Nanoseconds.perSecond - 1) / Nanoseconds.perSecond)
    }
  }
}
