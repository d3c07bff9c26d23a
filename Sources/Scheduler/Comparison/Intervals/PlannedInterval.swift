import SchedulerCivilTime

/// An interval together with the civil times of its ends.
public struct PlannedInterval: Hashable, Sendable {
  /// The first instant in it.
  public let start: Instant
  /// The first instant after it.
  public let end: Instant
  /// The civil time of the start as the windows state it. The clocks show another time if they skip this one.
  public let civilStart: CivilDateTime
  /// The civil time of the end as the windows state it.
  public let civilEnd: CivilDateTime
  /// The warnings in seconds before the start, longest first.
  public let startWarnings: [Int64]
  /// The warnings in seconds before the end, longest first.
  public let endWarnings: [Int64]
  /// What other profiles do to the interval.
  public internal(set) var remarks: [Remark] = []

  /// Real seconds from start to end.
  public var lengthSeconds: Int64 { end.seconds(since: start) }

  /// The interval as a range.
  var span: Range<Instant> { start..<end }

  /// Whether both cover the same time and warn at the same instants.
  func isSame(as other: PlannedInterval) -> Bool {
    start == other.start && end == other.end && warnsSame(as: other)
  }

  /// Whether both have the same warnings.
  func warnsSame(as other: PlannedInterval) -> Bool {
    startWarnings == other.startWarnings && endWarnings == other.endWarnings
  }

  /// Whether the interval overlaps a range.
  func isInside(_ range: Range<Instant>) -> Bool { start < range.upperBound && range.lowerBound < end }

  /// The seconds of the interval within a range.
  func seconds(in range: Range<Instant>) -> Int64 { span.clamped(to: range).lengthSeconds }

  /// The seconds that both cover; zero or negative if they do not overlap.
  func overlapSeconds(with other: PlannedInterval) -> Int64 {
    min(end, other.end).seconds(since: max(start, other.start))
  }
}

extension ProfileTimeline {
  /// The intervals that overlap a range.
  ///
  /// Complexity: linear in their number. Near a change of the clocks, an interval also costs `occurrences(in:)`.
  func plannedIntervals(in range: Range<Instant>) -> [PlannedInterval] {
    var changes = ClockChanges(of: zone)
    var planned: [PlannedInterval] = []
    for interval in intervals(endingAfter: range.lowerBound) {
      guard interval.start < range.upperBound else { break }
      planned.append(self.planned(interval, noting: &changes))
    }
    return planned
  }

  /// Returns intervals as they run with their civil times.
  fileprivate func plannedIntervals(of elements: [MergedIntervals.Element]) -> [PlannedInterval] {
    var changes = ClockChanges(of: zone)
    return elements.map { element in
      var planned = planned(element.interval, noting: &changes)
      planned.remarks = element.remarks
      return planned
    }
  }

  private func planned(_ interval: Interval, noting changes: inout ClockChanges) -> PlannedInterval {
    let ends = civilEnds(of: interval, &changes)
    let warns = longestWarningSeconds > 0
    return PlannedInterval(
      start: interval.start, end: interval.end, civilStart: ends.start, civilEnd: ends.end,
      startWarnings: warns ? startWarningSeconds(of: interval) : [],
      endWarnings: warns ? endWarningSeconds(of: interval) : [])
  }

  /// An upper bound on the size of a zone transition, in seconds (RFC 9636, section 3.2).
  private static let longestJumpSeconds: Int64 = 2 * 86_400

  /// The civil ends as the windows state them. They differ from the clocks only if the clocks skip an end.
  private func civilEnds(
    of interval: Interval, _ changes: inout ClockChanges
  ) -> (start: CivilDateTime, end: CivilDateTime) {
    let shown = (start: zone.civil(at: interval.start), end: zone.civil(at: interval.end))
    let next = changes.next(after: interval.start.adding(seconds: -Self.longestJumpSeconds))
    guard let next, next <= interval.end else { return shown }
    let occurrences = occurrences(in: interval)
    let opening = occurrences.filter { $0.start == interval.start }
    let closing = occurrences.filter { $0.end == interval.end }
    return (planned(.start, of: opening) ?? shown.start, planned(.end, of: closing) ?? shown.end)
  }

  /// The stated civil time of the first occurrence whose end the clocks skip, or nil if there is none.
  private func planned(_ end: Remark.WindowEnd, of occurrences: [Occurrence]) -> CivilDateTime? {
    for occurrence in occurrences {
      let moves = windows[occurrence.window].gapMoves(on: occurrence.date, in: zone)
      if let move = moves.first(where: { $0.end == end }) { return move.planned }
    }
    return nil
  }
}

extension Timeline {
  /// Returns the intervals that overlap a range, by the identities of their profiles.
  func plannedIntervals(in range: Range<Instant>) -> [ProfileID: [PlannedInterval]] {
    var planned: [ProfileID: [PlannedInterval]] = [:]
    for (track, elements) in zip(tracks, intervals(in: range)) {
      planned[track.profile.id] = track.timeline.plannedIntervals(of: elements)
    }
    return planned
  }
}

/// The transitions of a zone, for queries in ascending order. Each transition is looked up once.
private struct ClockChanges {
  private let zone: ZoneRules
  /// The answer to the last query, which holds for all instants before it; nil before the first query.
  private var known: Instant??

  init(of zone: ZoneRules) { self.zone = zone }

  /// The first transition after `instant`, or nil if there is none. Queries must ascend.
  mutating func next(after instant: Instant) -> Instant? {
    if case .some(let next) = known, next.map({ instant < $0 }) ?? true { return next }
    let next = zone.nextTransition(after: instant)?.instant
    known = .some(next)
    return next
  }
}
