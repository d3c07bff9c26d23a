import SchedulerCivilTime

extension Engine {
  /// The present, when the intervals of the profile at a position start by the trusted clock too, and that shows
  /// another time than the wall clock; else nil.
  func trustedPresent(at position: Int, _ present: Present) -> Present? {
    present.isWallTrusted || !isStrict(at: position) ? nil : present
  }

  /// Looks how the uses ahead of the trusted clock stand.
  mutating func settleUsesAhead(at present: Present) {
    for profile in book.usedAhead {
      if let plan = plan(of: profile) { book.settleUsesAhead(of: plan, at: present) }
    }
  }

  /// Looks anew how the uses of a strict profile stand, and what it has due by that, behind an edge that took an
  /// interval from its session.
  mutating func settleUsesAhead(
    behind edge: DueEdge, _ plan: ProfilePlan, _ run: inout EdgeRun, _ present: Present
  ) {
    let used = book.used(of: plan.id)
    book.settleUsesAhead(of: plan, at: present)
    if used != book.used(of: plan.id), run.agendas[edge.subject] != nil {
      var agenda = agenda(of: edge.subject, run, present, from: edge)
      // A start by the trusted clock may open what the wall clock shows, and is in the agenda again.
      agenda.remove(edge)
      run.agendas[edge.subject] = agenda
    }
  }

  /// Whether an interval of a strict profile is let be: another one by the wall clock waits, or the one that is open ends no
  /// earlier. It replaces nothing, either.
  func isOvershadowed(_ edge: DueEdge, _ interval: Interval, _ plan: ProfilePlan, _ present: Present) -> Bool {
    if present.isWallTrusted {
      // Under another zone the one that is open goes on beside others.
      return plan.profile.overlap == .replace && book.outlasts(interval, of: plan, at: present)
    }
    if !interval.contains(present.wall), !book.sessionsAwaited(by: plan.id).isEmpty,
      let waiting = book.records[plan.id]?.waiting?.occurrence,
      plan.timeline.interval(of: waiting)?.contains(present.wall) ?? false
    {
      return true
    }
    let start = ActivityEdge(
      .schedule(plan.id), planned: edge.planned, present: present, interval: interval, plan: plan)
    guard book[plan.id]?[.schedule] != nil, let opening = ScheduleOpening(of: plan, at: start, in: book) else {
      return false
    }
    return book.outlasts(opening, of: plan, at: present)
  }

  /// Starts an interval of a strict profile, by either clock, that another one of it kept from starting until now.
  mutating func reopen(
    _ subject: Int, _ plan: ProfilePlan, at planned: Instant, _ run: inout EdgeRun, _ present: Present
  ) {
    guard plan.isStrict, book[plan.id]?[.schedule] == nil else { return }
    settleUsesAhead(behind: DueEdge(planned: planned, rank: .scheduleEnd, subject: subject), plan, &run, present)
    guard !present.isWallTrusted else { return }
    let start = ActivityEdge(.schedule(plan.id), planned: planned, present: present, plan: plan)
    guard let opening = ScheduleOpening(of: plan, at: start, in: book) else { return }
    run.agendas[subject]?.insert(
      DueEdge(planned: planned, rank: .scheduleStart, subject: subject, interval: opening.interval))
  }
}
