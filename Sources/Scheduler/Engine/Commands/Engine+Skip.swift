import SchedulerCivilTime

extension Engine {
  /// Skips the next interval that has not started and is not used yet. While a session runs, its lock must allow that.
  /// An interval that starts within the cooldown cannot be skipped.
  mutating func skip(
    _ key: ProfileKey, by requester: Requester, at present: Present
  ) throws(Refusal) -> CommandResult {
    let plan = try plan(of: key)
    try plan.rules.permit(.skip, to: requester)
    try book[plan.id]?.allow(.skip, by: requester, at: present)
    try plan.rules.hear(.skip, from: requester)
    let used = book.used(of: plan.id)
    let timeline = plan.timeline
    let own = present.shown(by: plan.clock)
    for interval in timeline.intervals(endingAfter: own.wall) {
      let starts = timeline.starts(in: interval)
      guard let first = used.firstUnused(of: starts) else { continue }
      try allowSkip(of: plan, in: first.instant..<interval.end, at: own)
      book.remember(plan.id) { $0.used.skip(starts.map(\.key), elapsed: present.elapsed) }
      return CommandResult(
        change: .skipped, profile: key, until: present.instant(at: interval.end, shownBy: own),
        from: present.instant(at: first.instant, shownBy: own))
    }
    throw Refusal(.nothingToDo, message: "profile '\(key)' has no interval ahead")
  }

  /// Restores the first skipped interval that is not over.
  mutating func restore(_ key: ProfileKey, at present: Present) throws(Refusal) -> CommandResult {
    let plan = try plan(of: key)
    let used = book.used(of: plan.id)
    let timeline = plan.timeline
    let lastSkipped = used.entries.filter(\.isSkipped).map(\.key).max()
    let own = present.shown(by: plan.clock)
    for interval in timeline.intervals(endingAfter: own.wall) {
      let starts = timeline.starts(in: interval)
      guard let lastSkipped, let first = starts.first?.key, first <= lastSkipped else { break }
      guard used.isSkipped(starts) else { continue }
      book.remember(plan.id) { $0.used.restore(starts) }
      let start = book.used(of: plan.id).firstUnused(of: starts)?.instant
      return CommandResult(
        change: .restored, profile: key, until: present.instant(at: interval.end, shownBy: own),
        from: start.map { present.instant(at: $0, shownBy: own) })
    }
    throw Refusal(.nothingToDo, message: "no interval ahead of profile '\(key)' was skipped")
  }

  /// Throws a refusal if the interval starts within the cooldown: a skip is a loosening, which waits that long. Setting
  /// the wall clock back gains no time. A boot with an earlier clock gains none either: by the clock before that boot,
  /// the interval may even be running already.
  private func allowSkip(of plan: ProfilePlan, in skipped: Range<Instant>, at present: Present) throws(Refusal) {
    let seconds = configuration.cooldownSeconds(of: plan.profile)
    func isTooLate(at now: Instant) -> Bool { skipped.lowerBound.seconds(since: now) < seconds }
    let known = present.latestKnown
    guard seconds > 0,
      isTooLate(at: max(present.wall, present.trusted.instant)) || known < skipped.upperBound && isTooLate(at: known)
    else { return }
    throw Refusal(
      .coolingDown,
      message: "the next interval of profile '\(plan.reference.key)' starts within its cooldown of "
        + "\(DurationText.text(seconds: seconds)), too late to be skipped")
  }
}
