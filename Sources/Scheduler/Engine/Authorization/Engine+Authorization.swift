import SchedulerCivilTime

extension Engine {
  /// Whether the shield may be applied, as of the last evaluation. Sessions run in any case.
  public var authorization: AuthorizationStatus { state.authorization.status }

  /// What `authorization` becomes as soon as no strict session runs: a withdrawal that waits for that. Nil when none does.
  public var awaitedAuthorization: AuthorizationStatus? { state.authorization.awaited }

  /// Takes what somebody says to the shield. Consent counts at once, also over a withdrawal that waits. Taking it back
  /// loosens everything, and waits until no strict session runs.
  mutating func take(_ status: AuthorizationStatus, at present: Present) {
    if status == .approved || !state.authorization.status.isApproved {
      authorize(status, at: present.wall)
    } else {
      state.authorization.awaited = status
      releaseWithdrawal(at: present.wall)
    }
  }

  /// Lets a withdrawal that waits come into force when no strict session runs any more, also where one starts at that same
  /// instant.
  mutating func releaseWithdrawal(at instant: Instant) {
    guard let status = state.authorization.awaited, !book.hasStrictSession else { return }
    authorize(status, at: instant)
  }

  private mutating func authorize(_ status: AuthorizationStatus, at instant: Instant) {
    let before = state.authorization.status
    state.authorization = AuthorizationRecord(status: status)
    guard status != before else { return }
    book.log.entries.append(
      SessionLog.Entry(name: .authorizationDidChange, planned: instant, message: status.rawValue))
  }
}

extension SessionBook {
  /// Whether a session runs that only its end may end.
  var hasStrictSession: Bool { sessions.values.contains(where: \.isLocked) }
}
