import SchedulerCivilTime

/// The effect of the running sessions on a target. With it, an answer describes the shield rather than only the
/// windows.
public struct LiveVerdict: Sendable {
  /// The engine with the rules and their current results.
  public let engine: Engine
  /// Whether the target is blocked now.
  public let isBlocked: Bool
  /// The time at which that changes without any action; nil for never, and if finding it takes too many evaluations.
  public let change: Instant?
  private let request: AccessRequest
  private let present: Present

  /// The effect of a session on the target.
  public struct Stance: Sendable {
    /// The session.
    public let session: Session
    /// The decision of its layer about the target, for the users that it covers.
    public let decision: Decision
    /// Whether its layer covers the user.
    public let coversUser: Bool
    /// Whether its layer covers any user of the machine, as far as that is known.
    public let coversAnybody: Bool
    /// The time until which the target is open in the session nevertheless, or nil if it is not.
    public let openUntil: Instant?
    /// The time at which the session ends without any action, or nil for an open end.
    public let end: Instant?
    /// Whether its shield is applied.
    public let isShielding: Bool

    /// Whether the session blocks the target.
    public var blocksNow: Bool { decision.isBlocked && openUntil == nil && coversUser && isShielding }

    /// Whether the session blocks the target for other users alone.
    public var blocksOthers: Bool { decision.isBlocked && openUntil == nil && !coversUser && isShielding }
  }

  /// Creates the verdict of an engine that was evaluated at `now`.
  ///
  /// Complexity: O(`limit`) evaluations, each with O(entries) of the layers that are applied.
  public init(on request: AccessRequest, by engine: Engine, at now: Moment, within limit: Int = 1_000) {
    self.init(on: request, by: engine, at: now, change: engine.firstChange(within: limit, of: request.isBlocked))
  }

  /// Creates the verdict of an engine that was evaluated at `now`, with the result of a `ChangeSearch`.
  public init(on request: AccessRequest, by engine: Engine, at now: Moment, change: Instant?) {
    self.request = request
    self.engine = engine
    isBlocked = request.isBlocked(by: engine)
    present = engine.present ?? Present(now, elapsed: 0)
    self.change = change
  }

  /// Returns the effect of a profile's session on the target, by the layer that it copied; nil if no session runs.
  public func stance(of profile: ProfileReference) -> Stance? { engine.book[profile.id].map(stance) }

  /// Returns the sessions that block the target and continue beyond an instant.
  public func blockers(beyond instant: Instant) -> [Stance] {
    engine.sessions.map(stance).filter { stance in
      guard stance.decision.isBlocked, stance.coversUser, stance.session.rules.isEnforced else { return false }
      return stance.end.map { $0 > instant } ?? true
    }
  }

  /// Returns the sessions that block the target, now or when a lift ends, with a layer that differs from the
  /// configuration's.
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
      coversUser: layer.covers(request.user, on: request.machine),
      coversAnybody: layer.covers(nil, on: request.machine), openUntil: session.accessEnd(of: request, at: present),
      end: session.plannedEnd(at: present).map(present.instant), isShielding: engine.isShielding(session))
  }
}

extension AccessRequest {
  /// Returns whether the shield of an engine blocks the target. Complexity: O(entries) of the layers that are applied.
  public func isBlocked(by engine: Engine) -> Bool {
    let layers = engine.shield.map(\.layer)
    return Verdict(on: resolved, for: user, layers: layers, machine: machine).isBlocked
  }
}
