import SchedulerCivilTime

extension SessionRules {
  /// How many characters the shortest text to type has among its keys; nil for none.
  fileprivate var shortestText: Int64? {
    unlockKeys.compactMap { if case .text(let length) = $0.secret { length } else { nil } }.min()
  }

  /// Refuses what `may` does not allow to whoever is no administrator.
  func permit(_ action: LockedAction, to requester: Requester) throws(Refusal) {
    guard !requester.isAdministrator, let permissions, !permissions.contains(action.permission) else { return }
    // Also the group of [daemon], whether the profile shields its members or not.
    throw Refusal(
      .notPermitted, "profile '\(profile.key)' leaves '\(action.permission.rawValue)' to root and the owner")
  }

  /// Refuses what a lock wants to hear from a person, also when no session runs.
  func hear(_ action: LockedAction, from requester: Requester) throws(Refusal) {
    guard lock != .none, let ending = action.ending, requester.channel != .person else { return }
    throw Refusal(
      .personNeeded,
      "profile '\(profile.key)' may not be \(ending) by a \(requester.channel.rawValue): its lock is "
        + lock.rawValue)
  }
}

extension Session {
  /// Refuses what its lock, its keys or its permissions do not allow.
  ///
  /// A right key ends anything. Otherwise whoever is no administrator needs the permission, then the lock is asked, then
  /// the keys, then the timer.
  ///
  /// - Throws: why not, with when it would be allowed if time alone helps.
  func allow(_ action: LockedAction, by requester: Requester, at present: Present) throws(Refusal) {
    if action.takesKeys, requester.hasShown(rules.unlockKeys) { return }
    do throws(Refusal) {
      try rules.permit(action, to: requester)
      try allowByLock(action, requester, present)
      try rules.hear(action, from: requester)
      try allowByKeys(action, requester, present)
      if action == .stop { try allowByTimer(present) }
    } catch {
      var refusal = error
      if action.takesKeys { refusal.textLength = rules.shortestText }
      throw refusal
    }
  }

  /// Whether only its end may end it: what loosens, and a withdrawal of consent, waits for that.
  var isLocked: Bool { rules.lock == .strict && !isLeftOpen }

  /// Whether it goes on only by a start by hand without an end, which a strict interval has joined and left: nothing would
  /// ever end that.
  private var isLeftOpen: Bool { holds.allSatisfy { $0.origin == .manual && $0.end == nil } }

  private func allowByLock(
    _ action: LockedAction, _ requester: Requester, _ present: Present
  ) throws(Refusal) {
    guard isLocked, let ending = action.ending else { return }
    throw Refusal(
      .locked,
      "the session of profile '\(profile.key)' may not be \(ending): its lock is strict"
        + (action.takesKeys && !rules.unlockKeys.isEmpty ? requester.keyWords : ""),
      allowedAt: plannedEnd(at: present).map(present.instant(of:)))
  }

  private func allowByKeys(_ action: LockedAction, _ requester: Requester, _ present: Present) throws(Refusal) {
    guard action.takesKeys, !rules.unlockKeys.isEmpty, let ending = action.ending else { return }
    throw Refusal(
      requester.showsKey ? .wrongKey : .keyNeeded,
      "the session of profile '\(profile.key)' is \(ending) by a key" + requester.keyWords,
      allowedAt: plannedEnd(at: present).map(present.instant(of:)))
  }

  private func allowByTimer(_ present: Present) throws(Refusal) {
    guard let timer = self[.timer], !timer.allowsEarlyStop else { return }
    throw Refusal(
      .timerRunsOut, "the timer of profile '\(profile.key)' may not be stopped before its end",
      allowedAt: timer.end.map(present.instant(of:)))
  }
}

extension Requester {
  /// What a refusal adds about a key that was shown and is wrong.
  fileprivate var keyWords: String { showsKey ? ", and what was shown is none of its keys" : "" }
}
