import SchedulerCivilTime

extension Engine {
  /// Puts in force everything in the accepted configurations that may take effect. The open interval of each profile
  /// becomes the interval that contains `instant`; if there is none, it ends. A strict interval does not end earlier
  /// because of this. A session ends if its profile no longer exists.
  mutating func reload(at present: Present, as instant: Instant) {
    let clocks = profileClocks
    adoptSuccession()
    releaseUsesAhead(since: clocks, at: present)
    book.noteRemoved(besides: Set(due.profiles), at: present)
    for (profile, session, plan) in plannedSessions {
      guard let plan else {
        let own = present.shown(by: clocks[profile] ?? .wall)
        book.noteEnding(.removed, of: profile)
        book.closeSession(of: profile, planned: own.wall, at: own)
        continue
      }
      let own = present.shown(by: plan.clock)
      let isOtherClock = clocks[profile] != plan.clock
      if isOtherClock { moveRenewal(of: plan, session, at: own) }
      guard let hold = session[.schedule] else { continue }
      // A strict profile without windows replaces a lost one. The stored hold determines when its interval ends.
      if session.rules.lock == .strict, plan.profile.windows.isEmpty { continue }
      // An interval that continues by elapsed time, because the clock was set to before its start, is not resolved.
      if !isOtherClock, case .elapsed = hold.end, occurrence(of: hold, in: plan.timeline) != nil { continue }
      let then = plan.clock == .wall ? instant : own.instant(of: .elapsed(present.elapsed(at: instant)))
      adopt(plan.timeline.interval(containing: then), of: plan, at: own)
    }
  }

  /// Applies another zone of the machine: windows that follow it move, and open intervals are resolved in that zone.
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

  /// Resolves the open intervals of the profiles that follow `clock` again, because that clock was set.
  mutating func resolveAnew(by clock: ProfileClock, at present: Present) {
    for case (_, let session, let plan?) in plannedSessions where plan.clock == clock {
      resolveAnew(session, of: plan, at: present.shown(by: clock))
    }
  }

  /// Restores the planned ends of intervals that continue by elapsed time, where the trusted clock is inside them
  /// again, also after a boot. An interval whose length has elapsed is over. The time by which boots made the clock
  /// earlier does not count as elapsed for that.
  mutating func returnInside(at present: Present) {
    let elapsed = present.elapsed - (state.clock?.behind ?? 0)
    for case (_, let session, let plan?) in plannedSessions where plan.clock == .trusted {
      guard let hold = session[.schedule], case .elapsed(let end) = hold.end, elapsed < end else { continue }
      let own = present.shown(by: .trusted)
      guard let interval = occurrence(of: hold, in: plan.timeline), interval.contains(own.wall) else { continue }
      adopt(interval, of: plan, at: own)
    }
  }

  /// Resolves the open interval again with the present clock and zone. If its end has passed, it ends now. If its start
  /// lies ahead, it continues until its length has elapsed. A strict interval ends no earlier than planned when it
  /// opened.
  private mutating func resolveAnew(_ session: Session, of plan: ProfilePlan, at present: Present) {
    guard let hold = session[.schedule] else { return }
    let interval = occurrence(of: hold, in: plan.timeline)
    if let interval, present.wall < interval.start { return resumeByElapsedTime(hold, of: plan.id, at: present) }
    let promised = session.promisedEnd(of: hold)
    if promised.map({ $0 <= present.wall }) ?? true, interval.map({ $0.end <= present.wall }) ?? true {
      // An end that has not moved falls like any other, late if the clock was set past it.
      if let interval, hold.end == Deadline(max(interval.end, promised ?? interval.end), by: plan.clock) { return }
      return book.close(.schedule, of: plan.id, planned: present.wall, at: present)
    }
    guard let interval else { return }
    adopt(interval, of: plan, at: present)
  }

  /// Returns the interval of a timeline that contains the occurrences of a hold; nil if there is none.
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
      book.close(.schedule, of: profile, planned: present.wall, at: present)
    } else {
      book.moveEnd(of: .schedule, of: profile, to: end)
    }
  }

  /// Replaces the open interval of a profile by another interval of its timeline, or ends it if that is nil. A strict
  /// interval keeps at least the end that it had when it opened.
  private mutating func adopt(_ interval: Interval?, of plan: ProfilePlan, at present: Present) {
    guard let session = book[plan.id], let hold = session[.schedule] else { return }
    let promised = session.promisedEnd(of: hold)
    guard let interval else {
      if promised == nil { book.close(.schedule, of: plan.id, planned: present.wall, at: present) }
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
    book.use(keys, of: plan, from: present.wall, at: present)
  }

  /// Moves the renewal of a session's breaks to the next time at which the clock, in another zone or another clock,
  /// shows the time of renewal. The elapsed time that must pass as well stays unchanged.
  private mutating func moveRenewal(of plan: ProfilePlan, _ session: Session, at present: Present) {
    guard let reset = session.rules.breaks?.reset, let renewal = session.breaks.renewal,
      let next = plan.zone.first(reset, after: present.wall)
    else { return }
    let moved = BreakBudget.Renewal(end: Deadline(next, by: plan.clock), elapsed: renewal.elapsed)
    if moved != renewal { _ = book.change(plan.id) { $0.breaks.renewal = moved } }
  }

  /// The clock that each profile follows.
  private var profileClocks: [ProfileID: ProfileClock] {
    Dictionary(due.profiles.indices.map { (due.profiles[$0], clock(at: $0)) }) { first, _ in first }
  }

  /// Releases the occurrences that a profile used ahead of the trusted clock, while the wall clock was set ahead. This
  /// applies to each profile that followed the wall clock before and now follows the trusted clock.
  private mutating func releaseUsesAhead(since clocks: [ProfileID: ProfileClock], at present: Present) {
    guard !present.isWallTrusted else { return }
    let trusted = present.shown(by: .trusted).wall
    for position in due.profiles.indices where clock(at: position) == .trusted {
      let profile = due.profiles[position]
      guard clocks[profile] == .wall else { continue }
      let timeline = timeline(at: position)
      var used = book.used(of: profile)
      used.release { key in timeline.interval(of: key).map { trusted < $0.start } ?? false }
      if used != book.used(of: profile) { book.remember(profile) { $0.used = used } }
    }
  }
}

extension Session {
  /// Returns the end that an interval had when a strict session opened it; nil for sessions that are not strict.
  fileprivate func promisedEnd(of hold: Hold) -> Instant? { rules.lock == .strict ? hold.interval?.openingEnd : nil }
}

extension Configuration {
  /// Returns this configuration for a machine whose own zone has the given rules.
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
