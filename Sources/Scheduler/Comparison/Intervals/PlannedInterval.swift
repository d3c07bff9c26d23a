import SchedulerCivilTime

/// An interval together with what people call its ends.
public struct PlannedInterval: Hashable, Sendable {
  /// The first instant in it.
  public let start: Instant
  /// The first instant after it.
  public let end: Instant
  /// The civil time of the start as the windows say it; the clocks show another where they jump over it.
  public let civilStart: CivilDateTime
  /// The civil time of the end as the windows say it.
  public let civilEnd: CivilDateTime
  /// How many seconds before the start there are warnings, longest first.
  public let startWarnings: [Int64]
  /// How many seconds before the end there are warnings, longest first.
  public let endWarnings: [Int64]

  /// Real seconds from start to end.
  public var lengthSeconds: Int64 { end.seconds(since: start) }

  /// From its start to its end.
  var span: Range<Instant> { start..<end }

  /// Whether both hold at the same instants and warn of it at the same ones.
  func isSame(as other: PlannedInterval) -> Bool {
    start == other.start && end == other.end && warnsSame(as: other)
  }

  /// Whether both warn as long before their ends.
  func warnsSame(as other: PlannedInterval) -> Bool {
    startWarnings == other.startWarnings && endWarnings == other.endWarnings
  }

  /// Whether it ends after the start of a range and starts before its end.
  func isInside(_ range: Range<Instant>) -> Bool { start < range.upperBound && range.lowerBound < end }

  /// The seconds of it that lie in a range.
  func seconds(in range: Range<Instant>) -> Int64 { span.clamped(to: range).lengthSeconds }

  /// The seconds that both hold; zero or less when they do not overlap.
  func overlapSeconds(with other: PlannedInterval) -> Int64 {
    min(end, other.end).seconds(since: max(start, other.start))
  }
}

extension ProfileTimeline {
  /// The intervals that end after the start of a range and start before its end.
  ///
  /// Complexity: linear in their number; near changes of the clocks that of `occurrences(in:)` for each.
  func plannedIntervals(in range: Range<Instant>) -> [PlannedInterval] {
    var changes = ClockChanges(of: zone)
    var planned: [PlannedInterval] = []
    for interval in intervals(endingAfter: range.lowerBound) {
      guard interval.start < range.upperBound else { break }
      planned.append(self.planned(interval, &changes))
    }
    return planned
  }

  private func planned(_ interval: Interval, _ changes: inout ClockChanges) -> PlannedInterval {
    let ends = civilEnds(of: interval, &changes)
    let warns = longestWarningSeconds > 0
    return PlannedInterval(
      start: interval.start, end: interval.end, civilStart: ends.start, civilEnd: ends.end,
      startWarnings: warns ? startWarningSeconds(of: interval) : [],
      endWarnings: warns ? endWarningSeconds(of: interval) : [])
  }

  /// Clocks jump by less than this (RFC 9636, section 3.2).
  private static let longestJumpSeconds: Int64 = 2 * 86_400

  /// The civil ends as the windows say them: what the clocks show, but where they jump over an end.
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

  /// What the first of some occurrences whose end the clocks jump over says of it.
  private func planned(_ end: Remark.WindowEnd, of occurrences: [Occurrence]) -> CivilDateTime? {
    for occurrence in occurrences {
      let moves = windows[occurrence.window].gapMoves(on: occurrence.date, in: zone)
      if let move = moves.first(where: { $0.end == end }) { return move.planned }
    }
    return nil
  }
}

/// The changes of a zone's clocks, for questions about ever later instants: each is looked up once.
private struct ClockChanges {
  private let zone: ZoneRules
  /// The next change after each instant from the one that was asked about to it; nil before the first question.
  private var known: Instant??

  init(of zone: ZoneRules) { self.zone = zone }

  /// The first change after an instant that is not before those asked about so far; nil when there is none.
  mutating func next(after instant: Instant) -> Instant? {
    if case .some(let next) = known, next.map({ instant < $0 }) ?? true { return next }
    let next = zone.nextTransition(after: instant)?.instant
    known = .some(next)
    return next
  }
}
