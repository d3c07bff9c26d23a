import SchedulerCivilTime

extension Engine {
  /// When the intervals end that strict sessions have open, as the configuration says it.
  var lockedEnds: [ProfileID: Instant] {
    var ends: [ProfileID: Instant] = [:]
    for (profile, session, plan) in plannedSessions where session.rules.lock == .strict {
      guard let hold = session[.schedule], let plan else { continue }
      ends[profile] = occurrence(of: hold, in: plan.timeline)?.end
    }
    return ends
  }

  /// Looks for the interval of a strict session under another clock, zone or configuration: none of these makes it
  /// shorter. A configuration may make it longer.
  ///
  /// - Parameter oldEnd: where it ended in the configuration before; nil when that is the same.
  mutating func keepLocked(_ hold: Hold, of plan: ProfilePlan, from oldEnd: Instant? = nil, at present: Present) {
    var hold = hold
    let timeline = plan.timeline
    let interval = occurrence(of: hold, in: timeline) ?? timeline.interval(containing: present.wall)
    if let oldEnd, let interval, oldEnd < interval.end {
      hold.length += Nanoseconds.of(seconds: interval.end.seconds(since: oldEnd))
    }
    let end = hold.lockedEnd(of: interval, at: present)
    if present.hasReached(end) { return book.close(.schedule, of: plan.id, at: present.wall, present) }
    hold.end = end
    if let interval, interval.contains(present.wall) { hold.occurrences = timeline.starts(in: interval).map(\.key) }
    guard hold != book[plan.id]?[.schedule] else { return }
    if hold.occurrences != book[plan.id]?[.schedule]?.occurrences {
      book.use(
        hold.occurrences, of: plan, at: present.wall, first: interval?.start ?? present.wall, present)
    }
    book.replaceHold(with: hold, of: plan.id)
  }

  /// Gives strict intervals that go on by elapsed time their planned ends again where the wall clock has been set into them,
  /// also by a boot: they end when it is outside. One whose length had elapsed before is over: what the clock came back
  /// earlier from a boot does not count for that.
  mutating func keepLockedInside(at present: Present) {
    let elapsed = present.elapsed - (state.clock?.behind ?? 0)
    for (_, session, plan) in plannedSessions where session.rules.lock == .strict {
      guard let plan, let hold = session[.schedule], case .elapsed(let end) = hold.end, elapsed < end,
        occurrence(of: hold, in: plan.timeline)?.contains(present.wall) ?? false
      else { continue }
      keepLocked(hold, of: plan, at: present)
    }
  }
}
