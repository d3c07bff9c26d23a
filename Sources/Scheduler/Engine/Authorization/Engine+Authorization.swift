import SchedulerCivilTime

extension Engine {
  /// Whether the shield may be applied, as of the last evaluation. Sessions run in any case.
  public var authorization: AuthorizationStatus { state.authorization.status }

  /// The status that `authorization` takes once nothing is locked, because a withdrawal waits; nil if none waits.
  public var awaitedAuthorization: AuthorizationStatus? { state.authorization.awaited }

  /// Takes a status of consent. Consent applies at once, and cancels a withdrawal that waits. A withdrawal loosens
  /// everything, so it waits until no strict session runs and no limit of a strict profile is used up.
  mutating func take(_ status: AuthorizationStatus, at present: Present) {
    if status == .approved || !state.authorization.status.isApproved {
      authorize(status, at: present.wall)
    } else {
      state.authorization.awaited = status
      releaseWithdrawal(at: present.wall, present)
    }
  }

  /// Puts a waiting withdrawal in force if nothing is locked at an instant, even if a strict session starts at the same
  /// instant.
  mutating func releaseWithdrawal(at instant: Instant, _ present: Present) {
    guard let status = state.authorization.awaited, !book.hasStrictSession,
      let end = limitLocks.end(notBefore: .min), end == .min || present.instant(of: .elapsed(end)) <= instant
    else { return }
    authorize(status, at: instant)
  }

  /// Puts a waiting withdrawal in force when the last of the limits ended that locked their profiles, if that is not after
  /// an instant, and no strict session runs.
  mutating func endLimitsBeforeWithdrawal(until instant: Instant, at present: Present) {
    guard state.authorization.awaited != nil, let end = limitLocks.end(notBefore: .min), end > .min else { return }
    let planned = present.instant(of: .elapsed(end))
    if planned <= instant { releaseWithdrawal(at: planned, present) }
  }

  private mutating func authorize(_ status: AuthorizationStatus, at instant: Instant) {
    let before = state.authorization.status
    state.authorization = AuthorizationRecord(status: status)
    guard status != before else { return }
    book.log.entries.append(SessionLog.Entry(name: .authorizationDidChange, planned: instant, message: status.rawValue))
  }
}

extension SessionBook {
  /// Whether a running session is locked, so that only its planned end may end it.
  var hasStrictSession: Bool { sessions.values.contains(where: \.isLocked) }
}
