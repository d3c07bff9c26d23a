import CivilTime

extension SessionRules {
  /// How many characters the shortest text to type has among its keys; nil for none.
  fileprivate var shortestText: Int64? {
    unlockKeys.compactMap { if case .text(let length) = $0.secret { length } else { nil } }.min()
  }

  /// Refuses what `may` does not allow to whoever is no administrator.
  func permit(_ action: LockedAction, to requester: Requester) throws(Refusal) {
    guard !requester.isAdministrator, let permissions, !permissions.contains(action.permission) else { return }
    throw Refusal(
      .notPermitted, "those whom profile '\(profile.key)' shields may not use '\(action.permission.rawValue)'")
  }
}

extension Session {
  /// Refuses what its lock, its keys or its permissions do not allow.
  ///
  /// A right key stops anything. Otherwise whoever is no administrator needs the permission, then the lock is asked, then
  /// the keys, then the timer.
  ///
  /// - Throws: why not, with when it would be allowed if time alone helps.
  func allow(_ action: LockedAction, by requester: Requester, at present: Present) throws(Refusal) {
    if action == .stop, requester.hasShown(rules.unlockKeys) { return }
    do throws(Refusal) {
      try rules.permit(action, to: requester)
      if action.endsHolds { try allowByLock(action, requester, present) }
      if action == .stop {
        try allowByKeys(requester, present)
        try allowByTimer(present)
      }
    } catch {
      var refusal = error
      if action == .stop { refusal.textLength = rules.shortestText }
      throw refusal
    }
  }

  private func allowByLock(
    _ action: LockedAction, _ requester: Requester, _ present: Present
  ) throws(Refusal) {
    switch rules.lock {
    case .none: return
    case .remote:
      guard requester.channel != .person else { return }
      throw Refusal(
        .personNeeded,
        "the session of profile '\(profile.key)' may not be \(action.words) by a \(requester.channel.rawValue): "
          + "its lock is remote")
    case .strict:
      throw Refusal(
        .locked,
        "the session of profile '\(profile.key)' may not be \(action.words): its lock is strict"
          + (action == .stop && requester.showsKey ? ", and what was shown is none of its keys" : ""),
        allowedAt: plannedEnd(at: present).map(present.instant(of:)))
    }
  }

  private func allowByKeys(_ requester: Requester, _ present: Present) throws(Refusal) {
    guard !rules.unlockKeys.isEmpty else { return }
    throw Refusal(
      requester.showsKey ? .wrongKey : .keyNeeded,
      "the session of profile '\(profile.key)' is stopped by a key"
        + (requester.showsKey ? ", and what was shown is none of its keys" : ""),
      allowedAt: plannedEnd(at: present).map(present.instant(of:)))
  }

  private func allowByTimer(_ present: Present) throws(Refusal) {
    guard let timer = self[.timer], !timer.allowsEarlyStop else { return }
    throw Refusal(
      .timerRunsOut, "the timer of profile '\(profile.key)' may not be stopped before its end",
      allowedAt: timer.end.map(present.instant(of:)))
  }
}
