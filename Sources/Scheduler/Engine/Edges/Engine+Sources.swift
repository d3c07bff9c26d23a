import SchedulerCivilTime

extension Engine {
  /// Gives the registered sources a part in a run, each with the state in which it begins if it has none yet.
  mutating func takeSources(into run: inout EdgeRun, _ present: Present) {
    for (offset, name) in run.sources.enumerated() {
      if state.sources[name] == nil {
        state.sources[name] = router.sources[name]?.firstState(at: present.wall, since: run.previous.wall)
      }
      if let edge = nextEdge(of: due.profiles.count + offset, run, present) { run.enqueue(edge) }
    }
  }

  /// What is due next of a source: the end of the interval that is open, else the start of the next. An interval starts
  /// once: none before or at the newest that was started starts again, also when the clock is set back.
  func nextSourceEdge(of subject: Int, _ run: EdgeRun, _ present: Present) -> DueEdge? {
    let name = run.sources[subject - due.profiles.count]
    guard let state = state.sources[name] else { return nil }
    if let end = state.openEnd {
      return end <= present.wall ? DueEdge(planned: end, rank: .scheduleEnd, subject: subject) : nil
    }
    guard let interval = router.sources[name]?.source.next(after: state.startedUntil), interval.start <= present.wall,
      state.startedUntil < interval.start
    else { return nil }
    return DueEdge(planned: interval.start, rank: .scheduleStart, subject: subject, interval: interval)
  }

  /// Starts or ends an interval of a source; one that began and ended unseen is missed.
  mutating func performSource(_ edge: DueEdge, _ run: inout EdgeRun, _ present: Present) {
    let name = run.sources[edge.subject - due.profiles.count]
    guard let registered = router.sources[name] else { return }
    let activity = ActivityName.registered(name)
    if let interval = edge.interval {
      state.sources[name]?.startedUntil = interval.start
      guard interval.contains(present.wall) else {
        book.log.miss(activity, nil, start: interval.start, end: interval.end)
        return
      }
      state.sources[name]?.openEnd = interval.end
      deliver(.intervalDidStart, activity, edge, registered, present)
    } else {
      state.sources[name]?.openEnd = nil
      deliver(.intervalDidEnd, activity, edge, registered, present)
    }
    take(due.positions(of: book.log.changed), into: &run, present)
  }

  /// Finds out when a source starts or ends an interval next.
  mutating func refreshSources(at present: Present) {
    let changes = router.sources.map { name, registered in
      state.sources[name]?.openEnd ?? registered.source.next(after: present.wall)?.start
    }
    state.nextSourceChange = changes.compactMap { $0?.epochSeconds }.min() ?? .max
  }

  private mutating func deliver(
    _ name: EventName, _ activity: ActivityName, _ edge: DueEdge, _ registered: ActivityRouter.RegisteredSource,
    _ present: Present
  ) {
    let plan = registered.profile.flatMap(plan(named:))
    book.log.entries.append(
      SessionLog.Entry(name: name, activity: activity, profile: plan?.reference, planned: edge.planned))
    let edge = ActivityEdge(activity, planned: edge.planned, present: present, interval: edge.interval, plan: plan)
    switch name {
    case .intervalDidStart: registered.handler.intervalDidStart(edge, in: &book)
    default: registered.handler.intervalDidEnd(edge, in: &book)
    }
  }
}

extension ActivityRouter.RegisteredSource {
  /// Where a source begins that has never run: with the interval that contains now, else with the next.
  fileprivate func firstState(at now: Instant, since previous: Instant) -> SourceState {
    let first = source.interval(containing: now)?.start ?? previous
    return SourceState(openEnd: nil, startedUntil: min(first, previous).adding(seconds: -1))
  }
}
