import CivilTime

/// When the engine has to be woken next: at the earlier of two readings, each of a clock of its own.
public struct NextDeadline: Hashable, Sendable {
  /// When the wall clock shows this; nil for never. To be set anew when somebody sets the clock.
  public let wall: Instant?
  /// When CLOCK_BOOTTIME shows this, in nanoseconds; nil for never.
  public let boot: Int64?

  /// Whether nothing is awaited.
  public var isNever: Bool { wall == nil && boot == nil }
}
