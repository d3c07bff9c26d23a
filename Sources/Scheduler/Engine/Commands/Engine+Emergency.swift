extension Engine {
  /// Ends one session or all of them, whatever their locks and keys are, and uses one emergency. An emergency that is
  /// refused, or finds nothing to end, is not used.
  mutating func useEmergency(
    on target: SessionTarget?, because reason: String, by requester: Requester, at present: Present
  ) throws(Refusal) -> CommandResult {
    guard reason.contains(where: { !$0.isWhitespace }) else {
      throw Refusal(.reasonMissing, message: "an emergency needs a reason")
    }
    let length = reason.unicodeScalars.count
    guard length <= Self.longestReason else {
      throw Refusal(
        .reasonTooLong,
        message: "the reason of an emergency has at most \(Self.longestReason) characters, found \(length)")
    }
    let meant = try emergencySessions(target)
    for session in meant { try session.session.rules.permit(.emergency, to: requester) }
    let rules = configuration.emergency
    guard rules.uses > 0 else { throw Refusal(.notConfigured, message: "the configuration allows no emergencies") }
    guard state.emergency.use(of: rules, elapsed: present.elapsed) else {
      throw Refusal(
        .budgetSpent, message: "no emergency is left",
        allowedAt: state.emergency.refill(of: rules).map { present.instant(of: .elapsed($0)) })
    }
    for (profile, session) in meant {
      let own = present.shown(by: clock(of: profile))
      book.log.entries.append(
        SessionLog.Entry(
          name: .emergencyDidUse, profile: session.profile, session: session.id, planned: own.wall, message: reason))
      if let plan = plan(of: profile) { book.useStarted(of: plan, at: own) }
      book.noteEnding(.stopped, of: profile)
      book.endSession(of: profile, at: own)
    }
    useLoosened(of: meant.map(\.profile), at: present)
    var result = CommandResult(change: .emergencyUsed, profile: meant[0].session.profile.key)
    result.session = meant.count == 1 ? meant[0].session.id : nil
    result.others = meant.dropFirst().map(\.session.profile.key)
    result.usesLeft = state.emergency.remaining(of: rules, elapsed: present.elapsed)
    return result
  }

  /// Puts in force what waited for sessions that an emergency ended. If an interval of their profiles then contains the
  /// present, it starts nothing.
  private mutating func useLoosened(of ended: [ProfileID], at present: Present) {
    guard let first = looseningEdge(after: present.wall, at: present) else { return }
    loosen(until: first.planned, at: present)
    while let next = looseningEdge(after: present.wall, at: present) {
      loosen(until: next.planned, at: present)
    }
    for profile in ended {
      if let plan = plan(of: profile) { book.useStarted(of: plan, at: present.shown(by: plan.clock)) }
    }
  }

  /// Maximum length of a reason in Unicode scalars: some paragraphs, which history stores in one line.
  private static let longestReason = 1_000

  /// Returns the sessions that an emergency ends, in the order of their profiles' keys. The result is never empty.
  private func emergencySessions(
    _ target: SessionTarget?
  ) throws(Refusal) -> [(profile: ProfileID, session: Session)] {
    if let target { return [try session(target)] }
    let sessions = book.sessions.map { (profile: $0.key, session: $0.value) }
    guard !sessions.isEmpty else { throw Refusal(.notRunning, message: "no session is running") }
    return sessions.sorted { $0.session.profile.key < $1.session.profile.key }
  }
}
