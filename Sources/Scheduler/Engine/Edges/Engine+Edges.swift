import SchedulerCivilTime

extension Engine {
  /// Does everything that is due, in the order of its planned instants; within one instant ends come before starts, the
  /// inner before the outer, and profiles in the order of their keys before sources in the order of their names.
  ///
  /// - Parameters:
  ///   - previous: what the wall clock showed when this was last done.
  ///   - reached: an instant at or before which nothing of the configuration comes into force any more; nil for none.
  mutating func runEdges(at present: Present, since previous: Instant, after reached: Instant? = nil) {
    // What ended by a command, a reload or a clock that was set has ended by now.
    releaseWithdrawal(at: present.wall)
    var run = EdgeRun(since: previous, sources: router.sources.keys.sorted())
    run.reached = reached
    takeAll(into: &run, present)
    while let edge = run.dequeue() {
      guard let current = nextEdge(of: edge.subject, run, present) else { continue }
      if current == edge { perform(current, &run, present) }
      offerLoosening(to: &run, present)
      guard let next = nextEdge(of: edge.subject, run, present) else { continue }
      // What comes into force may end what something else waits for, at the same instant.
      let isDone = current != edge || next != edge || edge.subject == EdgeRun.configuration
      assert(isDone, "an edge changed nothing: \(edge)")
      if isDone { run.enqueue(next) }
    }
    forgetStaleWaiting(run)
  }

  private mutating func takeAll(into run: inout EdgeRun, _ present: Present) {
    take(due.due(at: present) + due.positions(of: book.waiting), into: &run, present)
    takeSources(into: &run, present)
    offerLoosening(to: &run, present)
  }

  private func offerLoosening(to run: inout EdgeRun, _ present: Present) {
    guard !succession.successors.isEmpty, let edge = looseningEdge(after: run.reached, present) else { return }
    run.enqueue(edge)
  }

  /// Puts in force what has waited long enough, and begins the run anew: the profiles are others, and have other windows.
  private mutating func loosen(_ edge: DueEdge, _ run: inout EdgeRun, _ present: Present) {
    loosen(at: edge.planned, present)
    run = EdgeRun(since: run.previous, sources: run.sources)
    run.reached = edge.planned
    run.first = edge
    takeAll(into: &run, present)
  }

  /// Gives profiles a part in a run, also those that had one and nothing left to do.
  mutating func take(_ subjects: [Int], into run: inout EdgeRun, _ present: Present) {
    for subject in subjects {
      if run.agendas[subject] == nil { run.agendas[subject] = agenda(of: subject, run, present) }
      if let edge = nextEdge(of: subject, run, present) { run.enqueue(edge) }
    }
  }

  /// What the windows of a profile have due, from an edge on: what came into force last, unless it is named.
  func agenda(of subject: Int, _ run: EdgeRun, _ present: Present, from first: DueEdge? = nil) -> ScheduleAgenda {
    var agenda = ScheduleAgenda(
      timeline(at: subject), used: book.used(of: due.profiles[subject]), since: run.previous,
      watched: state.watched, seen: state.seen ?? run.previous, now: present.wall,
      isReplacing: isReplacing(at: subject), strict: trustedPresent(at: subject, present), subject: subject)
    if let first = first ?? run.first { agenda.removeEdges(before: first, now: present.wall) }
    return agenda
  }

  /// Finds out anew when something is due for the profiles that had something due or were changed.
  mutating func refreshDue(at present: Present) {
    settleUsesAhead(at: present)
    var positions = Set(due.due(at: present))
    positions.formUnion(due.positions(of: book.log.changed))
    for position in positions {
      let profile = due.profiles[position]
      let session = book[profile]
      var next = session?.nextDue(at: present) ?? (wall: .max, elapsed: .max)
      let openEnd = session?[.schedule]?.end?.wallInstant
      let timeline = timeline(at: position)
      if let record = book.records[profile] { record.offerDue(&next, timeline, present) }
      let used = book.used(of: profile)
      let schedule = timeline.nextScheduleEdge(after: present.wall, used: used, openEnd: openEnd)
      if let schedule { next.wall = min(next.wall, schedule.epochSeconds) }
      if let present = trustedPresent(at: position, present),
        let start = timeline.nextScheduleEdge(after: present.trusted.instant, used: used.withoutAhead, openEnd: nil)
      {
        next.elapsed = min(next.elapsed, present.elapsed(atTrusted: start))
      }
      due.set(position, wall: next.wall, elapsed: next.elapsed)
    }
  }

  private func nextEdge(of subject: Int, _ run: EdgeRun, _ present: Present) -> DueEdge? {
    if subject == EdgeRun.configuration { return looseningEdge(after: run.reached, present) }
    guard subject < due.profiles.count else { return nextSourceEdge(of: subject, run, present) }
    let profile = due.profiles[subject]
    var next = book[profile]?.firstDueEdge(at: present, subject: subject)
    func offer(_ edge: DueEdge?) {
      guard let edge else { return }
      next = next.map { min($0, edge) } ?? edge
    }
    offer(book.records[profile]?.firstDueEdge(at: present, subject: subject))
    offer(run.agendas[subject]?.first)
    return next
  }

  private mutating func perform(_ edge: DueEdge, _ run: inout EdgeRun, _ present: Present) {
    if edge.subject == EdgeRun.configuration { return loosen(edge, &run, present) }
    run.reached = max(run.reached ?? edge.planned, edge.planned)
    if edge.subject < due.profiles.count {
      perform(edge, of: plan(at: edge.subject), &run, present)
    } else {
      performSource(edge, &run, present)
    }
    releaseWaiting(&run, at: edge.planned)
    releaseWithdrawal(at: edge.planned)
  }

  private mutating func perform(_ edge: DueEdge, of plan: ProfilePlan, _ run: inout EdgeRun, _ present: Present) {
    switch edge.rank {
    case .endWarning, .startWarning, .releasedStart, .scheduleStart, .trustedStart:
      run.agendas[edge.subject]?.removeFirst()
      let open = book[plan.id]?[.schedule]
      performScheduled(edge, of: plan, &run, present)
      if let open, plan.isStrict, book[plan.id]?[.schedule] != open {
        settleUsesAhead(behind: edge, plan, &run, present)
      }
    case .accessEnd: endGrants(edge, plan, present)
    case .breakRenewal: book.renewBreaks(of: plan.id, in: plan.zone, at: present)
    case .breakEnd: end(.break(plan.id), edge, plan, present)
    case .pauseEnd: end(.pause(plan.id), edge, plan, present)
    case .strategyEnd: end(.strategy(plan.id), edge, plan, present)
    case .scheduleEnd:
      end(.schedule(plan.id), edge, plan, present)
      reopen(edge.subject, plan, at: edge.planned, &run, present)
    case .plannedStart: startPlanned(plan, present)
    case .strategyStart: start(.strategy(plan.id), edge, plan, present)
    case .reminder: book.remind(of: plan.reference, at: edge.planned)
    case .configuration: break
    }
  }

  private mutating func performScheduled(
    _ edge: DueEdge, of plan: ProfilePlan, _ run: inout EdgeRun, _ present: Present
  ) {
    guard let interval = edge.interval else { return }
    let activity = ActivityName.schedule(plan.id)
    switch edge.rank {
    case .startWarning:
      book.log.entries.append(
        SessionLog.Entry(
          name: .intervalWillStartWarning, activity: activity, profile: plan.reference, planned: edge.planned))
    case .endWarning:
      guard let end = book[plan.id]?[.schedule]?.end, end.wallInstant == interval.end,
        present.instant(of: end) == interval.end
      else { return }
      book.note(.intervalWillEndWarning, activity, of: plan.id, at: edge.planned)
    default:
      if isOvershadowed(edge, interval, plan, present) || hasToWait(edge, interval, plan, &run, present) { return }
      if plan.isInside(interval, present) {
        start(activity, edge, plan, present)
      } else if let seen = state.seen, seen < interval.end {
        let first = Missed.Span(start: edge.planned, end: interval.end)
        for missed in [first] + (run.agendas[edge.subject]?.furtherMissed ?? [])
        where !book.isCovered(missed, of: plan.id, present) {
          book.log.miss(activity, plan.reference, start: missed.start, end: missed.end)
        }
      }
    }
  }

  private mutating func start(
    _ activity: ActivityName, _ edge: DueEdge, _ plan: ProfilePlan, _ present: Present
  ) {
    router.handler(of: activity)?.intervalDidStart(
      ActivityEdge(activity, planned: edge.planned, present: present, interval: edge.interval, plan: plan), in: &book)
  }

  /// Ends the grants that are due: several may be at one instant.
  private mutating func endGrants(_ edge: DueEdge, _ plan: ProfilePlan, _ present: Present) {
    guard let session = book[plan.id] else { return }
    for grant in session.grants { end(grant.activity(of: plan.id, session.id), edge, plan, present) }
  }

  private mutating func end(_ activity: ActivityName, _ edge: DueEdge, _ plan: ProfilePlan, _ present: Present) {
    router.handler(of: activity)?.intervalDidEnd(
      ActivityEdge(activity, planned: edge.planned, present: present, interval: edge.interval, plan: plan), in: &book)
  }
}
