import SchedulerCivilTime

/// The intervals of one profile in order of time, computed lazily by merging occurrences.
///
/// Complexity: O(w) per occurrence for w windows. Memory is bounded by the occurrences of about nine days, even if the
/// windows cover all time.
public struct IntervalSequence: Sequence, IteratorProtocol, Sendable {
  private var stream: OccurrenceStream
  private let zone: ZoneRules
  private var lookahead: Occurrence?
  private var union = OccurrenceUnion()
  private var previousEnd: Instant?

  /// Creates the intervals of the occurrences that start on or after `date`.
  init(windows: [Window], zone: ZoneRules, from date: CivilDate) {
    stream = OccurrenceStream(windows: windows, zone: zone, from: date)
    self.zone = zone
    lookahead = stream.next()
  }

  /// Returns the next interval, or nil if there are none within 28 years of the last or before the end of year 9999.
  public mutating func next() -> Interval? {
    while let occurrence = lookahead, union.accepts(occurrence) {
      union.absorb(occurrence, zone: zone)
      lookahead = stream.next()
    }
    guard var interval = union.takeFirstPart(zone: zone, previousEnd: previousEnd) else { return nil }
    if let lookahead, lookahead.start == interval.end { interval = interval.touchingNext() }
    previousEnd = interval.end
    return interval
  }
}

extension Interval {
  /// Returns the same interval, marked as touching the next one.
  func touchingNext() -> Interval {
    Interval(
      start: start, end: end, windows: windows, openingWindows: openingWindows, closingWindows: closingWindows,
      touchesPrevious: touchesPrevious, touchesNext: true)
  }
}
