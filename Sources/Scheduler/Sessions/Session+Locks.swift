extension SessionRules {
  /// The length in characters of the shortest text among the keys; nil for none.
  fileprivate var shortestText: Int64? {
    unlockKeys.compactMap { if case .text(let length) = $0.secret { length } else { nil } }.min()
  }

  /// Throws a refusal if the requester is not an administrator and `may` does not allow the action.
  func permit(_ action: LockedAction, to requester: Requester) throws(Refusal) {
    guard !requester.isAdministrator, let permissions, !permissions.contains(action.permission) else { return }
    // This includes the group of [daemon], whether the profile shields its members or not.
    throw Refusal(
      .notPermitted, message: "profile '\(profile.key)' leaves '\(action.permission.rawValue)' to root and the owner")
  }

  /// Throws a refusal if the lock requires a person for the action and the requester is none. A session need not run.
  func hear(_ action: LockedAction, from requester: Requester) throws(Refusal) {
    guard lock != .none, let ending = action.ending, requester.channel != .person else { return }
    throw Refusal(
      .personNeeded,
      message: "profile '\(profile.key)' may not be \(ending) by a \(requester.channel.rawValue): its lock is "
        + lock.rawValue)
  }
}

extension Session {
  /// Throws a refusal if the session's lock, keys or permissions do not allow the action.
  ///
  /// A right key ends anything. Otherwise a requester who is not an administrator needs the permission. Then the lock,
  /// the keys and the timer decide, in this order.
  ///
  /// - Throws: the reason, with the instant at which the action would be allowed if time alone helps.
  func allow(_ action: LockedAction, by requester: Requester, at present: Present) throws(Refusal) {
    if action.takesKeys, requester.hasShown(rules.unlockKeys) { return }
    do throws(Refusal) {
      try rules.permit(action, to: requester)
      try allowByLock(action, by: requester, at: present)
      try rules.hear(action, from: requester)
      try allowByKeys(action, by: requester, at: present)
      if action == .stop { try allowByTimer(at: present) }
    } catch {
      var refusal = error
      if action.takesKeys { refusal.textLength = rules.shortestText }
      throw refusal
    }
  }

  /// Whether only its planned end may end the session. Loosening changes and a withdrawal of consent wait for that.
  var isLocked: Bool { rules.lock == .strict && !isLeftOpen }

  /// Whether a person at a command line could not stop the session now without a key: its lock is strict, it has keys, or
  /// its timer may not be stopped before its end. Intervals that replace others wait for such a session. Permissions
  /// do not count.
  var resistsReplacing: Bool {
    isLocked || !rules.unlockKeys.isEmpty || self[.timer].map { !$0.allowsEarlyStop } ?? false
  }

  /// Whether only a start by hand without an end keeps the session, which a strict interval has joined and left. If it
  /// counted as locked, nothing would ever end it.
  private var isLeftOpen: Bool { holds.allSatisfy { $0.origin == .manual && $0.end == nil } }

  private func allowByLock(
    _ action: LockedAction, by requester: Requester, at present: Present
  ) throws(Refusal) {
    guard isLocked, let ending = action.ending else { return }
    throw Refusal(
      .locked,
      message: "the session of profile '\(profile.key)' may not be \(ending): its lock is strict"
        + (action.takesKeys && !rules.unlockKeys.isEmpty ? requester.keyWords : ""),
      allowedAt: plannedEnd(at: present).map(present.instant(of:)))
  }

  private func allowByKeys(_ action: LockedAction, by requester: Requester, at present: Present) throws(Refusal) {
    guard action.takesKeys, !rules.unlockKeys.isEmpty, let ending = action.ending else { return }
    throw Refusal(
      requester.showsKey ? .wrongKey : .keyNeeded,
      message: "the session of profile '\(profile.key)' is \(ending) by a key" + requester.keyWords,
      allowedAt: plannedEnd(at: present).map(present.instant(of:)))
  }

  private func allowByTimer(at present: Present) throws(Refusal) {
    guard let timer = self[.timer], !timer.allowsEarlyStop else { return }
    throw Refusal(
      .timerRunsOut, message: "the timer of profile '\(profile.key)' may not be stopped before its end",
      allowedAt: timer.end.map(present.instant(of:)))
  }
}

extension Requester {
  /// The words that a refusal adds about a wrong key.
  fileprivate var keyWords: String { showsKey ? ", and what was shown is none of its keys" : "" }
}
