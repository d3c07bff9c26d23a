import CivilTime

/// What the windows of one profile have due at an evaluation, in order: starts, also missed ones, and warnings.
struct ScheduleAgenda {
  private var edges: [DueEdge] = []
  private var head = 0

  /// The next edge.
  var first: DueEdge? { head < edges.count ? edges[head] : nil }

  /// Goes on to the edge after the first.
  mutating func removeFirst() { head += 1 }

  /// Adds an edge that is due now only.
  mutating func insert(_ edge: DueEdge) {
    edges.append(edge)
    edges[head...].sort()
  }

  /// What is due of a timeline.
  ///
  /// - Parameters:
  ///   - used: occurrences that start nothing.
  ///   - previous: what the wall clock showed at the evaluation before.
  ///   - watched: what it has shown so far: warnings that were in sight have been delivered.
  ///   - subject: the position of the profile.
  init(
    _ timeline: ProfileTimeline, used: UsedOccurrences, since previous: Instant, watched: WatchedTime, now: Instant,
    subject: Int
  ) {
    let lead = timeline.longestWarningSeconds
    for interval in timeline.intervals(endingAfter: min(previous, now)) {
      guard interval.start.adding(seconds: -lead) <= now else { break }
      if interval.start <= now {
        addStart(of: interval, timeline, used, now: now, subject)
      }
      addWarnings(of: interval, timeline, used, watched, now: now, subject)
    }
    edges.sort()
  }

  /// The start of an interval that runs, or that ran since all was seen; it starts with its first unused occurrence.
  private mutating func addStart(
    of interval: Interval, _ timeline: ProfileTimeline, _ used: UsedOccurrences, now: Instant, _ subject: Int
  ) {
    guard let start = used.firstUnused(of: timeline.starts(in: interval)), start.instant <= now else { return }
    edges.append(DueEdge(planned: start.instant, rank: .scheduleStart, subject: subject, interval: interval))
  }

  /// Warnings whose edges are still ahead, and that were not in sight before.
  private mutating func addWarnings(
    of interval: Interval, _ timeline: ProfileTimeline, _ used: UsedOccurrences, _ watched: WatchedTime, now: Instant,
    _ subject: Int
  ) {
    guard timeline.longestWarningSeconds > 0 else { return }
    for edge in timeline.edges(of: interval) where edge.instant <= now {
      switch edge.kind {
      case .intervalWillStartWarning where now < interval.start:
        guard let first = timeline.starts(in: interval).first, !used.contains(first.key),
          !watched.reaches(into: edge.instant, interval.start)
        else { continue }
        edges.append(DueEdge(planned: edge.instant, rank: .startWarning, subject: subject, interval: interval))
      case .intervalWillEndWarning where now < interval.end:
        if watched.reaches(into: edge.instant, interval.end) { continue }
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
    for interval in intervals(endingAfter: now) {
      if let next, next <= interval.start.adding(seconds: -lead) { break }
      if lead == 0, used.isEmpty, interval.start > now { return interval.start }
      let starts = starts(in: interval)
      for start in starts where !used.contains(start.key) { offer(start.instant) }
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
