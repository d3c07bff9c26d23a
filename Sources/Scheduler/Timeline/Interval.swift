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

/// A source of intervals, such as the windows of a profile, a calendar, or tides.
///
/// The intervals of one source are disjoint, and every call gives the same answer.
public protocol IntervalSource: Sendable {
  /// Returns the interval that contains `instant`, or nil if there is none.
  func interval(containing instant: Instant) -> Interval?
  /// Returns the first interval that starts after `instant`, or nil if there are no more.
  func next(after instant: Instant) -> Interval?
}

extension ProfileTimeline: IntervalSource {}

extension Interval {
  /// Creates an interval of a source that has no windows.
  ///
  /// - Parameters:
  ///   - start: the first instant of the interval.
  ///   - end: the first instant after it, later than `start`.
  public init(start: Instant, end: Instant) {
    precondition(start < end, "an interval ends after it starts")
    self.init(
      start: start, end: end, windows: WindowIndices(), openingWindows: WindowIndices(),
      closingWindows: WindowIndices(), touchesPrevious: false, touchesNext: false)
  }
}
