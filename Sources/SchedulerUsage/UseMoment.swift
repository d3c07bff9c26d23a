import SchedulerCivilTime
import SchedulerPlatform

/// A reading of the clocks by which use is counted.
public struct UseMoment: Hashable, Sendable {
  /// The wall clock, which says in which quarter of an hour something was used.
  public var wall: Instant
  /// The nanoseconds of the wall clock within its second.
  public var nanosecond: Int64
  /// CLOCK_MONOTONIC in nanoseconds, which says for how long. It stands still while the machine is suspended.
  public var monotonic: Int64
  /// CLOCK_BOOTTIME in nanoseconds, by which timers are armed.
  public var boot: Int64

  /// Creates a moment.
  public init(wall: Instant, nanosecond: Int64 = 0, monotonic: Int64, boot: Int64) {
    (self.wall, self.nanosecond, self.monotonic, self.boot) = (wall, nanosecond, monotonic, boot)
  }

  /// Reads the clocks of this machine.
  public static func present() -> UseMoment {
    let moment = SystemClocks.moment(inBoot: "")
    return UseMoment(
      wall: moment.wall, nanosecond: moment.nanosecond, monotonic: SystemClocks.monotonic(), boot: moment.boot)
  }

  /// The difference of the wall clock and CLOCK_MONOTONIC. It is constant but for suspends and steps of the wall clock,
  /// because both clocks are slewed together.
  private var offset: Int64 { wall.epochSeconds &* 1_000_000_000 &+ nanosecond &- monotonic }

  /// Returns the wall clock at a reading of CLOCK_MONOTONIC since the last jump.
  func wall(atMonotonic time: Int64) -> Instant {
    let (seconds, rest) = (offset &+ time).quotientAndRemainder(dividingBy: 1_000_000_000)
    return Instant(epochSeconds: rest < 0 ? seconds - 1 : seconds)
  }

  /// The difference of two offsets that cannot come from reading the clocks one after the other, in nanoseconds.
  private static let leastJump: Int64 = 1_000_000_000

  /// Whether the machine was suspended between an earlier moment and this one, or the wall clock was set.
  func isAfterJump(since earlier: UseMoment) -> Bool {
    (offset &- earlier.offset).magnitude >= UInt64(Self.leastJump)
  }
}
