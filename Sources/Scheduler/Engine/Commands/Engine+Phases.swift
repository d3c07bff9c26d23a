/// The commands that change the phases of a pomodoro.
extension Engine {
  /// Runs the next phase of a pomodoro that waits.
  ///
  /// - Parameters:
  ///   - present: the present at which the phase begins.
  ///   - elapsed: the elapsed time of the evaluation; nil for that of the present.
  @discardableResult
  mutating func startPhase(of plan: ProfilePlan, at present: Present, seenAt elapsed: Int64? = nil) -> CommandResult {
    let own = present.shown(by: plan.clock)
    book.changePomodoro(of: plan.id, at: own.wall, elapsed: own.elapsed) { pomodoro in
      pomodoro.startNext(at: own)
      pomodoro.see(at: elapsed ?? own.elapsed)
    }
    let pomodoro = book[plan.id]?.pomodoro
    return CommandResult(
      change: .phaseStarted, profile: plan.reference.key, session: book[plan.id]?.id,
      until: pomodoro.map { present.instant(of: .elapsed($0.deadline)) })
  }

  /// Stops the clock of the running phase.
  mutating func pausePhase(
    of session: Session, by requester: Requester, at present: Present
  ) throws(Refusal) -> CommandResult {
    let profile = session.profile.id
    try session.allow(.pause, by: requester, at: present)
    try refuseOpenLift(of: session, since: present.wall, at: present)
    let own = present.shown(by: clock(of: profile))
    book.changePomodoro(of: profile, at: own.wall, elapsed: own.elapsed) { $0.pause(at: own) }
    return result(.paused, of: profile, in: session, at: present)
  }

  /// Continues the phase that is paused.
  mutating func resumePhase(of session: Session, at present: Present) -> CommandResult {
    let profile = session.profile.id
    let own = present.shown(by: clock(of: profile))
    book.changePomodoro(of: profile, at: own.wall, elapsed: own.elapsed) { $0.resume(at: own) }
    let deadline = book[profile]?.pomodoro.map { Deadline.elapsed($0.deadline) }
    return result(.resumed, of: profile, in: session, until: deadline, at: present)
  }

  /// Ends the pomodoro of a session.
  mutating func reset(
    _ target: SessionTarget, by requester: Requester, at present: Present
  ) throws(Refusal) -> CommandResult {
    let (profile, session) = try session(target)
    guard session.pomodoro != nil else {
      throw Refusal(.nothingToDo, message: "profile '\(session.profile.key)' runs no pomodoro")
    }
    try session.allow(.reset, by: requester, at: present)
    let own = present.shown(by: clock(of: profile))
    if session.holds.count > 1 {
      book.close(.pomodoro, of: profile, planned: own.wall, at: own)
    } else {
      book.endSession(of: profile, at: own)
    }
    return result(.reset, of: profile, in: session, at: present)
  }
}
