import SchedulerCivilTime

extension Engine {
  /// Puts in force what may be of the configurations that were accepted: the open interval of each profile becomes the one
  /// that contains an instant, and ends when there is none; but no strict one ends earlier by it. A session of a profile
  /// that is no longer there ends.
  mutating func reload(at present: Present, as instant: Instant) {
    let lockedEnds = lockedEnds
    adoptSuccession()
    book.noteRemoved(besides: Set(due.profiles), at: present)
    for (profile, session, plan) in plannedSessions {
      guard let plan else {
        book.noteEnding(.removed, of: profile)
        book.closeSession(of: profile, at: present.wall, present)
        continue
      }
      guard let hold = session[.schedule] else { continue }
      let timeline = plan.timeline
      if session.rules.lock == .strict {
        // Only a profile that stands in for a lost one has no windows: what is stored says when the interval ends.
        if plan.profile.windows.isEmpty { continue }
        keepLocked(hold, of: plan, from: lockedEnds[profile], at: present)
        continue
      }
      // An interval that goes on by elapsed time, since the clock was set to before its start, is not looked for.
      if case .elapsed = hold.end, occurrence(of: hold, in: timeline) != nil { continue }
      adopt(timeline.interval(containing: instant), of: plan, timeline, at: present)
    }
  }

  /// The machine is in another zone: windows that follow it move, and the same occurrences are looked for there.
  mutating func changeZone(to rules: ZoneRules, at present: Present) {
    succession.follow(rules)
    adoptSuccession()
    resolveAnew(at: present)
    for (profile, session, plan) in plannedSessions {
      guard let reset = session.rules.breaks?.reset, let renewal = session.breaks.renewal,
        let zone = plan?.zone, let next = zone.first(reset, after: present.wall)
      else { continue }
      // The clocks show the time of the renewal at another instant; elapsed time is not cut short by it.
      let moved = BreakBudget.Renewal(wall: next, elapsed: renewal.elapsed)
      if moved != renewal { _ = book.change(profile) { $0.breaks.renewal = moved } }
    }
  }

  /// Looks for the occurrences of the open intervals under the present clock and zone. Past the end, the interval ends
  /// now; before the start, it goes on until its length has elapsed.
  mutating func resolveAnew(at present: Present) {
    for (profile, session, plan) in plannedSessions {
      guard let hold = session[.schedule], let plan else { continue }
      if session.rules.lock == .strict {
        keepLocked(hold, of: plan, at: present)
        continue
      }
      let timeline = plan.timeline
      guard let interval = occurrence(of: hold, in: timeline) else {
        book.close(.schedule, of: profile, at: present.wall, present)
        continue
      }
      if present.wall < interval.start {
        resumeByElapsedTime(hold, of: profile, at: present)
      } else if hold.end != .wall(interval.end) {
        adopt(interval.end <= present.wall ? nil : interval, of: plan, timeline, at: present)
      }
    }
  }

  /// The interval with the occurrences of a hold, as a timeline has it now.
  func occurrence(of hold: Hold, in timeline: ProfileTimeline) -> Interval? {
    for key in hold.occurrences {
      if let interval = timeline.interval(of: key) { return interval }
    }
    return nil
  }

  private mutating func resumeByElapsedTime(_ hold: Hold, of profile: ProfileID, at present: Present) {
    guard case .wall = hold.end else { return }
    let end = Deadline.elapsed(hold.startElapsed + hold.length)
    if present.hasReached(end) {
      book.close(.schedule, of: profile, at: present.wall, present)
    } else {
      book.moveEnd(of: .schedule, of: profile, to: end)
    }
  }

  /// Lets the open interval of a profile be another one of its timeline, or none.
  private mutating func adopt(
    _ interval: Interval?, of plan: ProfilePlan, _ timeline: ProfileTimeline, at present: Present
  ) {
    guard let interval else { return book.close(.schedule, of: plan.id, at: present.wall, present) }
    let keys = timeline.starts(in: interval).map(\.key)
    guard let hold = book[plan.id]?[.schedule] else { return }
    if hold.end == .wall(interval.end), hold.occurrences == keys { return }
    book.changeHold(.schedule, of: plan.id) { hold in
      hold.end = .wall(interval.end)
      hold.occurrences = keys
      hold.length = present.elapsed(of: .wall(interval.end)) - hold.startElapsed
    }
    book.use(keys, of: plan, at: present.wall, first: interval.start, present)
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
