import SchedulerCivilTime

/// When the engine has to be woken next: at the earlier of two readings, each of a clock of its own.
public struct NextDeadline: Hashable, Sendable {
  /// When the wall clock shows this; nil for never. To be set anew when somebody sets the clock.
  public let wall: Instant?
  /// When CLOCK_BOOTTIME shows this, in nanoseconds; nil for never.
  public let boot: Int64?

  /// Two readings, each nil for never.
  public init(wall: Instant?, boot: Int64?) {
    self.wall = wall
    self.boot = boot
  }

  /// How many nanoseconds after a moment it comes if nobody sets the wall clock, 0 when it is past; nil for never.
  public func nanoseconds(after moment: Moment) -> Int64? {
    let untilWall = wall.map { Nanoseconds.from((moment.wall, moment.nanosecond), to: ($0, 0)) }
    let untilBoot = boot.map { $0 - moment.boot }
    return [untilWall, untilBoot].compactMap { $0 }.min().map { max(0, $0) }
  }
}
