import SchedulerCivilTime

/// The intervals that end after an instant and start before another, with what there is to remark on them.
public struct IntervalListing: Sendable {
  /// So many are shown unless something else is asked for.
  public static let usualCount: Int64 = 10

  private let timeline: Timeline
  private let from: Instant
  private let until: Instant?
  private let limit: Int

  /// The first so many; nil for no second instant.
  public init(_ timeline: Timeline, from: Instant, until: Instant?, limit: Int) {
    self.timeline = timeline
    self.from = from
    self.until = until
    self.limit = limit
  }

  /// Calls `body` with each interval in order, the position of its track and the remarks on it, until it returns false.
  ///
  /// Complexity: that of `Timeline.intervals(endingAfter:)` for each.
  public func forEach(_ body: (_ track: Int, Interval, [Remark]) -> Bool) {
    var previousEnds = [Instant](repeating: from, count: timeline.tracks.count)
    var clocks = timeline.tracks.map { LocalClock(zone: $0.timeline.zone) }
    for element in timeline.intervals(endingAfter: from).prefix(limit) {
      if let until, element.interval.start >= until { return }
      let (track, interval) = (element.track, element.interval)
      let remarks = timeline.tracks[track].timeline.remarks(
        on: interval, since: previousEnds[track], clock: &clocks[track])
      previousEnds[track] = interval.end
      guard body(track, interval, remarks) else { return }
    }
  }
}
