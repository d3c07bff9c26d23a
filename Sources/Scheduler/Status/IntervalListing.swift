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

  /// Hands out the intervals in order, until `body` answers false.
  ///
  /// Complexity: that of `Timeline.intervals(endingAfter:)` for each.
  public func forEach(_ body: (Timeline.Track, Interval, [Remark]) -> Bool) {
    var previousEnds = [Instant](repeating: from, count: timeline.tracks.count)
    for element in timeline.intervals(endingAfter: from).prefix(limit) {
      if let until, element.interval.start >= until { return }
      let track = timeline.tracks[element.track]
      let remarks = track.timeline.remarks(on: element.interval, since: previousEnds[element.track])
      previousEnds[element.track] = element.interval.end
      guard body(track, element.interval, remarks) else { return }
    }
  }
}
