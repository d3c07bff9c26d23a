import SchedulerCivilTime

/// The intervals that end after an instant and start before another one, with remarks.
public struct IntervalListing: Sendable {
  /// The default number of intervals.
  public static let usualCount: Int64 = 10

  private let timeline: Timeline
  private let from: Instant
  private let until: Instant?
  private let limit: Int

  /// Creates a listing of the first `limit` intervals; with nil for `until`, without a latest start.
  public init(_ timeline: Timeline, from: Instant, until: Instant?, limit: Int) {
    self.timeline = timeline
    self.from = from
    self.until = until
    self.limit = limit
  }

  /// Calls `body` with each interval, in order, with the position of its track and the remarks on it, until `body`
  /// returns false.
  ///
  /// Complexity: for each interval, as in `Timeline.intervals(endingAfter:)`.
  public func forEach(_ body: (_ track: Int, Interval, [Remark]) -> Bool) {
    var previousEnds = [Instant](repeating: from, count: timeline.tracks.count)
    var clocks = timeline.tracks.map { LocalClock(zone: $0.timeline.zone) }
    for element in timeline.intervals(endingAfter: from).prefix(limit) {
      if let until, element.interval.start >= until { return }
      let (track, interval) = (element.track, element.interval)
      let remarks = timeline.tracks.span[track].timeline.remarks(
        on: element, since: previousEnds[track], clock: &clocks[track])
      previousEnds[track] = interval.end
      guard body(track, interval, remarks) else { return }
    }
  }
}
