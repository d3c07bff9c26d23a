import SchedulerCivilTime

extension Engine {
  /// Opens a target in every session whose layer blocks it for the requester, or in none of them. This includes a
  /// session on a break, because it would block the target again soon. It excludes a session in which the target is
  /// already open.
  ///
  /// - Throws: of several refusals the one that lasts longest, so that its time holds for all of them.
  mutating func openAccess(
    _ request: AccessRequest, by requester: Requester, at present: Present
  ) throws(Refusal) -> CommandResult {
    let closed = sessions { request.isBlocked(by: $0.layer) }
    if let end = limitEnd(of: request, at: present) {
      throw Refusal(
        .budgetSpent, message: "the use of '\(request.target.text)' is used up, which 'more' may add to",
        allowedAt: end.epochSeconds == .max ? nil : end)
    }
    guard !closed.isEmpty else { throw nothingToOpen(for: request, by: requester, at: present) }
    var refusals: [Refusal] = []
    for (_, session) in closed {
      do throws(Refusal) { try session.allowAccess(by: requester, at: present) } catch { refusals.append(error) }
    }
    if let refusal = refusals.longest { throw refusal }
    for (profile, _) in closed { book.openGrant(request, of: profile, at: present.shown(by: clock(of: profile))) }
    var result = CommandResult(change: .accessOpened, profile: closed[0].session.profile.key)
    result.session = closed.count == 1 ? closed[0].session.id : nil
    result.others = closed.dropFirst().map(\.session.profile.key)
    result.target = request.target
    result.until = accessEnd(of: request, at: present)
    return result
  }

  /// Returns the refusal for a target that no session blocks, or that is already open.
  private func nothingToOpen(for request: AccessRequest, by requester: Requester, at present: Present) -> Refusal {
    guard let end = accessEnd(of: request, at: present) else {
      return Refusal(.notBlocked, message: "nothing blocks '\(request.target.text)'")
    }
    let next = sessions { $0.accessEnd(of: request, at: present) == end }
      .map { $0.session.nextAccess(by: requester, from: end, at: present) }
    return Refusal(
      .alreadyOpen, message: "access to '\(request.target.text)' is already open",
      allowedAt: next.contains(nil) ? nil : next.compactMap(\.self).max())
  }

  /// Returns the earliest end of access to a target after which the session continues and blocks it again. If no
  /// session continues, returns the latest end of access. Nil if no grant opens the target.
  private func accessEnd(of request: AccessRequest, at present: Present) -> Instant? {
    var again: Instant?
    var last: Instant?
    for (_, session) in sessions(where: { !$0.grants.isEmpty }) {
      guard let end = session.accessEnd(of: request, at: present) else { continue }
      last = last.map { max($0, end) } ?? end
      if session.goesOn(beyond: end, at: present) {
        again = again.map { min($0, end) } ?? end
      }
    }
    return again ?? last
  }

  /// Returns the sessions that shield and satisfy a condition, in the order of their profiles' keys.
  private func sessions(where isMeant: (Session) -> Bool) -> [(profile: ProfileID, session: Session)] {
    book.sessions.filter { $0.value.rules.isEnforced && isMeant($0.value) }
      .map { (profile: $0.key, session: $0.value) }
      .sorted { ($0.session.profile.key, $0.profile) < ($1.session.profile.key, $1.profile) }
  }
}

extension Session {
  /// Throws a refusal if the session's rules allow no access, or if no access is left.
  fileprivate func allowAccess(by requester: Requester, at present: Present) throws(Refusal) {
    let end = plannedEnd(at: present).map(present.instant(of:))
    guard rules.access != nil, let left = accessesLeft(at: present) else {
      throw Refusal(
        .notConfigured, message: "profile '\(profile.key)' has no 'access' table, so none of its targets can be opened",
        allowedAt: end)
    }
    try allow(.access, by: requester, at: present)
    guard left > 0 else {
      throw Refusal(
        .budgetSpent, message: "the session of profile '\(profile.key)' has granted all its accesses",
        allowedAt: accessRefill(at: present) ?? end)
    }
  }

  /// Returns when the session would grant a further access to a target whose access ends at `end`; nil if it would not
  /// by the passage of time alone.
  fileprivate func nextAccess(by requester: Requester, from end: Instant, at present: Present) -> Instant? {
    do throws(Refusal) { try allow(.access, by: requester, at: present) } catch { return nil }
    let isLeft = accessesLeft(at: present).map { $0 > 0 } ?? false
    let ready = isLeft ? end : accessRefill(at: present)
    return instantWithin(ready.map { max($0, end) }, at: present)
  }
}

extension [Refusal] {
  /// The first refusal among those that last longest; nil if there are none.
  var longest: Refusal? {
    first { $0.allowedAt == nil }
      ?? self.max { ($0.allowedAt ?? Instant(epochSeconds: .max)) < ($1.allowedAt ?? Instant(epochSeconds: .max)) }
  }
}
