import SchedulerCivilTime

/// What the windows of one profile have due at an evaluation, in order: starts, also missed ones, and warnings.
struct ScheduleAgenda {
  private var edges: [DueEdge] = []
  private var head = 0
  /// Missed intervals behind the first: where a profile replaces nothing, they do nothing but be told, with that one.
  private(set) var furtherMissed: [Missed.Span] = []

  /// How far back an evaluation looks, in seconds: a century, more than a clock is behind that starts in 1970. Of a clock
  /// that leaps over thousands of years nobody wants to know what it missed.
  static let longestLookBack: Int64 = 100 * 366 * 86_400

  /// The next edge.
  var first: DueEdge? { head < edges.count ? edges[head] : nil }

  /// Goes on to the edge after the first.
  mutating func removeFirst() { head += 1 }

  /// Leaves out what was due before an edge, but for the start of an interval that contains now.
  ///
  /// - Parameter placed: gives an edge of this agenda its place among those of other profiles.
  mutating func removeEdges(before first: DueEdge, now: Instant, placed: (DueEdge) -> DueEdge) {
    edges.removeAll { edge in
      let isEarlier = (placed(edge).falls, edge.rank.rawValue) < (first.falls, first.rank.rawValue)
      return isEarlier && !(edge.rank == .scheduleStart && edge.interval?.contains(now) ?? false)
    }
  }

  /// The first position at which an edge may stand in the order of those that are left.
  private func position(of edge: DueEdge) -> Int {
    var (low, high) = (head, edges.count)
    while low < high {
      let middle = (low + high) / 2
      if edges[middle] < edge { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Adds an edge that is due now only; nothing when it is there already.
  mutating func insert(_ edge: DueEdge) {
    let position = position(of: edge)
    if position < edges.count, edges[position] == edge { return }
    // As a rule it is the first; where an edge has had its turn there is room for it.
    guard position == head, head > 0 else { return edges.insert(edge, at: position) }
    head -= 1
    edges[head] = edge
  }

  /// What is due of a timeline.
  ///
  /// - Parameters:
  ///   - used: occurrences that start nothing.
  ///   - previous: what the profile's clock showed at the evaluation before.
  ///   - sight: what it has shown so far; nil before the first evaluation. Warnings that were in sight have been delivered.
  ///   - now: what it shows.
  ///   - isReplacing: whether also a missed interval ends what runs.
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
      addWarnings(of: interval, timeline, used, sight ?? ClockSight(seen: previous), now: now, subject)
    }
    edges.sort()
  }

  /// Warnings whose edges are still ahead, and that were not in sight before.
  private mutating func addWarnings(
    of interval: Interval, _ timeline: ProfileTimeline, _ used: UsedOccurrences, _ sight: ClockSight, now: Instant,
    _ subject: Int
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
  /// The first instant after `now` at which an interval starts that is not used, or a warning is due; nil for never.
  ///
  /// - Parameter openEnd: the end of the interval that is open, for its end warnings.
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
  /// When an interval starts: with its first unused occurrence; nil for never.
  fileprivate func firstUnused(in interval: Interval, _ timeline: ProfileTimeline) -> Instant? {
    isEmpty ? interval.start : firstUnused(of: timeline.starts(in: interval))?.instant
  }
}
