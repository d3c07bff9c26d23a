import CivilTime

extension Engine {
  /// Starts and ends the intervals of registered sources that are due. An interval starts once: none before or at the
  /// newest that was started starts again, also when the clock is set back.
  ///
  /// Sources come behind the profiles, in the order of their names, and an interval that passed unseen is missed.
  mutating func runSources(at present: Present, since previous: Instant) {
    for (name, registered) in router.sources.sorted(by: { $0.key < $1.key }) {
      let activity = ActivityName.registered(name)
      var source = state.sources[name] ?? registered.firstState(at: present.wall, since: previous)
      if let end = source.openEnd, end <= present.wall {
        source.openEnd = nil
        deliver(.intervalDidEnd, activity, at: end, nil, registered, present)
      }
      missIntervals(of: registered.source, activity, &source, present)
      if let interval = registered.source.interval(containing: present.wall), source.startedUntil < interval.start {
        source = SourceState(openEnd: interval.end, startedUntil: interval.start)
        deliver(.intervalDidStart, activity, at: interval.start, interval, registered, present)
      }
      state.sources[name] = source
    }
    let changes = router.sources.map { name, registered in
      state.sources[name]?.openEnd ?? registered.source.next(after: present.wall)?.start
    }
    state.nextSourceChange = changes.compactMap { $0?.epochSeconds }.min() ?? .max
  }

  /// Notes the intervals that began and ended since the newest that was started.
  private mutating func missIntervals(
    of intervals: any IntervalSource, _ activity: ActivityName, _ source: inout SourceState, _ present: Present
  ) {
    while source.openEnd == nil, let interval = intervals.next(after: source.startedUntil), interval.end <= present.wall
    {
      book.log.miss(activity, nil, start: interval.start, end: interval.end)
      source.startedUntil = interval.start
    }
  }

  private mutating func deliver(
    _ name: EventName, _ activity: ActivityName, at planned: Instant, _ interval: Interval?,
    _ registered: ActivityRouter.RegisteredSource, _ present: Present
  ) {
    let plan = registered.profile.flatMap { key in
      configuration.profiles.firstIndex { $0.key == key }.map(self.plan(at:))
    }
    book.log.entries.append(
      SessionLog.Entry(name: name, activity: activity, profile: plan?.reference, planned: planned))
    let edge = ActivityEdge(activity, planned: planned, present: present, interval: interval, plan: plan)
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
