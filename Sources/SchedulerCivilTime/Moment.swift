/// A reading of the clocks: the wall clock, and the time since the machine started.
///
/// The engine never reads a clock; the present is always an argument. On Linux `wall` is CLOCK_REALTIME and `boot` is
/// CLOCK_BOOTTIME, which advances during suspend and cannot be set.
public struct Moment: Hashable, Sendable {
  /// The second shown by the wall clock.
  public var wall: Instant
  /// The nanoseconds within that second, 0 to 999,999,999.
  public var nanosecond: Int64
  /// Nanoseconds since the machine started, including time in suspend.
  public var boot: Int64
  /// The identifier of this boot: on Linux the text in `/proc/sys/kernel/random/boot_id`.
  public var bootID: String

  /// Creates a reading of both clocks.
  public init(wall: Instant, nanosecond: Int64 = 0, boot: Int64, bootID: String) {
    precondition(0..<1_000_000_000 ~= nanosecond, "a fraction of a second is 0 to 999,999,999 nanoseconds")
    self.wall = wall
    self.nanosecond = nanosecond
    self.boot = boot
    self.bootID = bootID
  }
}
