extension Engine {
  /// Ends all other sessions for a start by hand of a profile with `overlap = "replace"`, and uses the intervals that
  /// wait. Does nothing for other profiles.
  ///
  /// - Returns: the profiles whose sessions were ended, in the order of their keys.
  /// - Throws: the reason why the requester could not stop one of the sessions without a key. No session is ended then.
  mutating func replaceSessions(
    for plan: ProfilePlan, by requester: Requester, at present: Present
  ) throws(Refusal) -> [ProfileKey] {
    guard plan.profile.overlap == .replace else { return [] }
    let others = try sessionsToReplace(for: plan, by: requester, at: present)
    for (profile, _) in others {
      book.noteEnding(.replaced, of: profile)
      book.endSession(of: profile, at: present.shown(by: clock(of: profile)))
    }
    for other in book.waiting.sorted() where other != plan.id {
      guard let waiting = book.records[other]?.waiting, let otherPlan = self.plan(of: other) else { continue }
      let own = present.shown(by: otherPlan.clock)
      useWaiting(waiting, of: otherPlan, from: own.wall, at: own)
    }
    return others.map(\.session.profile.key)
  }

  /// Returns the sessions that a start by hand of a profile with `overlap = "replace"` would end, in the order of their
  /// profiles' keys.
  ///
  /// - Throws: of several refusals the one that lasts longest, so that its time holds for all of them.
  func sessionsToReplace(
    for plan: ProfilePlan, by requester: Requester, at present: Present
  ) throws(Refusal) -> [(profile: ProfileID, session: Session)] {
    let others = book.sessions.filter { $0.key != plan.id }.map { (profile: $0.key, session: $0.value) }
      .sorted { ($0.session.profile.key, $0.profile) < ($1.session.profile.key, $1.profile) }
    let refusals = others.compactMap { $0.session.refusalOfReplacing(by: requester, at: present) }
    if let refusal = refusals.longest { throw refusal.ofReplacing(for: plan.reference.key) }
    return others
  }
}

extension Session {
  /// Returns why a requester could not stop the session without a key; nil if they could.
  fileprivate func refusalOfReplacing(by requester: Requester, at present: Present) -> Refusal? {
    guard requester.viewer.sees(self) else {
      return Refusal(.notPermitted, message: "a session of another user is running, which you may not end")
    }
    do throws(Refusal) {
      try allow(.stop, by: requester.withoutKey, at: present)
      return nil
    } catch {
      return error
    }
  }
}

extension Refusal {
  /// Returns the refusal of a start that would replace a session. Typing a text does not help.
  fileprivate func ofReplacing(for key: ProfileKey) -> Refusal {
    Refusal(reason, message: "profile '\(key)' replaces other sessions, but \(message)", allowedAt: allowedAt)
  }
}
