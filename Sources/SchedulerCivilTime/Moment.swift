/// The present, as it is handed in: what the wall clock shows, and how long this boot has been running.
///
/// Nothing in the engine reads a clock. On Linux `wall` is CLOCK_REALTIME and `boot` is CLOCK_BOOTTIME, which runs on
/// through suspend and which nobody can set.
public struct Moment: Hashable, Sendable {
  /// The second that the wall clock shows.
  public var wall: Instant
  /// Nanoseconds of that second, 0 to 999,999,999.
  public var nanosecond: Int64
  /// Nanoseconds since the machine was started, time asleep included.
  public var boot: Int64
  /// What tells this boot from any other: on Linux the text in `/proc/sys/kernel/random/boot_id`.
  public var bootID: String

  /// A reading of both clocks.
  public init(wall: Instant, nanosecond: Int64 = 0, boot: Int64, bootID: String) {
    precondition(0..<1_000_000_000 ~= nanosecond, "a fraction of a second is 0 to 999,999,999 nanoseconds")
    self.wall = wall
    self.nanosecond = nanosecond
    self.boot = boot
    self.bootID = bootID
  }
}
