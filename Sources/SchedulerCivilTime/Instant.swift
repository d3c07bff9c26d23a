/// A point in time in whole seconds since 1970-01-01T00:00:00Z, not counting leap seconds (POSIX time).
public struct Instant: Hashable, Comparable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z, negative before.
  public let epochSeconds: Int64

  /// Creates the instant `epochSeconds` seconds after 1970-01-01T00:00:00Z.
  @inlinable public init(epochSeconds: Int64) { self.epochSeconds = epochSeconds }

  /// Orders by time.
  @inlinable public static func < (a: Instant, b: Instant) -> Bool { a.epochSeconds < b.epochSeconds }

  /// Returns the instant `seconds` later. Traps on overflow, which no date of `CivilDate` approaches.
  @inlinable public func adding(seconds: Int64) -> Instant { Instant(epochSeconds: epochSeconds + seconds) }

  /// Returns the seconds from `other` to this instant, negative if `other` is later.
  @inlinable public func seconds(since other: Instant) -> Int64 { epochSeconds - other.epochSeconds }
}
