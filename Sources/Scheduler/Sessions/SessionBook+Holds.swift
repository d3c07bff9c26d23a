import SchedulerCivilTime

extension SessionBook {
  /// Adds a hold to the session of a profile, and opens a session if there is none. Does nothing if the session has a
  /// hold of that origin.
  ///
  /// - Parameters:
  ///   - hold: the hold; its start may lie in the past.
  ///   - plan: the plan of the profile.
  ///   - present: the present.
  public mutating func open(_ hold: Hold, of plan: ProfilePlan, at present: Present) {
    guard sessions[plan.id]?[hold.origin] == nil else { return }
    let isFirst = !isRunning(plan.id)
    if isFirst { openSession(of: plan, start: hold.start, at: present) }
    count(plan.id, until: min(reached, present.elapsed))
    noting(of: plan.id, at: hold.start) { session in
      session.holds.append(hold)
      session.origins.insert(hold.origin)
    }
    if isFirst { note(.sessionDidStart, of: plan.id, at: hold.start) }
  }

  /// Removes a hold from the session of a profile. If it is the last one, the lift and the grants end before it, and
  /// the session after it. Does nothing if there is no such hold.
  ///
  /// - Parameters:
  ///   - origin: the origin of the hold.
  ///   - profile: the profile of the session.
  ///   - planned: the planned instant of the end, not after the present.
  ///   - present: the present.
  public mutating func close(_ origin: Hold.Origin, of profile: ProfileID, planned: Instant, at present: Present) {
    guard let session = sessions[profile], let hold = session[origin] else { return }
    let isLast = session.holds.count == 1
    if isLast { closeLifts(of: profile, planned: planned, at: present) }
    count(profile, until: min(elapsed(when: planned, of: hold.plannedEnd, at: present), present.elapsed))
    noting(of: profile, at: planned) { session in session.holds.removeAll { $0.origin == origin } }
    if isLast { finishSession(of: profile, planned: planned, at: present) }
  }

  /// Ends the session of a profile with all its holds and lifts. Does nothing if there is none.
  ///
  /// - Parameters:
  ///   - profile: the profile of the session.
  ///   - planned: the planned instant of the end, not after the present.
  ///   - present: the present.
  public mutating func closeSession(of profile: ProfileID, planned: Instant, at present: Present) {
    guard isRunning(profile) else { return }
    closeLifts(of: profile, planned: planned, at: present)
    count(profile, until: min(elapsed(whenClockShows: planned, at: present), present.elapsed))
    noting(of: profile, at: planned) { $0.holds = [] }
    finishSession(of: profile, planned: planned, at: present)
  }

  /// Ends the session of a profile with all its holds and lifts at this moment, for a command. Does nothing if there is
  /// none.
  mutating func endSession(of profile: ProfileID, at present: Present) {
    guard isRunning(profile) else { return }
    closeLifts(of: profile, now: present)
    count(profile, until: present.elapsed)
    noting(of: profile, at: present.wall) { $0.holds = [] }
    finishSession(of: profile, planned: present.wall, isNow: true, at: present)
  }

  /// Changes a hold. Does nothing if the session has none of that origin.
  mutating func changeHold(_ origin: Hold.Origin, of profile: ProfileID, by change: (inout Hold) -> Void) {
    _ = self.change(profile) { session in
      guard let position = session.holds.firstIndex(where: { $0.origin == origin }) else { return }
      change(&session.holds[position])
    }
  }

  /// Makes the session of a profile strict. An interval that opens under a strict lock keeps that lock in any session.
  mutating func lock(_ profile: ProfileID) {
    guard let session = sessions[profile], session.rules.lock != .strict else { return }
    _ = change(profile) { $0.rules.lock = .strict }
    log.reopened.insert(profile)
  }

  /// Moves the end of a hold.
  mutating func moveEnd(of origin: Hold.Origin, of profile: ProfileID, to end: Deadline) {
    changeHold(origin, of: profile) { $0.end = end }
  }

  /// Replaces the hold of an origin.
  mutating func replaceHold(with hold: Hold, of profile: ProfileID) {
    changeHold(hold.origin, of: profile) { $0 = hold }
  }

  /// Changes the holds of a session, and records the activities whose interval begins or ends because of that, and the
  /// phase of a pomodoro that does.
  mutating func noting(of profile: ProfileID, at planned: Instant, _ change: (inout Session) -> Void) {
    let before = sessions[profile]?.openActivities(of: profile) ?? []
    let phase = sessions[profile]?.pomodoro?.phase
    _ = self.change(profile, by: change)
    let after = sessions[profile]?.openActivities(of: profile) ?? []
    let next = sessions[profile]?.pomodoro?.phase
    for activity in before.reversed() where !after.contains(activity) {
      note(.intervalDidEnd, activity: activity, of: profile, at: planned)
    }
    if let phase, phase != next { note(.phaseDidEnd, phase: phase, of: profile, at: planned) }
    for activity in after where !before.contains(activity) {
      note(.intervalDidStart, activity: activity, of: profile, at: planned)
    }
    if let next, phase != next { note(.phaseDidStart, phase: next, of: profile, at: planned) }
  }

  private mutating func note(
    _ name: EventName, phase: Pomodoro.Phase, of profile: ProfileID, at planned: Instant
  ) {
    note(name, activity: .strategy(profile), of: profile, at: planned, mode: phase.mode)
  }

  private mutating func openSession(of plan: ProfilePlan, start: Instant, at present: Present) {
    var number: Int64 = 0
    remember(plan.id) { record in
      record.sessionCount += 1
      record.reminder = nil
      number = record.sessionCount
    }
    var session = Session(
      id: Session.identity(profile: plan.id, start: start, number: number), rules: plan.rules, start: start,
      startElapsed: present.elapsed(at: start), realStart: Delivery(present.moment),
      realStartElapsed: present.elapsed)
    session.breaks.renewal = session.rules.breaks?.reset.flatMap { time in
      BreakBudget.Renewal(after: start, at: time, in: plan.zone, present)
    }
    sessions[plan.id] = session
    log.reopened.insert(plan.id)
  }

  /// Removes the session of a profile, whose time has been counted to the end, and records it as finished.
  ///
  /// - Parameter isNow: whether it ends at this moment rather than at the planned instant.
  private mutating func finishSession(
    of profile: ProfileID, planned: Instant, isNow: Bool = false, at present: Present
  ) {
    note(.sessionDidEnd, of: profile, at: planned)
    guard let session = sessions.removeValue(forKey: profile) else { return }
    let now = Delivery(present.moment)
    let end = isNow ? now : min(Delivery(planned), now)
    log.finished.append(
      FinishedSession(
        id: session.id, profile: session.profile, origins: session.origins, start: session.start, end: planned,
        realStart: session.realStart, realEnd: max(session.realStart, end),
        times: session.times, nanoseconds: session.times.countedUntil - session.realStartElapsed,
        attemptCount: session.attemptCount))
    log.reopened.insert(profile)
    remember(profile) { record in
      record.ended = record.ended.suffix(Record.mostEnded - 1) + [session.id]
    }
    planReminder(of: session, endedAt: planned, at: present)
  }

  /// Returns the elapsed time at the planned end of a hold.
  private func elapsed(when planned: Instant, of end: Deadline?, at present: Present) -> Int64 {
    if case .elapsed = end { present.elapsed(at: planned) } else { elapsed(whenClockShows: planned, at: present) }
  }

  /// Returns the elapsed time at which the clock reached an instant. If the clock was set past it since the previous
  /// evaluation, it reached it when it was set, unless it had reached it before.
  func elapsed(whenClockShows instant: Instant, at present: Present) -> Int64 {
    max(present.elapsed(at: instant), previous.map { $0.shown(by: present.clock).elapsed(at: instant) } ?? 0)
  }
}

extension Session {
  /// Returns the activities that have an interval, the outer one first. A timer and a focus phase at the same time are
  /// one interval. A hold by hand is not an activity.
  ///
  /// - Parameter profile: the identity of the session's profile, which would have to be derived otherwise.
  fileprivate func openActivities(of profile: ProfileID) -> [ActivityName] {
    var activities: [ActivityName] = []
    if isHeld(by: .schedule) { activities.append(.schedule(profile)) }
    if isHeld(by: .timer) || pomodoro?.isInFocus == true { activities.append(.strategy(profile)) }
    return activities
  }
}
