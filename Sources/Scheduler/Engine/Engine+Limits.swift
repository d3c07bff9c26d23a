import SchedulerCivilTime
import SchedulerStore

extension Engine {
  /// Delivers what use has reached, and ends the periods that are over, each limit in the order of time.
  mutating func runLimits(_ input: Input, at present: Present) {
    let lost = present.lostNanoseconds(since: book.previous)
    if lost > 0 { limits.leaveOut(lost, at: present.elapsed) }
    if case .suspension(let nanoseconds) = input {
      limits.leaveOut(nanoseconds, at: present.elapsed)
      let begin = present.instant(of: .elapsed(present.elapsed - nanoseconds))
      for name in limits.suspendGaps(at: present.elapsed) { noteGapEnd(of: name, planned: begin) }
    }
    runDueLimits(at: present)
  }

  private mutating func runDueLimits(at present: Present) {
    for key in limits.counters.keys.sorted() {
      guard let counted = counted(key), counted.mayCover(key.user, known: limits.people[key.user]?.user) else {
        limits.remove(key)
        continue
      }
      while runLimit(key, of: counted, at: present) {}
    }
  }

  /// Does the next thing of a limit that is due. Returns false if nothing is.
  private mutating func runLimit(_ key: LimitKey, of counted: CountedLimit, at present: Present) -> Bool {
    guard let counter = limits[key] else { return false }
    let own = present.shown(by: counted.clock)
    if (counter.period.session == nil) != (counted.limit.period == .day) {
      limits.remove(key)
      return false
    }
    if let session = counter.period.session {
      let isOver = period(of: counted, at: present).map { !$0.isPeriod(of: counter) } ?? true
      if isOver || book[key.profile]?.id != session {
        limits.remove(key)
        return false
      }
    }
    if counter.isReachedNoMore(under: counted.limit, at: present.elapsed) {
      limits.change(key) { $0.forgetReached() }
      return true
    }
    let next = counter.nextEdge(of: counted.limit, at: present.elapsed)
    if let end = dayEnd(of: counter, at: own), next.map({ end <= $0.due }) ?? true {
      endDay(of: counter, key: key, counting: counted, at: own, end: end)
      return true
    }
    guard let next, next.due <= present.elapsed else { return false }
    // An instant is rounded to the nearest second, which may be after the delivery.
    let planned = min(own.instant(of: .elapsed(next.due)), own.wall)
    limits.change(key) { if next.isWarning { $0.isWarned = true } else { $0.reached = planned } }
    note(
      next.isWarning ? .eventWillReachThresholdWarning : .eventDidReachThreshold, of: counted, by: counter, key: key,
      planned: planned, at: present)
    return true
  }

  /// Ends the day of a counter, and begins the next one if a target is in use.
  private mutating func endDay(
    of counter: LimitCounter, key: LimitKey, counting counted: CountedLimit, at own: Present, end: Int64
  ) {
    limits.remove(key)
    let isCounting = limits.people[key.user]?.counting.contains(key) ?? false
    if isCounting, let since = counter.use.since, let day = LimitPeriod.day(of: counted, at: own) {
      limits.begin(key, in: day, at: max(end, since))
    }
  }

  /// Returns the elapsed time at which the day of a counter ended; nil before. If the clock was set since the previous
  /// evaluation, the day ends now.
  private func dayEnd(of counter: LimitCounter, at own: Present) -> Int64? {
    guard let end = counter.period.renewal?.elapsedEnd(at: own) else { return nil }
    let isSet = book.previous.map { !own.moment.continues($0.shown(by: own.clock).moment) } ?? false
    return isSet ? own.elapsed : end
  }

  /// Begins and ends counting, after time passed and the input was handled.
  mutating func refreshLimits(after input: Input, at present: Present) {
    if case .use(let report) = input { take(report, at: present) }
    if case .endingsInVain(of: let name) = input { blockInstead(name) }
    if case .useEnds = input {
      for gap in limits.forgetPeople(at: present.elapsed) {
        noteGapEnd(of: gap.user, planned: gap.lastSeen ?? present.wall)
      }
    }
    limits.nextWall = .max
    limits.nextElapsed = .max
    guard !countedLimits.isEmpty || !limits.counters.isEmpty else { return }
    if case .zoneChange = input { moveLimitRenewals(at: present) }
    for key in limits.counters.keys where !(limits.people[key.user]?.counting.contains(key) ?? false) {
      limits.pause(key, at: present.elapsed)
    }
    let places = Dictionary(grouping: limits.people.values.flatMap(\.counting)) { $0.place }
    var awaited: [CountedLimit] = []
    for (place, keys) in places.sorted(by: { $0.value[0] < $1.value[0] }) {
      guard let counted = limitIndex[place].map({ countedLimits[$0] }) else { continue }
      let period = period(of: counted, at: present)
      if period == nil { awaited.append(counted) }
      for key in keys.sorted() {
        if let period {
          limits.begin(key, in: period, at: present.elapsed)
        } else {
          limits.pause(key, at: present.elapsed)
        }
      }
    }
    // What began, or an edit, may have made something due.
    runDueLimits(at: present)
    limits.noteUnsaved(at: present.elapsed)
    findNextOfLimits(at: present)
    for counted in awaited where counted.limit.period == .day { awaitDay(of: counted, at: present) }
  }

  /// Gives days that have begun the ends that they have in another zone. The elapsed time that must pass as well stays.
  private mutating func moveLimitRenewals(at present: Present) {
    for (key, counter) in limits.counters {
      guard let counted = counted(key), let renewal = counter.period.renewal else { continue }
      let own = present.shown(by: counted.clock)
      guard let end = counted.zone.first(counted.limit.dayStart, after: own.wall) else { continue }
      let moved = BreakBudget.Renewal(end: Deadline(end, by: counted.clock), elapsed: renewal.elapsed)
      if moved != renewal { limits.change(key) { $0.period.renewal = moved } }
    }
  }

  /// Returns the limit of a key; nil if the configuration in force does not have it.
  func counted(_ key: LimitKey) -> CountedLimit? { limitIndex[key.place].map { countedLimits[$0] } }

  /// Wakes the engine when the next day begins, because a target is in use on a day on which the limit does not hold.
  private mutating func awaitDay(of counted: CountedLimit, at present: Present) {
    let own = present.shown(by: counted.clock)
    guard let start = counted.zone.first(counted.limit.dayStart, after: own.wall) else { return }
    limits.nextWall = min(limits.nextWall, present.instant(at: start, shownBy: own).epochSeconds)
  }

  /// Returns the layers of the sessions and of the limits that were reached, in the order of profile keys.
  func layers(at present: Present) -> [AppliedLayer] {
    let ofLimits = limitLayers(at: present)
    let layers = book.shield(at: present) + ofLimits
    if ofLimits.isEmpty { return layers }
    return layers.sorted { ($0.layer.profile.key, $0.session) < ($1.layer.profile.key, $1.session) }
  }

  /// Returns the layers of the limits that block because they were reached, in the order of profile keys.
  private func limitLayers(at present: Present) -> [AppliedLayer] {
    guard limits.hasReached else { return [] }
    return reachedLimits { counted, user in blocks(counted, for: user) }.compactMap { key, counted in
      limits[key].map { counter in
        AppliedLayer(
          layer: counted.layer(for: key.user), session: counter.layerID(of: key), isStrict: counted.isStrict,
          origins: [], until: end(of: counter, counting: counted, at: present), limit: counted.text)
      }
    }
  }

  /// Returns when the period of a counter ends without any command; nil for an open end.
  func end(of counter: LimitCounter, counting counted: CountedLimit, at present: Present) -> Instant? {
    let own = present.shown(by: counted.clock)
    if let renewal = counter.period.renewal { return present.instant(at: renewal.instant(at: own), shownBy: own) }
    guard let session = book[counted.profile.id] else { return nil }
    let end = counted.limit.period == .window ? session[.schedule]?.end : session.plannedEnd(at: present)
    return end.map(present.instant(of:))
  }

  /// Restores what a record says of a limit. Other records have no effect.
  mutating func restoreLimit(from record: StateChange, reportingTo problems: inout [StateProblem]) {
    if record.key == LimitBook.sourceKey {
      let measured = record.read(reportingTo: &problems) { (reader) throws(StateProblem) in
        try MeasuredPeople(archive: &reader, of: nil)
      }
      if let measured { limits.restore(measured) } else { limits.rewriteSources() }
    }
    guard let key = LimitKey(recordKey: record.key) else { return }
    let counter = record.read(reportingTo: &problems) { (reader) throws(StateProblem) in
      try LimitCounter(archive: &reader, of: nil)
    }
    if let counter { limits.restore(counter, of: key) } else { limits.rewrite(key) }
  }

  /// Remembers what a person uses.
  private mutating func take(_ report: UseReport, at present: Present) {
    guard let name = report.user.name else { return }
    // A report that comes later opens no lock of a used-up limit.
    let locking = limits.counters.filter { key, counter in counter.reached != nil && counted(key)?.isStrict ?? false }
    limits.takeOff(seconds: report.idleSeconds, of: name, at: present.elapsed, except: Set(locking.keys))
    let endsGap = limits.setPerson(
      name,
      to: report.source.map { source in
        LimitBook.Person(
          user: report.user, targets: report.targets, source: source, knowsPages: report.knowsPages,
          since: present.elapsed)
      })
    if endsGap { noteGapEnd(of: name, planned: present.wall) }
    if let start = limits.noteGap(of: name, at: present.elapsed, wall: present.wall) {
      book.log.entries.append(
        SessionLog.Entry(
          name: .useGapDidStart, planned: present.wall, start: present.instant(of: .elapsed(start)), user: name))
    }
    limits.match(countedLimits, of: name)
  }

  private mutating func noteGapEnd(of name: String, planned: Instant) {
    book.log.entries.append(SessionLog.Entry(name: .useGapDidEnd, planned: planned, user: name))
  }

  /// Returns the period of a limit that contains the present; nil if the limit does not hold now.
  private func period(of counted: CountedLimit, at present: Present) -> LimitPeriod? {
    switch counted.limit.period {
    case .day: return .day(of: counted, at: present.shown(by: counted.clock))
    case .session:
      return book[counted.profile.id].map { LimitPeriod(start: $0.start, session: $0.id) }
    case .window:
      guard let session = book[counted.profile.id], let hold = session[.schedule] else { return nil }
      return LimitPeriod(start: hold.start, session: session.id)
    }
  }

  private mutating func findNextOfLimits(at present: Present) {
    if let due = limits.nextSourceSaving(at: present.elapsed) { limits.nextElapsed = min(limits.nextElapsed, due) }
    for (key, counter) in limits.counters {
      guard let counted = counted(key) else { continue }
      if let renewal = counter.period.renewal {
        let own = present.shown(by: counted.clock)
        if own.hasReached(renewal.end) {
          limits.nextElapsed = min(limits.nextElapsed, renewal.elapsed)
        } else {
          limits.nextWall = min(
            limits.nextWall, present.instant(at: own.instant(of: renewal.end), shownBy: own).epochSeconds)
        }
      }
      let saving = limits.isChanged(key) ? present.elapsed + LimitCounter.longestUnsaved : nil
      let due = [
        counter.nextEdge(of: counted.limit, at: present.elapsed)?.due,
        counter.use.since == nil ? nil : saving ?? counter.nextSaving(at: present.elapsed),
      ]
      limits.nextElapsed = min(limits.nextElapsed, due.compactMap(\.self).min() ?? .max)
    }
  }

  private mutating func note(
    _ name: EventName, of counted: CountedLimit, by counter: LimitCounter, key: LimitKey, planned: Instant,
    at present: Present
  ) {
    let isBlocking = name == .eventDidReachThreshold && blocks(counted, for: key.user)
    book.log.entries.append(
      SessionLog.Entry(
        name: name, profile: counted.profile, session: counter.layerID(of: key), planned: planned,
        message: counted.text, user: key.user,
        until: isBlocking ? end(of: counter, counting: counted, at: present) : nil))
  }
}

extension LimitCounter {
  /// Returns the elapsed time at which use reaches the warning or the limit, which is the present if an edit of the limit
  /// or a start made it so; nil if use does not reach it.
  fileprivate func nextEdge(of limit: UsageLimit, at elapsed: Int64) -> ThresholdEdge? {
    guard reached == nil, !isLifted else { return nil }
    return ThresholdEdge(at: allowance(of: limit), warningSeconds: isWarned ? nil : limit.warningSeconds) {
      use.time(ofReaching: $0, at: elapsed)
    }
  }

  /// The identity under which the layer of the limit is applied, and attempts on it are recorded.
  func layerID(of key: LimitKey) -> SessionID {
    SessionID(
      UUIDValue(
        version5Of: "limit:\(key.position):\(key.user):\(period.start.epochSeconds)", in: key.profile.uuid))
  }
}
