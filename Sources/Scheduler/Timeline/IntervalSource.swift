import SchedulerCivilTime

/// Something that knows stretches of time, such as the windows of a profile, a calendar, or tides.
///
/// The intervals of one source are disjoint, and the answers are the same whenever they are asked for.
public protocol IntervalSource: Sendable {
  /// The interval that contains `instant`; nil when none does.
  func interval(containing instant: Instant) -> Interval?
  /// The first interval that starts after `instant`; nil when there is none any more.
  func next(after instant: Instant) -> Interval?
}

extension ProfileTimeline: IntervalSource {}

extension Interval {
  /// An interval of a source that has no windows.
  ///
  /// - Parameters:
  ///   - start: the first instant in it.
  ///   - end: the first instant after it, later than `start`.
  public init(start: Instant, end: Instant) {
    precondition(start < end, "an interval ends after it starts")
    self.init(
      start: start, end: end, windows: WindowIndices(), openingWindows: WindowIndices(),
      closingWindows: WindowIndices(), touchesPrevious: false, touchesNext: false)
  }
}
