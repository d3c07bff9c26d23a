import SchedulerCivilTime

extension Engine {
  /// Does everything that is due, in the order of the elapsed times at which it falls. Within one instant ends come
  /// before starts, as `DueEdge.Rank` orders them, and profiles in the order of their keys before sources in the order
  /// of their names.
  ///
  /// - Parameters:
  ///   - previous: the present when this was last done.
  ///   - reached: no change of the configuration comes into force before this instant; nil for no limit.
  mutating func runEdges(at present: Present, since previous: Present, after reached: Instant? = nil) {
    // Sessions that a command, a reload or a clock that was set has ended are gone by now.
    if limitLocks.isEmpty { releaseWithdrawal(at: present.wall, present) }
    var run = EdgeRun(since: previous, sources: router.sources.keys.sorted())
    run.reached = reached
    run.freed = book.waiting.filter { book.sessionsAwaited(by: $0).isEmpty }
    takeAll(into: &run, at: present)
    while let edge = run.dequeue() {
      guard let current = nextEdge(of: edge.subject, in: run, at: present) else { continue }
      if current == edge { perform(current, in: &run, at: present) }
      offerLoosening(to: &run, at: present)
      guard let next = nextEdge(of: edge.subject, in: run, at: present) else { continue }
      // A change that comes into force may end a session for which another one waits, at the same instant.
      let isDone = current != edge || next != edge || edge.subject == EdgeRun.configuration
      assert(isDone, "an edge changed nothing: \(edge)")
      if isDone { run.enqueue(next) }
    }
    endLimitsBeforeWithdrawal(until: present.wall, at: present)
    forgetStaleWaiting(run)
  }

  private mutating func takeAll(into run: inout EdgeRun, at present: Present) {
    take(due.due(at: present) + due.positions(of: book.waiting), into: &run, at: present)
    takeSources(into: &run, at: present)
    offerLoosening(to: &run, at: present)
  }

  private func offerLoosening(to run: inout EdgeRun, at present: Present) {
    guard !succession.successors.isEmpty, let edge = looseningEdge(in: run, at: present) else { return }
    run.enqueue(edge)
  }

  /// Puts in force what has waited long enough, and restarts the run, because the profiles and their windows may be
  /// others.
  private mutating func loosen(_ edge: DueEdge, in run: inout EdgeRun, at present: Present) {
    loosen(until: edge.planned, at: present)
    let freed = run.freed
    run = EdgeRun(since: run.previous, sources: run.sources)
    run.freed = freed
    run.reached = edge.planned
    run.isPastSet = edge.isBySet
    run.first = edge
    takeAll(into: &run, at: present)
  }

  /// Adds profiles to a run, including those that were part of it and had nothing left to do.
  mutating func take(_ subjects: [Int], into run: inout EdgeRun, at present: Present) {
    for subject in subjects {
      if run.agendas[subject] == nil { run.agendas[subject] = agenda(of: subject, in: run, at: present) }
      if let edge = nextEdge(of: subject, in: run, at: present) { run.enqueue(edge) }
    }
  }

  /// Returns the due edges of a profile's windows since the last change of the configuration.
  private func agenda(of subject: Int, in run: EdgeRun, at present: Present) -> ScheduleAgenda {
    let clock = clock(at: subject)
    let now = present.shown(by: clock).wall
    var agenda = ScheduleAgenda(
      timeline(at: subject), used: book.used(of: due.profiles[subject]), since: run.previous.shown(by: clock).wall,
      sight: state.sight(of: clock), now: now, isReplacing: isReplacing(at: subject), subject: subject)
    if let first = run.first {
      agenda.removeEdges(before: first, now: now) { $0.placed(by: clock, since: run.previous, at: present) }
    }
    return agenda
  }

  /// Computes when something is due next for the profiles that had something due or were changed.
  mutating func refreshDue(at present: Present) {
    var positions = Set(due.due(at: present))
    positions.formUnion(due.positions(of: book.log.changed))
    for position in positions {
      let profile = due.profiles[position]
      let clock = clock(at: position)
      let present = present.shown(by: clock)
      let session = book[profile]
      var next = session?.nextDue(at: present) ?? (clock: .max, elapsed: .max)
      let timeline = timeline(at: position)
      if let record = book.records[profile] { record.offerDue(to: &next, in: timeline, at: present) }
      let schedule = timeline.nextScheduleEdge(
        after: present.wall, used: book.used(of: profile), openEnd: session?[.schedule]?.end?.clockInstant)
      if let schedule { next.clock = min(next.clock, schedule.epochSeconds) }
      if clock == .trusted, next.clock < .max {
        next.elapsed = min(next.elapsed, present.elapsed(at: Instant(epochSeconds: next.clock)))
        next.clock = .max
      }
      due.set(position, wall: next.clock, elapsed: next.elapsed)
    }
  }

  /// Returns the next due edge of a subject with its place in the order of the run; nil if nothing is due.
  func nextEdge(of subject: Int, in run: EdgeRun, at present: Present) -> DueEdge? {
    if subject == EdgeRun.configuration { return looseningEdge(in: run, at: present) }
    guard subject < due.profiles.count else {
      return nextSourceEdge(of: subject, in: run, at: present)?.placed(by: .wall, since: run.previous, at: present)
    }
    let profile = due.profiles[subject]
    let clock = clock(at: subject)
    let own = present.shown(by: clock)
    let edges = [
      book[profile]?.firstDueEdge(at: own, subject: subject),
      book.records[profile]?.firstDueEdge(at: own, subject: subject), run.agendas[subject]?.first,
    ]
    return edges.lazy.compactMap { $0?.placed(by: clock, since: run.previous, at: present) }.min()
  }

  private mutating func perform(_ edge: DueEdge, in run: inout EdgeRun, at present: Present) {
    endLimitsBeforeWithdrawal(until: edge.falls, at: present)
    if edge.subject == EdgeRun.configuration { return loosen(edge, in: &run, at: present) }
    run.reached = max(run.reached ?? edge.falls, edge.falls)
    run.isPastSet = edge.isBySet
    book.reached = max(book.reached, min(present.elapsed(at: edge.falls), present.elapsed))
    if edge.subject < due.profiles.count {
      perform(edge, of: plan(at: edge.subject), in: &run, at: present)
    } else {
      performSource(edge, in: &run, at: present)
    }
    releaseWaiting(in: &run, by: edge, at: present)
    releaseWithdrawal(at: edge.instant(by: present, at: present), present)
  }

  private mutating func perform(_ edge: DueEdge, of plan: ProfilePlan, in run: inout EdgeRun, at present: Present) {
    let own = present.shown(by: plan.clock)
    switch edge.rank {
    case .endWarning, .startWarning:
      run.agendas[edge.subject]?.removeFirst()
      warn(edge, of: plan, at: own)
    case .releasedStart, .scheduleStart:
      run.agendas[edge.subject]?.removeFirst()
      startScheduled(edge, of: plan, in: &run, at: present)
    case .accessEnd: endGrants(on: edge, of: plan, at: own)
    case .breakRenewal: book.renewBreaks(of: plan.id, in: plan.zone, at: own)
    case .breakEnd: end(.break(plan.id), on: edge, of: plan, at: own)
    case .pauseEnd: end(.pause(plan.id), on: edge, of: plan, at: own)
    case .strategyEnd: end(.strategy(plan.id), on: edge, of: plan, at: own)
    case .scheduleEnd: end(.schedule(plan.id), on: edge, of: plan, at: own)
    case .plannedStart: startPlanned(on: edge, of: plan, in: &run, at: present)
    case .strategyStart: start(.strategy(plan.id), on: edge, of: plan, at: own)
    case .reminder: book.remind(of: plan.reference, at: edge.planned)
    case .configuration: break
    }
  }

  private mutating func warn(_ edge: DueEdge, of plan: ProfilePlan, at present: Present) {
    let activity = ActivityName.schedule(plan.id)
    if edge.rank == .startWarning {
      book.log.entries.append(
        SessionLog.Entry(
          name: .intervalWillStartWarning, activity: activity, profile: plan.reference, planned: edge.planned))
    } else if let end = book[plan.id]?[.schedule]?.end?.clockInstant, end == edge.interval?.end {
      book.note(.intervalWillEndWarning, activity: activity, of: plan.id, at: edge.planned)
    }
  }

  private mutating func startScheduled(
    _ edge: DueEdge, of plan: ProfilePlan, in run: inout EdgeRun, at present: Present
  ) {
    guard let interval = edge.interval else { return }
    let isDeferred = replaceSessions(on: edge, for: interval, of: plan, in: &run, at: present)
    if isDeferred { return }
    let present = present.shown(by: plan.clock)
    let activity = ActivityName.schedule(plan.id)
    if interval.contains(present.wall) {
      start(activity, on: edge, of: plan, at: present)
    } else if book.previous != nil, let seen = state.sight(of: plan.clock)?.seen, seen < interval.end {
      // At the first evaluation ever nothing was there to start it, so nothing is missed.
      let first = Missed.Span(start: edge.planned, end: interval.end)
      for missed in [first] + (run.agendas[edge.subject]?.furtherMissed ?? [])
      where !book.isCovered(missed, of: plan.id, at: present) {
        book.log.miss(activity, of: plan.reference, start: missed.start, end: missed.end)
      }
    }
  }

  private mutating func start(
    _ activity: ActivityName, on edge: DueEdge, of plan: ProfilePlan, at present: Present
  ) {
    router.handler(of: activity)?.intervalDidStart(
      ActivityEdge(activity, planned: edge.planned, present: present, interval: edge.interval, plan: plan), in: &book)
  }

  /// Ends the grants that are due. There may be several at one instant.
  private mutating func endGrants(on edge: DueEdge, of plan: ProfilePlan, at present: Present) {
    guard let session = book[plan.id] else { return }
    for grant in session.grants { end(grant.activity(of: plan.id, session.id), on: edge, of: plan, at: present) }
  }

  private mutating func end(_ activity: ActivityName, on edge: DueEdge, of plan: ProfilePlan, at present: Present) {
    router.handler(of: activity)?.intervalDidEnd(
      ActivityEdge(activity, planned: edge.planned, present: present, interval: edge.interval, plan: plan), in: &book)
  }
}
