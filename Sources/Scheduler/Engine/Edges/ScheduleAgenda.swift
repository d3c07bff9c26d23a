import SchedulerCivilTime

/// The due edges of one profile's windows at an evaluation, in order: starts, including missed ones, and warnings.
struct ScheduleAgenda {
  private var edges: [DueEdge] = []
  private var head = 0
  /// The missed intervals after the first. If the profile replaces nothing, they are only recorded, together with the
  /// first.
  private(set) var furtherMissed: [Missed.Span] = []

  /// The maximum time that an evaluation looks back, in seconds: a century, more than the error of a clock that starts
  /// in 1970. A record of everything that is missed when a clock leaps over thousands of years would be useless.
  static let longestLookBack: Int64 = 100 * 366 * 86_400

  /// The next edge; nil if none is left.
  var first: DueEdge? { head < edges.count ? edges[head] : nil }

  /// Advances to the edge after the first.
  mutating func removeFirst() { head += 1 }

  /// Removes the edges that were due before `first`, except the start of an interval that contains `now`.
  ///
  /// - Parameter placed: gives an edge of this agenda its place among those of other profiles.
  mutating func removeEdges(before first: DueEdge, now: Instant, placed: (DueEdge) -> DueEdge) {
    edges.removeAll { edge in
      placed(edge) < first && !(edge.rank == .scheduleStart && edge.interval?.contains(now) ?? false)
    }
  }

  /// Returns the first position at which `edge` may be inserted in the order of the remaining edges.
  private func position(of edge: DueEdge) -> Int { edges[head...].firstSortedIndex { edge <= $0 } }

  /// Adds an edge that becomes due only now. Does nothing if the agenda contains it.
  mutating func insert(_ edge: DueEdge) {
    let position = position(of: edge)
    if position < edges.count, edges[position] == edge { return }
    // Usually it is the first. If an edge has been removed, there is room for it.
    guard position == head, head > 0 else { return edges.insert(edge, at: position) }
    head -= 1
    edges[head] = edge
  }

  /// Computes the due edges of a timeline.
  ///
  /// - Parameters:
  ///   - used: the occurrences that start nothing.
  ///   - previous: the reading of the profile's clock at the previous evaluation.
  ///   - sight: the readings that this clock has shown so far; nil before the first evaluation. Warnings that were in
  ///     sight have been delivered.
  ///   - now: the present reading of this clock.
  ///   - isReplacing: whether a missed interval also ends running sessions.
  ///   - subject: the position of the profile.
  init(
    _ timeline: ProfileTimeline, used: UsedOccurrences, since previous: Instant, sight: ClockSight?, now: Instant,
    isReplacing: Bool, subject: Int
  ) {
    let seen = sight?.seen ?? previous
    let lead = timeline.longestWarningSeconds
    let first = max(min(previous, now), now.adding(seconds: -Self.longestLookBack))
    var hasMissed = false
    for interval in timeline.intervals(endingAfter: first) {
      guard interval.start.adding(seconds: -lead) <= now else { break }
      if !isReplacing, interval.end <= now {
        guard seen < interval.end, let start = used.firstUnused(in: interval, timeline) else { continue }
        if hasMissed {
          furtherMissed.append(Missed.Span(start: start, end: interval.end))
        } else {
          edges.append(DueEdge(planned: start, rank: .scheduleStart, subject: subject, interval: interval))
          hasMissed = true
        }
        continue
      }
      if interval.start <= now, let start = used.firstUnused(in: interval, timeline), start <= now {
        edges.append(DueEdge(planned: start, rank: .scheduleStart, subject: subject, interval: interval))
      }
      addWarnings(
        of: interval, in: timeline, used: used, sight: sight ?? ClockSight(seen: previous), now: now, subject: subject)
    }
    edges.sort()
  }

  /// Adds the warnings whose edges are still ahead, and that were not in sight before.
  private mutating func addWarnings(
    of interval: Interval, in timeline: ProfileTimeline, used: UsedOccurrences, sight: ClockSight, now: Instant,
    subject: Int
  ) {
    guard timeline.longestWarningSeconds > 0 else { return }
    for edge in timeline.edges(of: interval) where edge.instant <= now {
      switch edge.kind {
      case .intervalWillStartWarning where now < interval.start:
        guard let first = timeline.starts(in: interval).first, !used.contains(first.key),
          !sight.reaches(into: edge.instant, interval.start)
        else { continue }
        edges.append(DueEdge(planned: edge.instant, rank: .startWarning, subject: subject, interval: interval))
      case .intervalWillEndWarning where now < interval.end:
        if sight.reaches(into: edge.instant, interval.end) { continue }
        edges.append(DueEdge(planned: edge.instant, rank: .endWarning, subject: subject, interval: interval))
      default: break
      }
    }
  }
}

extension ProfileTimeline {
  /// Returns the first instant after `now` at which an unused interval starts, or a warning is due; nil for never.
  ///
  /// - Parameter openEnd: the end of the open interval, for its end warnings.
  func nextScheduleEdge(after now: Instant, used: UsedOccurrences, openEnd: Instant?) -> Instant? {
    var next: Instant?
    func offer(_ instant: Instant) {
      if instant > now, next.map({ instant < $0 }) ?? true { next = instant }
    }
    let lead = longestWarningSeconds
    var intervals = intervals(endingAfter: now)
    while let interval = intervals.upcoming {
      if let next, next <= interval.start.adding(seconds: -lead) { break }
      if lead == 0, used.isEmpty, interval.start > now { return interval.start }
      let starts = starts(in: interval)
      for start in starts where !used.contains(start.key) { offer(start.instant) }
      if lead == 0, next != nil { break }
      defer { _ = intervals.next() }
      guard lead > 0 else { continue }
      let isUsed = starts.first.map { used.contains($0.key) } ?? true
      for edge in edges(of: interval) {
        switch edge.kind {
        case .intervalWillStartWarning where !isUsed: offer(edge.instant)
        case .intervalWillEndWarning where interval.end == openEnd: offer(edge.instant)
        default: break
        }
      }
    }
    return next
  }
}

extension UsedOccurrences {
  /// Returns the start of the first unused occurrence of an interval; nil if all are used.
  fileprivate func firstUnused(in interval: Interval, _ timeline: ProfileTimeline) -> Instant? {
    isEmpty ? interval.start : firstUnused(of: timeline.starts(in: interval))?.instant
  }
}
