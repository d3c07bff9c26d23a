import CivilTime

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
    precondition(0..<Nanoseconds.perSecond ~= nanosecond, "a fraction of a second is 0 to 999,999,999 nanoseconds")
    self.wall = wall
    self.nanosecond = nanosecond
    self.boot = boot
    self.bootID = bootID
  }
}

/// Arithmetic of nanoseconds that stays within `Int64`: it holds 292 years, and a clock may be set further.
enum Nanoseconds {
  /// A second.
  static let perSecond: Int64 = 1_000_000_000
  /// Beyond so many seconds, 126 years, a stretch of time counts as this long: two of them still add up.
  private static let mostSeconds: Int64 = 4_000_000_000
  /// The most that elapsed time can get to, 146 years.
  static let most: Int64 = .max / 2

  /// The nanoseconds of some seconds.
  static func of(seconds: Int64) -> Int64 { min(max(seconds, -mostSeconds), mostSeconds) * perSecond }

  /// From one reading of the wall clock to another, negative when it is earlier.
  static func from(_ a: (wall: Instant, nanosecond: Int64), to b: (wall: Instant, nanosecond: Int64)) -> Int64 {
    of(seconds: b.wall.seconds(since: a.wall)) + b.nanosecond - a.nanosecond
  }
}
