import SchedulerCivilTime

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
