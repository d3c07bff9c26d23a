extension Engine {
  /// Ends one session or all of them, whatever their locks and keys are, and uses one emergency. An emergency that is
  /// refused, or finds nothing to end, is not used.
  mutating func useEmergency(
    on target: SessionTarget?, because reason: String, by requester: Requester, at present: Present
  ) throws(Refusal) -> CommandResult {
    try Self.checkReason(reason)
    let reached = usedUpLimits(on: target, of: requester)
    let meant = try emergencySessions(target, orLimits: !reached.isEmpty)
    for session in meant { try session.session.rules.permit(.emergency, to: requester) }
    for (key, _) in reached { try plan(of: key.profile)?.rules.permit(.emergency, to: requester) }
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
    lift(reached, because: reason, besides: meant.map(\.profile), at: present)
    useLoosened(of: meant.map(\.profile), at: present)
    let profiles = Set(meant.map(\.session.profile.key) + reached.map(\.limit.profile.key)).sorted()
    var result = CommandResult(change: .emergencyUsed, profile: profiles[0])
    result.session = meant.count == 1 ? meant[0].session.id : nil
    result.others = Array(profiles.dropFirst())
    result.usesLeft = state.emergency.remaining(of: rules, elapsed: present.elapsed)
    return result
  }

  /// Throws a refusal if a reason is missing or too long.
  private static func checkReason(_ reason: String) throws(Refusal) {
    guard reason.contains(where: { !$0.isWhitespace }) else {
      throw Refusal(.reasonMissing, message: "an emergency needs a reason")
    }
    let length = reason.unicodeScalars.count
    guard length > longestReason else { return }
    throw Refusal(
      .reasonTooLong, message: "the reason of an emergency has at most \(longestReason) characters, found \(length)")
  }

  /// Lifts limits until their periods end. Profiles whose sessions ended have an event already.
  private mutating func lift(
    _ reached: [(key: LimitKey, limit: CountedLimit)], because reason: String, besides ended: [ProfileID],
    at present: Present
  ) {
    for (key, counted) in reached {
      limits.change(key) { $0.isLifted = true }
      guard !ended.contains(key.profile) else { continue }
      // The reason is for those who may know of the person's use.
      book.log.entries.append(
        SessionLog.Entry(
          name: .emergencyDidUse, profile: counted.profile, planned: present.wall, message: reason, user: key.user))
    }
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

  /// Returns the limits that an emergency lifts until their periods end: those of the requester, and for one who sees
  /// everything those of all. One of a strict profile for which more use was granted is among them, because it still locks.
  private func usedUpLimits(
    on target: SessionTarget?, of requester: Requester
  ) -> [(key: LimitKey, limit: CountedLimit)] {
    let isMeant: (CountedLimit) -> Bool
    switch target {
    case nil, .onlyRunning?: isMeant = { _ in true }
    case .profile(let key)?: isMeant = { $0.profile.key == key }
    case .session?: return []
    }
    return selectedLimits(that: \.isUsedUp) { counted, user in
      guard isMeant(counted), requester.viewer.seesUse(of: user) else { return false }
      let key = LimitKey(profile: counted.profile.id, position: counted.position, user: user)
      return counted.isStrict || limits[key]?.isBlocking ?? false
    }
  }

  /// Returns the sessions that an emergency ends, in the order of their profiles' keys. It is empty only if there are
  /// limits to lift.
  private func emergencySessions(
    _ target: SessionTarget?, orLimits hasLimits: Bool
  ) throws(Refusal) -> [(profile: ProfileID, session: Session)] {
    if let target {
      do throws(Refusal) { return [try session(target)] } catch {
        guard hasLimits else { throw error }
        return []
      }
    }
    let sessions = book.sessions.map { (profile: $0.key, session: $0.value) }
    guard !sessions.isEmpty || hasLimits else { throw Refusal(.notRunning, message: "no session is running") }
    return sessions.sorted { $0.session.profile.key < $1.session.profile.key }
  }
}
