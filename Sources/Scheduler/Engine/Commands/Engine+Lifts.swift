import SchedulerCivilTime

extension Engine {
  /// Opens a break. It lasts as long as one break may and the budget allows, and no longer than the session.
  mutating func startBreak(
    of target: SessionTarget, by requester: Requester, at present: Present
  ) throws(Refusal) -> CommandResult {
    let (profile, session) = try session(target)
    let key = session.profile.key
    guard let rules = session.rules.breaks else {
      throw Refusal(.notConfigured, message: "profile '\(key)' allows no breaks")
    }
    try session.allow(.break, by: requester, at: present)
    let isSpent = session.hasSpentBreaks(of: rules)
    let renewal = session.breaks.renewal?.instant(at: present)
    let own = present.shown(by: clock(of: profile))
    try refuseOpenLift(of: session, since: isSpent ? renewal : present.wall, at: present)
    if session.hasPausedPhase { throw .pausedPomodoro(.liftOpen, of: key) }
    guard !isSpent else {
      throw Refusal(
        .budgetSpent, message: "the session of profile '\(key)' has had all its breaks",
        allowedAt: session.instantWithin(renewal, at: present))
    }
    let length = min(Nanoseconds.of(seconds: rules.lengthSeconds), session.breaks.remaining(of: rules))
    book.openLift(.break, of: profile, nanoseconds: length, at: own)
    return liftResult(.breakStarted, of: profile, in: session, at: present)
  }

  /// Stops the clock of a running pomodoro. Without one, or under a strict lock, opens a pause of the session, which
  /// ends by itself.
  mutating func pause(
    _ target: SessionTarget, by requester: Requester, at present: Present
  ) throws(Refusal) -> CommandResult {
    let (profile, session) = try session(target)
    let key = session.profile.key
    let isStrict = session.rules.lock == .strict
    let own = present.shown(by: clock(of: profile))
    if !isStrict, session.hasRunningPhase { return try pausePhase(of: session, by: requester, at: present) }
    guard isStrict || session.holds.contains(where: { $0.origin != .pomodoro }) else {
      throw Refusal(.nothingToDo, message: "the pomodoro of profile '\(key)' is not running")
    }
    guard let rules = session.rules.pause else {
      throw Refusal(.notConfigured, message: "profile '\(key)' allows no pauses")
    }
    try session.allow(.pause, by: requester, at: present)
    let isSpent = session.pausesTaken >= rules.count
    try refuseOpenLift(of: session, since: isSpent ? nil : present.wall, at: present)
    guard !isSpent else {
      throw Refusal(.budgetSpent, message: "the session of profile '\(key)' has had all its pauses")
    }
    book.openLift(.pause, of: profile, nanoseconds: Nanoseconds.of(seconds: rules.lengthSeconds), at: own)
    return liftResult(.paused, of: profile, in: session, at: present)
  }

  /// Ends the open lift. If none is open, resumes a paused pomodoro.
  mutating func resume(_ target: SessionTarget, at present: Present) throws(Refusal) -> CommandResult {
    let (profile, session) = try session(target)
    let own = present.shown(by: clock(of: profile))
    if let lift = session.lift {
      book.closeLift(of: profile, now: own)
      return result(lift.kind == .break ? .breakEnded : .resumed, of: profile, in: session, at: present)
    }
    guard session.hasPausedPhase else {
      throw Refusal(
        .nothingToDo, message: "the session of profile '\(session.profile.key)' is neither paused nor on a break")
    }
    return resumePhase(of: session, at: present)
  }

  /// Throws a refusal if a lift is open.
  ///
  /// - Parameter ready: the instant since which only the open lift prevents another one; nil for never.
  func refuseOpenLift(of session: Session, since ready: Instant?, at present: Present) throws(Refusal) {
    guard let lift = session.lift, let end = session.liftEnd(at: present) else { return }
    let words = lift.kind == .break ? "on a break: 'resume' ends the break" : "paused: 'resume' ends the pause"
    throw Refusal(
      .liftOpen, message: "the session of profile '\(session.profile.key)' is already \(words)",
      allowedAt: session.instantWithin(ready.map { max($0, end) }, at: present))
  }

  private func liftResult(
    _ change: CommandResult.Change, of profile: ProfileID, in session: Session, at present: Present
  ) -> CommandResult {
    result(change, of: profile, in: session, until: book[profile]?.lift.map { .elapsed($0.deadline) }, at: present)
  }
}
