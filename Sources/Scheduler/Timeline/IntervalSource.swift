import SchedulerCivilTime

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
