import SchedulerCivilTime

extension Engine {
  /// Puts in force what may be of the configurations that were accepted: the open interval of each profile becomes the one
  /// that contains an instant, and ends when there is none; but no strict one ends earlier by it. A session of a profile
  /// that is no longer there ends.
  mutating func reload(at present: Present, as instant: Instant) {
    let clocks = profileClocks
    adoptSuccession()
    releaseUsesAhead(since: clocks, at: present)
    book.noteRemoved(besides: Set(due.profiles), at: present)
    for (profile, session, plan) in plannedSessions {
      guard let plan else {
        let own = present.shown(by: clocks[profile] ?? .wall)
        book.noteEnding(.removed, of: profile)
        book.closeSession(of: profile, at: own.wall, own)
        continue
      }
      let own = present.shown(by: plan.clock)
      let isOtherClock = clocks[profile] != plan.clock
      if isOtherClock { moveRenewal(of: plan, session, at: own) }
      guard let hold = session[.schedule] else { continue }
      // Only a profile that stands in for a lost one has no windows: what is stored says when the interval ends.
      if session.rules.lock == .strict, plan.profile.windows.isEmpty { continue }
      // An interval that goes on by elapsed time, since the clock was set to before its start, is not looked for.
      if !isOtherClock, case .elapsed = hold.end, occurrence(of: hold, in: plan.timeline) != nil { continue }
      let then = plan.clock == .wall ? instant : own.instant(of: .elapsed(present.elapsed(at: instant)))
      adopt(plan.timeline.interval(containing: then), of: plan, at: own)
    }
  }

  /// The machine is in another zone: windows that follow it move, and the same occurrences are looked for there.
  mutating func changeZone(to rules: ZoneRules, at present: Present) {
    succession.setSystemZone(rules)
    adoptSuccession()
    for (_, session, plan) in plannedSessions {
      guard let plan else { continue }
      let own = present.shown(by: plan.clock)
      resolveAnew(session, of: plan, at: own)
      moveRenewal(of: plan, session, at: own)
    }
  }

  /// Looks for the occurrences of the open intervals of profiles that live by a clock which was set.
  mutating func resolveAnew(by clock: ProfileClock, at present: Present) {
    for case (_, let session, let plan?) in plannedSessions where plan.clock == clock {
      resolveAnew(session, of: plan, at: present.shown(by: clock))
    }
  }

  /// Gives intervals that go on by elapsed time their planned ends again where the trusted clock is back inside them, also
  /// by a boot. One whose length had elapsed before is over: the time by which a boot made the clock earlier does not count
  /// for that.
  mutating func returnInside(at present: Present) {
    let elapsed = present.elapsed - (state.clock?.behind ?? 0)
    for case (_, let session, let plan?) in plannedSessions where plan.clock == .trusted {
      guard let hold = session[.schedule], case .elapsed(let end) = hold.end, elapsed < end else { continue }
      let own = present.shown(by: .trusted)
      guard let interval = occurrence(of: hold, in: plan.timeline), interval.contains(own.wall) else { continue }
      adopt(interval, of: plan, at: own)
    }
  }

  /// Looks for the occurrences of the open interval under the present clock and zone. Past the end, the interval ends
  /// now; before the start, it goes on until its length has elapsed. A strict one ends no earlier than at the end that it
  /// had at opening.
  private mutating func resolveAnew(_ session: Session, of plan: ProfilePlan, at present: Present) {
    guard let hold = session[.schedule] else { return }
    let interval = occurrence(of: hold, in: plan.timeline)
    if let interval, present.wall < interval.start { return resumeByElapsedTime(hold, of: plan.id, at: present) }
    let promised = session.promisedEnd(of: hold)
    if promised.map({ $0 <= present.wall }) ?? true, interval.map({ $0.end <= present.wall }) ?? true {
      // An end that has not moved falls like any other, late where the clock was set past it.
      if let interval, hold.end == Deadline(max(interval.end, promised ?? interval.end), by: plan.clock) { return }
      return book.close(.schedule, of: plan.id, at: present.wall, present)
    }
    guard let interval else { return }
    adopt(interval, of: plan, at: present)
  }

  /// The interval with the occurrences of a hold, as a timeline has it now.
  private func occurrence(of hold: Hold, in timeline: ProfileTimeline) -> Interval? {
    for key in hold.interval?.occurrences ?? [] {
      if let interval = timeline.interval(of: key) { return interval }
    }
    return nil
  }

  private mutating func resumeByElapsedTime(_ hold: Hold, of profile: ProfileID, at present: Present) {
    guard hold.end?.clockInstant != nil, let interval = hold.interval else { return }
    let end = Deadline.elapsed(hold.startElapsed + interval.length)
    if present.hasReached(end) {
      book.close(.schedule, of: profile, at: present.wall, present)
    } else {
      book.moveEnd(of: .schedule, of: profile, to: end)
    }
  }

  /// Makes the open interval of a profile another one of its timeline, or ends it. A strict one keeps at least the end
  /// that it had at opening.
  private mutating func adopt(_ interval: Interval?, of plan: ProfilePlan, at present: Present) {
    guard let session = book[plan.id], let hold = session[.schedule] else { return }
    let promised = session.promisedEnd(of: hold)
    guard let interval else {
      if promised == nil { book.close(.schedule, of: plan.id, at: present.wall, present) }
      return
    }
    let keys = plan.timeline.starts(in: interval).map(\.key)
    let end = max(interval.end, promised ?? interval.end)
    if hold.end == Deadline(end, by: plan.clock), hold.interval?.occurrences == keys { return }
    let held = HeldInterval(
      occurrences: keys, length: present.elapsed(at: end) - hold.startElapsed,
      openingEnd: plan.clock == .trusted ? hold.interval?.openingEnd ?? end : nil)
    book.changeHold(.schedule, of: plan.id) { hold in
      hold.end = Deadline(end, by: plan.clock)
      hold.kind = .schedule(held)
    }
    book.use(keys, of: plan, at: present.wall, present)
  }

  /// Renews the breaks of a session when the clocks show the time of that, in another zone or by another clock. Elapsed
  /// time is not cut short by it.
  private mutating func moveRenewal(of plan: ProfilePlan, _ session: Session, at present: Present) {
    guard let reset = session.rules.breaks?.reset, let renewal = session.breaks.renewal,
      let next = plan.zone.first(reset, after: present.wall)
    else { return }
    let moved = BreakBudget.Renewal(end: Deadline(next, by: plan.clock), elapsed: renewal.elapsed)
    if moved != renewal { _ = book.change(plan.id) { $0.breaks.renewal = moved } }
  }

  /// The clocks by which the profiles live.
  private var profileClocks: [ProfileID: ProfileClock] {
    Dictionary(due.profiles.indices.map { (due.profiles[$0], clock(at: $0)) }) { first, _ in first }
  }

  /// Lets a profile that lives by the trusted clock from now on start again what it used ahead of that clock: the wall clock
  /// was set ahead then.
  private mutating func releaseUsesAhead(since clocks: [ProfileID: ProfileClock], at present: Present) {
    guard !present.isWallTrusted else { return }
    let trusted = present.shown(by: .trusted).wall
    for position in due.profiles.indices where clock(at: position) == .trusted {
      let profile = due.profiles[position]
      guard clocks[profile] == .wall, !book.used(of: profile).isEmpty else { continue }
      let timeline = timeline(at: position)
      book.remember(profile) { record in
        record.used.release { key in timeline.interval(of: key).map { trusted < $0.start } ?? false }
      }
    }
  }
}

extension Session {
  /// The end that an interval had when a strict session opened it; nil for sessions that are not strict.
  fileprivate func promisedEnd(of hold: Hold) -> Instant? {
    rules.lock == .strict ? hold.interval?.openingEnd : nil
  }
}

extension Configuration {
  /// The same configuration where the machine's own zone has these rules.
  public func following(_ rules: ZoneRules) -> Configuration {
    let system = ConfiguredZone(.system, rules: rules)
    let profiles = profiles.map { profile in
      guard profile.zone?.choice == .system else { return profile }
      var profile = profile
      profile.zone = system
      return profile
    }
    return replacing(profiles: profiles, zone: zone.choice == .system ? system : zone)
  }
}
