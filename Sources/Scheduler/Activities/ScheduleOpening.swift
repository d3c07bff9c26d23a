import SchedulerCivilTime

/// An interval that can be opened now: it contains the present, and something that starts in it is not used.
///
/// An interval of a strict profile is opened when either the wall clock or the trusted clock is inside it. It counts
/// from where both have been, so that a wall clock that is set into it makes it no shorter.
struct ScheduleOpening {
  /// The interval.
  let interval: Interval
  /// All that starts in it.
  let starts: [OccurrenceStart]
  /// The first start in it that is not used.
  let first: Instant
  /// What the wall clock showed then.
  let start: Instant
  /// Elapsed time at that start, in nanoseconds.
  let startElapsed: Int64
  /// How long it lasts from that start on, in nanoseconds.
  let length: Int64

  /// The interval by the wall clock, else by the trusted clock; nil when neither is inside one that can be opened. One that
  /// would end no later than the interval that is open comes last.
  init?(of plan: ProfilePlan, at edge: ActivityEdge, in book: SessionBook) {
    let byWall = ScheduleOpening(byWallOf: plan, at: edge, in: book)
    if let byWall, !book.outlasts(byWall, of: plan, at: edge.present) {
      self = byWall
    } else if let opening = ScheduleOpening(byTrustedClockOf: plan, edge.present, in: book) ?? byWall {
      self = opening
    } else {
      return nil
    }
  }

  private init?(byWallOf plan: ProfilePlan, at edge: ActivityEdge, in book: SessionBook) {
    let used = book.used(of: plan.id)
    guard let found = Found(plan.timeline, used, at: edge.present.wall, known: edge.interval) else { return nil }
    self.init(found, start: found.first, elapsed: found.elapsedByWall(plan, edge.present, book))
  }

  /// In its last 90 seconds an interval would end at once.
  private init?(byTrustedClockOf plan: ProfilePlan, _ present: Present, in book: SessionBook) {
    guard plan.isStrict, !present.isWallTrusted,
      let found = Found(plan.timeline, book.used(of: plan.id), at: present.trusted.instant),
      present.elapsed < present.elapsed(atTrusted: found.interval.end) - Hold.lockSlack
    else { return nil }
    self.init(found, start: present.wall(atTrusted: found.first), elapsed: present.elapsed(atTrusted: found.first))
  }

  private init(_ found: Found, start: Instant, elapsed: Int64) {
    interval = found.interval
    starts = found.starts
    first = found.first
    self.start = start
    startElapsed = elapsed
    length = Nanoseconds.of(seconds: found.interval.end.seconds(since: found.first))
  }
}

/// The interval that contains an instant, and the first start in it, before that instant, that is not used.
private struct Found {
  let interval: Interval
  let starts: [OccurrenceStart]
  let first: Instant

  init?(_ timeline: ProfileTimeline, _ used: UsedOccurrences, at instant: Instant, known: Interval? = nil) {
    guard let interval = known.flatMap({ $0.contains(instant) ? $0 : nil }) ?? timeline.interval(containing: instant)
    else { return nil }
    let starts = timeline.starts(in: interval)
    guard let first = used.firstUnused(of: starts)?.instant, first <= instant else { return nil }
    self.interval = interval
    self.starts = starts
    self.first = first
  }

  /// Elapsed time at the start when the wall clock is inside. Of a strict profile the trusted clock has to have come there,
  /// too; where it has not, the wall clock was set, and the interval counts from when that came inside.
  func elapsedByWall(_ plan: ProfilePlan, _ present: Present, _ book: SessionBook) -> Int64 {
    let byWall = present.elapsed(of: .wall(first))
    guard plan.isStrict, !present.isWallTrusted else { return byWall }
    if first <= present.trusted.instant { return max(byWall, present.elapsed(atTrusted: first)) }
    guard let previous = book.previous, present.moment.continues(previous.moment), let setTo = book.wallSetTo else {
      return present.elapsed
    }
    return max(byWall, present.elapsed(of: .wall(setTo)))
  }
}
