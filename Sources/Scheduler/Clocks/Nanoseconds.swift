import SchedulerCivilTime

/// Arithmetic of nanoseconds that stays within `Int64`, which holds 292 years; a clock may be set further than that.
enum Nanoseconds {
  /// The nanoseconds of a second.
  static let perSecond: Int64 = 1_000_000_000
  /// The maximum number of seconds, 126 years. A longer time counts as this long, so that two of them still add up.
  private static let mostSeconds: Int64 = 4_000_000_000
  /// The maximum elapsed time, 146 years.
  static let most: Int64 = .max / 2

  /// Returns the nanoseconds of a number of seconds, limited to 126 years.
  static func of(seconds: Int64) -> Int64 { min(max(seconds, -mostSeconds), mostSeconds) * perSecond }

  /// Returns the nanoseconds from one reading of the wall clock to another; negative if the latter is earlier.
  static func from(_ a: (wall: Instant, nanosecond: Int64), to b: (wall: Instant, nanosecond: Int64)) -> Int64 {
    of(seconds: b.wall.seconds(since: a.wall)) + b.nanosecond - a.nanosecond
  }
}
