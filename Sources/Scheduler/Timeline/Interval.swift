import SchedulerCivilTime

/// A stretch of time `[start, end)` in which a profile's windows hold: overlapping occurrences merged into their union.
///
/// The intervals of one profile are disjoint and sorted. Occurrences that only touch stay two intervals; a union longer
/// than seven dates is cut at each Monday 00:00 inside it.
public struct Interval: Hashable, Sendable {
  /// The first instant in it.
  public let start: Instant
  /// The first instant after it; later than `start`.
  public let end: Instant
  /// The windows with an occurrence in it.
  public let windows: WindowIndices
  /// The windows whose occurrence opens it: those of its start warnings.
  public let openingWindows: WindowIndices
  /// The windows whose occurrence ends with it: those of its end warnings.
  public let closingWindows: WindowIndices
  /// Whether another interval of the profile ends where this one starts.
  public let touchesPrevious: Bool
  /// Whether another interval of the profile starts where this one ends.
  public let touchesNext: Bool

  /// Real seconds from start to end.
  public var lengthSeconds: Int64 { end.seconds(since: start) }

  /// Whether `instant` lies in it.
  public func contains(_ instant: Instant) -> Bool { start <= instant && instant < end }
}
