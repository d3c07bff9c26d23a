import SchedulerCivilTime

extension Engine {
  /// Plans a start by hand for a later instant. What it runs, and for how long, is settled now.
  mutating func planStart(
    _ kind: Strategy.Kind, _ lengthSeconds: Int64?, at instant: Instant, of plan: ProfilePlan, _ present: Present
  ) throws(Refusal) -> CommandResult {
    let key = plan.reference.key
    guard present.wall < instant else { throw Refusal(.alreadyPast, "the instant of the start has passed") }
    guard instant.seconds(since: present.wall) <= PlannedStart.longestAheadSeconds else {
      throw Refusal(
        .tooFarAhead, "a start is planned at most 7 days ahead",
        allowedAt: instant.adding(seconds: -PlannedStart.longestAheadSeconds))
    }
    if let planned = book.plannedStart(of: plan.id) {
      throw Refusal(
        .alreadyPlanned, "profile '\(key)' already waits for a planned start", allowedAt: planned.instant)
    }
    _ = try hold(kind, lengthSeconds, of: plan, present)
    let length = kind == .timer ? lengthSeconds ?? plan.profile.strategy.timer?.lengthSeconds : lengthSeconds
    let start = PlannedStart(at: instant, kind, lengthSeconds: length)
    book.remember(plan.id) { $0.planned = start }
    return CommandResult(change: .planned, profile: key, until: start.end, from: instant)
  }

  /// Takes back the start that a profile waits for; nil when it waits for none.
  mutating func withdrawStart(of plan: ProfilePlan) -> CommandResult? {
    guard let start = book.plannedStart(of: plan.id) else { return nil }
    book.remember(plan.id) { $0.planned = nil }
    return CommandResult(change: .withdrawn, profile: plan.reference.key, until: start.end, from: start.instant)
  }

  /// Does the start that a profile waits for, as the command would have done it at its instant. What is over by now is
  /// missed, and so is, for no time, what the profile does not allow any more since it was edited.
  mutating func startPlanned(_ plan: ProfilePlan, _ present: Present) {
    guard let start = book.plannedStart(of: plan.id) else { return }
    book.remember(plan.id) { $0.planned = nil }
    let then = present.then(start.instant)
    if start.kind == .pomodoro, book[plan.id]?[.pomodoro]?.pomodoro?.isWaiting == true {
      _ = startPhase(of: plan, then)
      return
    }
    if start.kind == .manual, start.lengthSeconds == nil, book[plan.id] != nil { return }
    do throws(Refusal) {
      let hold = try hold(start.kind, start.lengthSeconds, of: plan, then)
      if book[plan.id]?[hold.origin] == nil { openPlanned(hold, of: plan, present) }
    } catch {
      book.log.miss(
        .strategy(plan.id), plan.reference, start: start.instant, end: start.end ?? start.instant)
    }
  }

  private mutating func openPlanned(_ hold: Hold, of plan: ProfilePlan, _ present: Present) {
    if let end = hold.plannedEnd, present.hasReached(end) {
      book.log.miss(.strategy(plan.id), plan.reference, start: hold.start, end: present.instant(of: end))
    } else {
      book.open(hold, of: plan, at: present)
    }
  }
}
