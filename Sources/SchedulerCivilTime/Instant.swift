/// A point on the UTC line, in whole seconds since 1970-01-01T00:00:00Z, leap seconds not counted (POSIX time).
public struct Instant: Hashable, Comparable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z, negative before.
  public let epochSeconds: Int64

  /// The instant that many seconds after 1970-01-01T00:00:00Z.
  @inlinable public init(epochSeconds: Int64) { self.epochSeconds = epochSeconds }

  /// Orders by time.
  @inlinable public static func < (a: Instant, b: Instant) -> Bool { a.epochSeconds < b.epochSeconds }

  /// The instant `seconds` later; traps on overflow, which no date of `CivilDate` comes near.
  @inlinable public func adding(seconds: Int64) -> Instant { Instant(epochSeconds: epochSeconds + seconds) }

  /// Seconds from `other` to this instant, negative when `other` is later.
  @inlinable public func seconds(since other: Instant) -> Int64 { epochSeconds - other.epochSeconds }
}
