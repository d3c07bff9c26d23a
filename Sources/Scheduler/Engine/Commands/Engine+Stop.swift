extension Engine {
  /// Ends a whole session. Occurrences that started earlier on the present date start no more. A planned start stays,
  /// and the result contains it. If the profile has no session, its planned start is withdrawn instead.
  mutating func stop(
    _ target: SessionTarget, by requester: Requester, at present: Present
  ) throws(Refusal) -> CommandResult {
    if case .profile(let key) = target, let plan = plan(named: key) {
      if book[plan.id] == nil, let result = withdrawStart(of: plan, at: present) { return result }
    }
    let (profile, session) = try session(target)
    try session.allow(.stop, by: requester, at: present)
    let own = present.shown(by: clock(of: profile))
    if let plan = plan(of: profile) { book.useStarted(of: plan, at: own) }
    book.noteEnding(.stopped, of: profile)
    book.endSession(of: profile, at: own)
    var result = result(.stopped, of: profile, in: session, at: present)
    result.nextStart = book.plannedStart(of: profile).map { present.instant(at: $0.instant, shownBy: own) }
    return result
  }

  /// The maximum time from the present to the end that `extend` sets, in seconds: the length of the longest timer.
  private static let longestExtensionSeconds = TimerRules.maximumLengthSeconds

  /// Holds a session by hand until `seconds` after its latest stored end.
  mutating func extend(
    _ target: SessionTarget, by seconds: Int64, at present: Present
  ) throws(Refusal) -> CommandResult {
    let (profile, session) = try session(target)
    let key = session.profile.key
    guard seconds > 0 else { throw Refusal(.lengthInvalid, message: "a session is extended by 1 second or more") }
    guard let end = session.plannedEnd(at: present) else {
      throw Refusal(.openEnded, message: "the session of profile '\(key)' has no end that could be moved")
    }
    let extended = present.instant(of: end).adding(seconds: min(seconds, Self.longestExtensionSeconds + 1))
    guard extended.seconds(since: present.wall) <= Self.longestExtensionSeconds else {
      let allowed = extended.adding(seconds: -Self.longestExtensionSeconds)
      throw Refusal(
        .tooFarAhead, message: "the session of profile '\(key)' would end more than 7 days ahead",
        allowedAt: allowed < present.instant(of: end) ? allowed : nil)
    }
    let deadline = Deadline.elapsed(present.elapsed(at: extended))
    if session[.manual] != nil {
      book.moveEnd(of: .manual, of: profile, to: deadline)
    } else if let plan = plan(of: profile) {
      let own = present.shown(by: plan.clock)
      book.open(Hold(.manual, start: own.wall, startElapsed: own.elapsed, end: deadline), of: plan, at: own)
    }
    return result(.extended, of: profile, in: session, until: deadline, at: present)
  }
}
