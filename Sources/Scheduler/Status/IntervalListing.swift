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
    var cursor = Cursor(self)
    _ = cursor.advance(by: .max, body)
  }

  /// A position in a listing, which is computed in steps. Other work may be done between two steps.
  public struct Cursor: Sendable {
    private let listing: IntervalListing
    private var intervals: MergedIntervals
    private var previousEnds: [Instant]
    private var clocks: [LocalClock]
    private var foundCount = 0

    /// Begins a listing. Complexity: O(p) for p profiles.
    public init(_ listing: IntervalListing) {
      self.listing = listing
      let tracks = listing.timeline.tracks
      intervals = listing.timeline.intervals(endingAfter: listing.from)
      previousEnds = [Instant](repeating: listing.from, count: tracks.count)
      clocks = tracks.map { LocalClock(zone: $0.timeline.zone) }
    }

    /// Calls `body` with the next intervals as `forEach` does, and examines up to `count` of them, with those that do not
    /// run. Returns whether the listing is over.
    public mutating func advance(by count: Int, _ body: (_ track: Int, Interval, [Remark]) -> Bool) -> Bool {
      var left = count
      while foundCount < listing.limit {
        guard left > 0 else { return false }
        left -= 1
        switch intervals.step(atMost: count) {
        case .pause: return false
        case .end: return true
        case .interval(let element): if !take(element, calling: body) { return true }
        }
      }
      return true
    }

    private mutating func take(
      _ element: MergedIntervals.Element, calling body: (_ track: Int, Interval, [Remark]) -> Bool
    ) -> Bool {
      if let until = listing.until, element.interval.start >= until { return false }
      let (track, interval) = (element.track, element.interval)
      let remarks = listing.timeline.tracks.span[track].timeline.remarks(
        on: element, since: previousEnds[track], clock: &clocks[track])
      previousEnds[track] = interval.end
      foundCount += 1
      return body(track, interval, remarks)
    }
  }
}
