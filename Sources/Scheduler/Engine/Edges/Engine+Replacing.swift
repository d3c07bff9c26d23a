import SchedulerCivilTime

extension Engine {
  /// Ends the running sessions at the planned start of an interval whose profile replaces others. Returns whether this
  /// edge does not start the interval: because locked sessions still run, or because it now starts at a later edge.
  mutating func replaceSessions(
    on edge: DueEdge, for interval: Interval, of plan: ProfilePlan, in run: inout EdgeRun, at present: Present
  ) -> Bool {
    let own = present.shown(by: plan.clock)
    if plan.profile.overlap == .replace, !book.outlasts(interval, of: plan, at: own) {
      let first = book.used(of: plan.id).firstUnused(of: plan.timeline.starts(in: interval))
      let isKnown = first != nil && book.records[plan.id]?.waiting?.occurrence == first?.key
      if let first, !isKnown {
        let locked = replaceOthers(than: plan.id, on: edge, in: &run, at: present)
        let waiting = WaitingInterval(occurrence: first.key, start: edge.planned, sessions: locked)
        book.setWaiting(locked.isEmpty ? nil : waiting, of: plan.id)
      }
      if interval.contains(own.wall) {
        if book.awaitsSessions(plan.id) {
          run.waiting[edge.subject] = edge
          return true
        }
        if isKnown, edge.rank == .scheduleStart, let released = release(of: plan.id, in: run, at: own) {
          release(edge, dueAt: released, in: &run, at: present)
          return true
        }
      }
    }
    book.setWaiting(nil, of: plan.id)
    return false
  }

  /// Returns when the awaited sessions of a profile ended, if that is not at an edge of this run: now if they were gone
  /// before the evaluation, else at the edge at which the configuration changed; nil for neither.
  private func release(of profile: ProfileID, in run: EdgeRun, at own: Present) -> Instant? {
    run.freed.contains(profile) ? own.wall : run.first?.instant(by: own, at: own)
  }

  /// Releases the waiting intervals whose last awaited session has ended. They start at that instant, before the
  /// intervals that are planned for it, so that these do not use them up.
  ///
  /// - Parameter last: the edge that falls at that instant.
  mutating func releaseWaiting(in run: inout EdgeRun, by last: DueEdge, at present: Present) {
    for (subject, edge) in run.waiting where !book.awaitsSessions(due.profiles[subject]) {
      run.waiting[subject] = nil
      let released = last.instant(by: present.shown(by: clock(at: subject)), at: present)
      release(edge, dueAt: released, in: &run, at: present)
    }
  }

  /// Makes the start of a waiting interval due at `instant` by the clock of its profile.
  private mutating func release(_ edge: DueEdge, dueAt instant: Instant, in run: inout EdgeRun, at present: Present) {
    let released = DueEdge(
      planned: max(instant, edge.planned), rank: .releasedStart, subject: edge.subject, interval: edge.interval)
    run.agendas[edge.subject]?.insert(released)
    run.enqueue(released.placed(by: clock(at: edge.subject), since: run.previous, at: present))
  }

  /// Forgets waiting intervals that no longer wait, because the configuration or the clock is another.
  mutating func forgetStaleWaiting(_ run: EdgeRun) {
    for profile in book.waiting where due.position(of: profile).flatMap({ run.waiting[$0] }) == nil {
      book.setWaiting(nil, of: profile)
    }
  }

  /// Ends the unlocked sessions that run when an interval starts that replaces them, and uses the intervals that wait
  /// then. Sessions and intervals that started later are left alone. If the interval comes with a later configuration,
  /// or because the trusted clock was set back, the sessions ran until now.
  ///
  /// - Parameter edge: the start of the interval.
  /// - Returns: the locked sessions that run then.
  mutating func replaceOthers(
    than profile: ProfileID, on edge: DueEdge, in run: inout EdgeRun, at present: Present
  ) -> [SessionID] {
    let isReturned = edge.isReturned(since: run.previous, at: present)
    let isNew = !isReturned && edge.isAfter(run.previous, at: present)
    var ended: Set<ProfileID> = []
    var locked: [SessionID] = []
    for (other, session) in book.sessions.sorted(by: { $0.key < $1.key }) where other != profile {
      let own = present.shown(by: clock(of: other))
      let planned = edge.instant(by: own, at: present)
      guard isNew || session.isOlder(than: planned, at: own) else { continue }
      if session.resistsReplacing {
        locked.append(session.id)
      } else {
        let known = isReturned ? own.wall : run.previous.shown(by: own.clock).wall
        book.noteEnding(.replaced, of: other)
        book.closeSession(of: other, planned: min(isNew ? planned : max(known, planned), own.wall), at: own)
        ended.insert(other)
      }
    }
    for other in book.waiting.sorted() where other != profile {
      let own = present.shown(by: clock(of: other))
      let planned = edge.instant(by: own, at: present)
      guard let waiting = book.records[other]?.waiting, isNew || waiting.start <= planned else { continue }
      if let plan = plan(of: other) { useWaiting(waiting, of: plan, from: planned, at: own) }
      if let position = due.position(of: other) { run.waiting[position] = nil }
    }
    take(due.positions(of: ended), into: &run, at: present)
    return locked.sorted()
  }

  /// Uses a waiting interval. If another zone or clock makes it over or still ahead, it waits no longer and is not
  /// used.
  mutating func useWaiting(
    _ waiting: WaitingInterval, of plan: ProfilePlan, from planned: Instant, at present: Present
  ) {
    book.setWaiting(nil, of: plan.id)
    guard let interval = plan.timeline.interval(of: waiting.occurrence), interval.contains(present.wall) else { return }
    let keys = plan.timeline.starts(in: interval).map(\.key)
    book.use(keys, of: plan, from: planned, at: present)
    book.remember(plan.id) { $0.used.end(keys, by: .replaced) }
  }
}
