import CivilTime

extension Engine {
  /// Does everything that is due, in the order of its planned instants; within one instant ends come before starts, the
  /// inner before the outer, and profiles in the order of their keys.
  ///
  /// - Parameter previous: what the wall clock showed when this was last done.
  mutating func runEdges(at present: Present, since previous: Instant) {
    var run = EdgeRun(due.due(at: present), since: previous)
    for subject in run.subjects {
      run.agendas[subject] = agenda(of: subject, at: present, since: previous)
      if let edge = nextEdge(of: subject, run, present) { run.queue.insert(edge) }
    }
    while let edge = run.queue.popMin() {
      guard let current = nextEdge(of: edge.subject, run, present) else { continue }
      if current == edge { perform(current, &run, present) }
      guard let next = nextEdge(of: edge.subject, run, present) else { continue }
      assert(current != edge || next != edge, "an edge changed nothing")
      if current != edge || next != edge { run.queue.insert(next) }
    }
    state.see(until: present.wall)
  }

  /// Finds out anew when something is due for the profiles that had something due or were changed.
  mutating func refreshDue(at present: Present) {
    var positions = Set(due.due(at: present))
    positions.formUnion(due.positions(of: book.log.changed))
    for position in positions {
      let profile = due.profiles[position]
      let session = book[profile]
      var next = session?.nextDue(at: present) ?? (wall: .max, elapsed: .max)
      var openEnd: Instant?
      if case .wall(let end) = session?[.schedule]?.end { openEnd = end }
      let schedule = timeline(at: position).nextScheduleEdge(
        after: present.wall, used: book.used(of: profile), openEnd: openEnd)
      if let schedule { next.wall = min(next.wall, schedule.epochSeconds) }
      due.set(position, wall: next.wall, elapsed: next.elapsed)
    }
  }

  private func agenda(of subject: Int, at present: Present, since previous: Instant) -> ScheduleAgenda {
    ScheduleAgenda(
      timeline(at: subject), used: book.used(of: due.profiles[subject]), since: previous,
      seen: state.seen ?? previous, now: present.wall, subject: subject)
  }

  private func nextEdge(of subject: Int, _ run: EdgeRun, _ present: Present) -> DueEdge? {
    let session = book[due.profiles[subject]]?.firstDueEdge(at: present, subject: subject)
    guard let planned = run.agendas[subject]?.first else { return session }
    return session.map { min($0, planned) } ?? planned
  }

  private mutating func perform(_ edge: DueEdge, _ run: inout EdgeRun, _ present: Present) {
    let plan = plan(at: edge.subject)
    switch edge.rank {
    case .endWarning, .startWarning, .scheduleStart:
      run.agendas[edge.subject]?.removeFirst()
      performScheduled(edge, of: plan, since: run.previous, present)
    case .breakRenewal: book.renewBreaks(of: plan.id, in: plan.zone, at: present)
    case .breakEnd: end(.break(plan.id), edge, plan, present)
    case .pauseEnd: end(.pause(plan.id), edge, plan, present)
    case .strategyEnd: end(.strategy(plan.id), edge, plan, present)
    case .scheduleEnd: end(.schedule(plan.id), edge, plan, present)
    case .strategyStart: start(.strategy(plan.id), edge, plan, present)
    }
  }

  private mutating func performScheduled(
    _ edge: DueEdge, of plan: ProfilePlan, since previous: Instant, _ present: Present
  ) {
    guard let interval = edge.interval else { return }
    let activity = ActivityName.schedule(plan.id)
    switch edge.rank {
    case .startWarning:
      book.log.entries.append(
        SessionLog.Entry(
          name: .intervalWillStartWarning, activity: activity, profile: plan.reference, planned: edge.planned))
    case .endWarning:
      guard book[plan.id]?[.schedule]?.end == .wall(interval.end) else { return }
      book.note(.intervalWillEndWarning, activity, of: plan.id, at: edge.planned)
    default:
      if plan.profile.overlap == .replace { replaceOthers(than: plan.id, at: edge.planned, since: previous, present) }
      if interval.contains(present.wall) {
        start(activity, edge, plan, present)
      } else if let seen = state.seen, seen < interval.end {
        book.log.miss(activity, plan.reference, start: edge.planned, end: interval.end)
      }
    }
  }

  /// Ends the sessions that run when an interval starts that replaces them; what started after that is let be. Where the
  /// interval comes with a later configuration, they ran until now.
  private mutating func replaceOthers(
    than profile: ProfileID, at planned: Instant, since previous: Instant, _ present: Present
  ) {
    let end = state.seen.map { max($0, planned) } ?? planned
    for (other, session) in book.sessions.sorted(by: { $0.key < $1.key })
    where other != profile && (previous < planned || session.isOlder(than: planned, at: present)) {
      book.closeSession(of: other, at: end, present)
    }
  }

  private mutating func start(
    _ activity: ActivityName, _ edge: DueEdge, _ plan: ProfilePlan, _ present: Present
  ) {
    router.handler(of: activity)?.intervalDidStart(
      ActivityEdge(activity, planned: edge.planned, present: present, interval: edge.interval, plan: plan), in: &book)
  }

  private mutating func end(_ activity: ActivityName, _ edge: DueEdge, _ plan: ProfilePlan, _ present: Present) {
    router.handler(of: activity)?.intervalDidEnd(
      ActivityEdge(activity, planned: edge.planned, present: present, interval: edge.interval, plan: plan), in: &book)
  }
}

/// The profiles that have something due at an evaluation, and what.
private struct EdgeRun {
  let subjects: [Int]
  let previous: Instant
  var agendas: [Int: ScheduleAgenda] = [:]
  var queue = MinHeap<DueEdge>()

  init(_ subjects: [Int], since previous: Instant) {
    self.subjects = subjects
    self.previous = previous
  }
}
