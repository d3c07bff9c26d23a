import CivilTime
import Scheduler

/// What the sessions that run now do with a target: with it the answer is that of the shield, not of the windows alone.
struct LiveVerdict {
  let view: StateView
  /// Whether the target is blocked now.
  let isBlocked: Bool
  /// When that changes if nobody does anything; nil for never.
  let change: Instant?
  private let question: WhyQuestion

  /// A session that has something to say of the target.
  struct Stance {
    let session: Scheduler.Session
    let decision: Decision
    /// Whether its layer covers the user.
    let coversUser: Bool
    /// The state in which it runs.
    let view: StateView
    /// Until when the target is open in it all the same; nil when it is not.
    let openUntil: Instant?

    /// When the session ends if nobody does anything; nil for an open end.
    var end: Instant? { session.plannedEnd(at: view.present).map(view.present.instant) }

    /// Whether the target is blocked because of it.
    var blocksNow: Bool { decision.isBlocked && openUntil == nil && coversUser && view.isShielding(session) }
  }

  init(_ question: WhyQuestion, _ view: StateView) {
    func isBlocked(_ engine: Engine) -> Bool {
      let layers = engine.shield.map(\.layer)
      return Verdict(on: question.resolved, for: question.user, layers: layers, machine: question.machine).isBlocked
    }
    self.question = question
    self.view = view
    self.isBlocked = isBlocked(view.engine)
    change = view.engine.firstChange(of: isBlocked)
  }

  /// What the session of a profile says of the target, by the layer that it copied; nil when none runs.
  func stance(of profile: Profile.Reference) -> Stance? { view.engine.book[profile.id].map(stance) }

  /// The sessions that block the target and go on beyond an instant.
  func blockers(beyond instant: Instant) -> [Stance] {
    view.sessions.map(stance).filter { stance in
      guard stance.decision.isBlocked, stance.coversUser, stance.session.rules.isEnforced else { return false }
      return stance.end.map { $0 > instant } ?? true
    }
  }

  /// The sessions that block the target, now or when a lift ends, by a layer that no longer is what the configuration says.
  func outdated(_ configuration: Configuration) -> [Stance] {
    view.sessions.map(stance).filter { stance in
      guard stance.decision.isBlocked else { return false }
      let profile = configuration.profiles.first { $0.id == stance.session.profile.id }
      return profile.map { configuration.layer(of: $0) != stance.session.rules.layer } ?? true
    }
  }

  private func stance(_ session: Scheduler.Session) -> Stance {
    let layer = session.rules.layer
    let request = AccessRequest(
      to: question.target, resolved: question.resolved, for: question.user, machine: question.machine)
    return Stance(
      session: session, decision: layer.decision(on: question.resolved, machine: question.machine),
      coversUser: layer.covers(question.user), view: view,
      openUntil: session.accessEnd(of: request, at: view.present))
  }
}
