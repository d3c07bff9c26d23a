import SchedulerCivilTime

/// A period of time `[start, end)` in which windows of a profile are active: the union of overlapping occurrences.
///
/// The intervals of one profile are disjoint and sorted. Occurrences that only touch remain two intervals. A union
/// longer than seven dates is cut at each Monday 00:00 within it.
public struct Interval: Hashable, Sendable {
  /// The first instant of the interval.
  public let start: Instant
  /// The first instant after the interval; later than `start`.
  public let end: Instant
  /// The windows with an occurrence in the interval.
  public let windows: WindowIndices
  /// The windows whose occurrence opens the interval, which determine its start warnings.
  public let openingWindows: WindowIndices
  /// The windows whose occurrence ends with the interval, which determine its end warnings.
  public let closingWindows: WindowIndices
  /// Whether another interval of the profile ends where this one starts.
  public let touchesPrevious: Bool
  /// Whether another interval of the profile starts where this one ends.
  public let touchesNext: Bool

  /// The elapsed seconds from start to end.
  public var lengthSeconds: Int64 { end.seconds(since: start) }

  /// Whether `instant` lies in the interval.
  public func contains(_ instant: Instant) -> Bool { start <= instant && instant < end }
}
