import SchedulerCivilTime

extension Engine {
  /// Adds the registered sources to a run. A source without a state gets its first one.
  mutating func takeSources(into run: inout EdgeRun, at present: Present) {
    for (offset, name) in run.sources.enumerated() {
      if state.sources[name] == nil {
        state.sources[name] = router.sources[name]?.firstState(at: present.wall, since: run.previous.wall)
      }
      if let edge = nextEdge(of: due.profiles.count + offset, in: run, at: present) { run.enqueue(edge) }
    }
  }

  /// Returns the next due edge of a source: the end of the open interval, otherwise the start of the next one. An
  /// interval starts once: no interval at or before the newest started one starts again, even if the clock is set back.
  func nextSourceEdge(of subject: Int, in run: EdgeRun, at present: Present) -> DueEdge? {
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

  /// Starts or ends an interval of a source. An interval that began and ended without an evaluation is missed.
  mutating func performSource(_ edge: DueEdge, in run: inout EdgeRun, at present: Present) {
    let name = run.sources[edge.subject - due.profiles.count]
    guard let registered = router.sources[name] else { return }
    let activity = ActivityName.registered(name)
    if let interval = edge.interval {
      state.sources[name]?.startedUntil = interval.start
      guard interval.contains(present.wall) else {
        if book.previous != nil { book.log.miss(activity, of: nil, start: interval.start, end: interval.end) }
        return
      }
      state.sources[name]?.openEnd = interval.end
      deliver(.intervalDidStart, of: activity, on: edge, to: registered, at: present)
    } else {
      state.sources[name]?.openEnd = nil
      deliver(.intervalDidEnd, of: activity, on: edge, to: registered, at: present)
    }
    take(due.positions(of: book.log.changed), into: &run, at: present)
  }

  /// Computes when a source next starts or ends an interval.
  mutating func refreshSources(at present: Present) {
    let changes = router.sources.map { name, registered in
      state.sources[name]?.openEnd ?? registered.source.next(after: present.wall)?.start
    }
    state.nextSourceChange = changes.compactMap { $0?.epochSeconds }.min() ?? .max
  }

  private mutating func deliver(
    _ name: EventName, of activity: ActivityName, on edge: DueEdge, to registered: ActivityRouter.RegisteredSource,
    at present: Present
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
  /// Returns the state of a source that has never run. It begins with the intervals that start at or after the previous
  /// evaluation, or with the interval that contains `now` if that started earlier.
  fileprivate func firstState(at now: Instant, since previous: Instant) -> SourceState {
    let first = source.interval(containing: now)?.start ?? previous
    return SourceState(openEnd: nil, startedUntil: min(first, previous).adding(seconds: -1))
  }
}
