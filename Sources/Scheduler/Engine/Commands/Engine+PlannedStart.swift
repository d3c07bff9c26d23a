import SchedulerCivilTime

extension Engine {
  /// Plans a start by hand for a later instant of the profile's clock. Its kind and length are settled now.
  mutating func planStart(
    _ start: PlannedStart, of plan: ProfilePlan, at present: Present
  ) throws(Refusal) -> CommandResult {
    let (instant, kind) = (start.instant, start.kind)
    let key = plan.reference.key
    let own = present.shown(by: plan.clock)
    func published(_ instant: Instant) -> Instant { present.instant(at: instant, shownBy: own) }
    guard own.wall < instant else { throw Refusal(.alreadyPast, message: "the instant of the start has passed") }
    guard instant.seconds(since: own.wall) <= PlannedStart.longestAheadSeconds else {
      throw Refusal(
        .tooFarAhead, message: "a start is planned at most 7 days ahead",
        allowedAt: published(instant.adding(seconds: -PlannedStart.longestAheadSeconds)))
    }
    if let planned = book.plannedStart(of: plan.id) {
      throw Refusal(
        .alreadyPlanned, message: "profile '\(key)' already waits for a planned start",
        allowedAt: published(planned.instant))
    }
    _ = try hold(kind, lasting: start.lengthSeconds, of: plan, at: own)
    var start = start
    if kind == .timer, start.lengthSeconds == nil {
      start.lengthSeconds = plan.profile.strategy.timer?.lengthSeconds
    }
    book.remember(plan.id) { $0.planned = start }
    return CommandResult(change: .planned, profile: key, until: start.end.map(published), from: published(instant))
  }

  /// Withdraws the planned start of a profile. Returns nil if there is none.
  mutating func withdrawStart(of plan: ProfilePlan, at present: Present) -> CommandResult? {
    guard let start = book.plannedStart(of: plan.id) else { return nil }
    book.remember(plan.id) { $0.planned = nil }
    let own = present.shown(by: plan.clock)
    func published(_ instant: Instant) -> Instant { present.instant(at: instant, shownBy: own) }
    return CommandResult(
      change: .withdrawn, profile: plan.reference.key, until: start.end.map(published), from: published(start.instant))
  }

  /// Carries out the planned start of a profile, as the command would have done at that instant. A start whose end has
  /// passed is recorded as missed; it replaces other sessions nevertheless. A start that the profile no longer allows
  /// since it was edited is recorded as missed, too, and so is one that would replace a session that the requester could
  /// not stop.
  mutating func startPlanned(on edge: DueEdge, of plan: ProfilePlan, in run: inout EdgeRun, at present: Present) {
    let own = present.shown(by: plan.clock)
    guard let start = book.plannedStart(of: plan.id) else { return }
    book.remember(plan.id) { $0.planned = nil }
    if book[plan.id]?[start.kind.origin]?.isWaiting == true {
      // The session runs: where the clock was set past the instant, no phase of it began before.
      let began = min(book.elapsed(whenClockShows: start.instant, at: own), own.elapsed)
      let then = own.then(min(own.instant(of: .elapsed(began)), own.wall))
      startPhase(of: plan, at: then, seenAt: own.elapsed)
      return
    }
    let then = own.then(start.instant)
    if start.kind == .manual, start.lengthSeconds == nil, book[plan.id] != nil { return }
    do throws(Refusal) {
      let hold = try hold(start.kind, lasting: start.lengthSeconds, of: plan, at: then)
      guard book[plan.id]?[hold.origin] == nil else { return }
      if plan.profile.overlap == .replace {
        _ = try sessionsToReplace(for: plan, by: start.requester, at: present)
        _ = replaceOthers(than: plan.id, on: edge, in: &run, at: present)
      }
      openPlanned(hold, of: plan, at: own)
    } catch {
      book.log.miss(.strategy(plan.id), of: plan.reference, start: start.instant, end: start.end ?? start.instant)
    }
  }

  private mutating func openPlanned(_ hold: Hold, of plan: ProfilePlan, at present: Present) {
    var hold = hold
    var end = hold.plannedEnd
    if case .pomodoro(var pomodoro) = hold.kind {
      pomodoro.see(at: present.elapsed)
      hold.kind = .pomodoro(pomodoro)
      end = pomodoro.end(seenAt: present.elapsed)
    }
    if let end, present.hasReached(end) {
      book.log.miss(.strategy(plan.id), of: plan.reference, start: hold.start, end: present.instant(of: end))
    } else {
      book.open(hold, of: plan, at: present)
    }
  }
}
