import SchedulerCivilTime
import SchedulerStore

extension Engine {
  /// Delivers everything of monitored activities that is due, in the order of the times at which it is due.
  mutating func runMonitoring(at present: Present) {
    let lost = present.lostNanoseconds(since: book.previous)
    if lost > 0 { monitoring.leaveOut(lost, at: present.elapsed) }
    guard !router.monitored.isEmpty else { return }
    for activity in router.monitored {
      if monitoring[activity.name] == nil {
        monitoring[activity.name] = ActivityProgress(of: activity, at: present)
      } else {
        monitoring[activity.name]?.matchCounters(to: activity, at: present)
      }
    }
    deliverMonitoring(at: present)
  }

  /// Handles an input that concerns monitored activities, and delivers what became due because of it.
  mutating func takeMonitoring(_ input: Input, at present: Present) {
    switch input {
    case .startMonitoring(let activity):
      router.monitor(activity)
      monitoring[activity.name] = ActivityProgress(of: activity, at: present)
    case .stopMonitoring(let names): stopMonitoring(names, at: present)
    case .deviceUse(let use): monitoring.changeUse(to: use, at: present.elapsed)
    case .zoneChange(let rules):
      router.moveMonitored(to: rules)
      for activity in router.monitored { monitoring[activity.name]?.moveEnd(of: activity) }
      resumeMonitoring(at: present)
    case .clockStep: resumeMonitoring(at: present)
    case .time, .command, .configuration, .authorization, .activity, .attempts, .use, .suspension, .useEnds,
      .endingsInVain:
      return
    }
    deliverMonitoring(at: present)
  }

  /// Computes when the next edge of a monitored activity is due.
  mutating func refreshMonitoring(at present: Present) {
    monitoring.nextWall = .max
    monitoring.nextElapsed = .max
    for (position, activity) in router.monitored.enumerated() {
      guard let edge = nextMonitoringEdge(of: activity, at: position, present: present) else { continue }
      switch edge.rank {
      case .warningAtEnd, .thresholdAtEnd, .thresholdWarning, .threshold:
        monitoring.nextElapsed = min(monitoring.nextElapsed, edge.due)
      case .endWarning, .end, .startWarning, .start:
        let instant = present.instant(of: .elapsed(edge.due))
        monitoring.nextWall = min(monitoring.nextWall, instant.epochSeconds)
      }
    }
  }

  /// Restores what a record says of monitored activities. Other records have no effect.
  mutating func restoreMonitoring(from record: StateChange, reportingTo problems: inout [StateProblem]) {
    if record.key == MonitoringState.useKey {
      let ledger = record.read(reportingTo: &problems) { (reader) throws(StateProblem) in
        try UsageLedger(archive: &reader, of: nil)
      }
      if let ledger { monitoring.restore(ledger) } else { monitoring.rewriteUse() }
    } else if record.key.hasPrefix(MonitoringState.activityPrefix) {
      let name = String(record.key.dropFirst(MonitoringState.activityPrefix.count))
      let progress = record.read(reportingTo: &problems) { (reader) throws(StateProblem) in
        try ActivityProgress(archive: &reader, of: nil)
      }
      if let progress { monitoring.restore(progress, named: name) } else { monitoring.rewrite(name) }
    }
  }

  /// Whether a monitored activity has no open interval and no further one; true for a name that the router does not
  /// have, even if its record is kept, and false for an activity that was not evaluated yet.
  public func hasFinished(monitoring name: String) -> Bool {
    guard router.monitored.contains(where: { $0.name == name }) else { return true }
    guard let progress = monitoring[name] else { return false }
    return progress.open == nil && progress.upcoming == nil
  }

  /// Returns the interval of a monitored activity that was started and has not ended; nil if there is none.
  package func openInterval(monitoring name: String) -> MonitoredInterval? { monitoring[name]?.open?.interval }

  /// Returns the record of a monitored activity, for a program that undoes callbacks which it could not deliver. It is a
  /// removal if the activity is not monitored.
  package func record(ofMonitoring name: String) -> StateChange { monitoring.record(of: name) }

  private func nextMonitoringEdge(
    of activity: MonitoredActivity, at position: Int, present: Present
  ) -> MonitoringEdge? {
    monitoring[activity.name]?.nextEdge(
      of: activity, at: position, by: monitoring.ledger, under: router.monitoringRules, present: present)
  }

  private mutating func deliverMonitoring(at present: Present) {
    while true {
      skipMissedIntervals(at: present)
      var first: MonitoringEdge?
      for (position, activity) in router.monitored.enumerated() {
        guard let edge = nextMonitoringEdge(of: activity, at: position, present: present), edge.due <= present.elapsed
        else { continue }
        first = first.map { min($0, edge) } ?? edge
      }
      guard let first else { return }
      perform(first, of: router.monitored[first.activity], at: present)
    }
  }

  private mutating func skipMissedIntervals(at present: Present) {
    for activity in router.monitored {
      guard var progress = monitoring[activity.name], progress.open == nil, let upcoming = progress.upcoming,
        upcoming.end <= present.wall
      else { continue }
      for missed in progress.skipMissed(of: activity, at: present) {
        book.log.miss(.registered(activity.name), of: nil, start: missed.start, end: missed.end)
      }
      monitoring[activity.name] = progress
    }
  }

  private mutating func perform(_ edge: MonitoringEdge, of activity: MonitoredActivity, at present: Present) {
    let planned = present.instant(of: .elapsed(edge.due))
    switch edge.rank {
    case .startWarning:
      monitoring[activity.name]?.upcoming?.startWarning = nil
      note(.intervalWillStartWarning, of: activity, planned: planned)
    case .endWarning:
      monitoring[activity.name]?.open?.interval.endWarning = nil
      note(.intervalWillEndWarning, of: activity, planned: planned)
    case .start:
      guard let interval = monitoring[activity.name]?.start(of: activity, at: present) else { return }
      note(.intervalDidStart, of: activity, planned: planned)
      activity.handler?.intervalDidStart(
        self.edge(of: activity, planned: planned, interval: interval, at: present), in: &book)
    case .end: end(activity, planned: planned, at: present)
    case .warningAtEnd, .thresholdWarning:
      monitoring[activity.name]?.open?.counters[edge.threshold].isWarned = true
      note(.eventWillReachThresholdWarning, of: activity, planned: planned, threshold: edge.threshold)
    case .thresholdAtEnd, .threshold:
      monitoring[activity.name]?.open?.counters[edge.threshold].isReached = true
      note(.eventDidReachThreshold, of: activity, planned: planned, threshold: edge.threshold)
    }
  }

  /// Ends the open interval of an activity. Events that use reached exactly then follow if the rules say so.
  private mutating func end(_ activity: MonitoredActivity, planned: Instant, at present: Present) {
    guard let open = monitoring[activity.name]?.open else { return }
    monitoring[activity.name]?.open = nil
    note(.intervalDidEnd, of: activity, planned: planned)
    activity.handler?.intervalDidEnd(
      edge(of: activity, planned: planned, interval: open.interval, at: present), in: &book)
    guard !router.monitoringRules.thresholdsPrecedeEnd else { return }
    let end = present.elapsed(at: open.interval.end)
    for index in activity.thresholds.indices where index < open.counters.count {
      guard let next = open.nextUse(of: activity.thresholds[index], at: index, by: monitoring.ledger), next.due == end
      else { continue }
      note(
        next.isWarning ? .eventWillReachThresholdWarning : .eventDidReachThreshold, of: activity, planned: planned,
        threshold: index)
    }
  }

  private mutating func stopMonitoring(_ names: [String], at present: Present) {
    let names = Set(names)
    for activity in router.monitored where names.contains(activity.name) {
      end(activity, planned: present.wall, at: present)
    }
    for name in names { monitoring[name] = nil }
    router.stopMonitoring(names)
  }

  private mutating func resumeMonitoring(at present: Present) {
    for activity in router.monitored { monitoring[activity.name]?.resumeUpcoming(of: activity, at: present) }
  }

  private mutating func note(
    _ name: EventName, of activity: MonitoredActivity, planned: Instant, threshold: Int? = nil
  ) {
    book.log.entries.append(
      SessionLog.Entry(
        name: name, activity: .registered(activity.name), planned: planned,
        message: threshold.map { activity.thresholds[$0].name }))
  }

  private func edge(
    of activity: MonitoredActivity, planned: Instant, interval: MonitoredInterval, at present: Present
  ) -> ActivityEdge {
    ActivityEdge(
      .registered(activity.name), planned: planned, present: present,
      interval: Interval(start: interval.start, end: interval.end))
  }
}
