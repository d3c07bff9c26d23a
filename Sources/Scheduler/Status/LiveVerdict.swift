import SchedulerCivilTime

/// What the sessions that run now do with a target: with it the answer is that of the shield, not of the windows alone.
public struct LiveVerdict: Sendable {
  /// The rules and what they have come to.
  public let engine: Engine
  /// Whether the target is blocked now.
  public let isBlocked: Bool
  /// When that changes if nobody does anything; nil for never, and where it takes too many evaluations to tell.
  public let change: Instant?
  private let request: AccessRequest
  private let present: Present

  /// A session that has something to say of the target.
  public struct Stance: Sendable {
    /// The session.
    public let session: Session
    /// What its layer does with the target, for those whom it covers.
    public let decision: Decision
    /// Whether its layer covers the user.
    public let coversUser: Bool
    /// Until when the target is open in it all the same; nil when it is not.
    public let openUntil: Instant?
    /// When the session ends if nobody does anything; nil for an open end.
    public let end: Instant?
    /// Whether its shield is applied.
    public let isShielding: Bool

    /// Whether the target is blocked because of it.
    public var blocksNow: Bool { decision.isBlocked && openUntil == nil && coversUser && isShielding }
  }

  /// What an engine does that was evaluated at a moment.
  ///
  /// Complexity: O(`limit`) evaluations, each with O(entries) of the layers that are applied.
  public init(_ request: AccessRequest, _ engine: Engine, at now: Moment, within limit: Int = 1_000) {
    func isBlocked(_ engine: Engine) -> Bool {
      let layers = engine.shield.map(\.layer)
      return Verdict(on: request.resolved, for: request.user, layers: layers, machine: request.machine).isBlocked
    }
    self.request = request
    self.engine = engine
    self.isBlocked = isBlocked(engine)
    present = engine.present ?? Present(now, elapsed: 0)
    change = engine.firstChange(within: limit, of: isBlocked)
  }

  /// What the session of a profile says of the target, by the layer that it copied; nil when none runs.
  public func stance(of profile: ProfileReference) -> Stance? { engine.book[profile.id].map(stance) }

  /// The sessions that block the target and go on beyond an instant.
  public func blockers(beyond instant: Instant) -> [Stance] {
    engine.sessions.map(stance).filter { stance in
      guard stance.decision.isBlocked, stance.coversUser, stance.session.rules.isEnforced else { return false }
      return stance.end.map { $0 > instant } ?? true
    }
  }

  /// The sessions that block the target, now or when a lift ends, by a layer that no longer is what the configuration says.
  public func outdated(_ configuration: Configuration) -> [Stance] {
    engine.sessions.map(stance).filter { stance in
      guard stance.decision.isBlocked else { return false }
      let profile = configuration.profiles.first { $0.id == stance.session.profile.id }
      return profile.map { configuration.layer(of: $0) != stance.session.rules.layer } ?? true
    }
  }

  private func stance(_ session: Session) -> Stance {
    let layer = session.rules.layer
    return Stance(
      session: session, decision: layer.decision(on: request.resolved, machine: request.machine),
      coversUser: layer.covers(request.user), openUntil: session.accessEnd(of: request, at: present),
      end: session.plannedEnd(at: present).map(present.instant), isShielding: engine.isShielding(session))
  }
}
