/// Attempts of one user to use one application that a layer blocks, or its use when the shield comes into force.
///
/// The adapter that enforces the layer reports them; `Engine.handle` makes one event of each value.
public struct ShieldAttempt: Hashable, Sendable {
  /// What became of the application.
  public enum Outcome: String, CaseIterable, Sendable {
    /// It did not start, or did not open.
    case denied
    /// It had started, and was ended.
    case ended
    /// It had started, and was stopped until the shield is lifted.
    case frozen
    /// It ran when the shield came into force, and is ended, or stopped until the shield is lifted. This is no attempt.
    case closing
  }

  /// The adapter that noticed the attempts.
  public let adapter: EnforcementSettings.Adapter
  /// What became of the application or domain.
  public let outcome: Outcome
  /// The name of the application, as the layer or its desktop entry has it, or the domain. History records its first 256 characters.
  public let application: String
  /// The path of the executable file; empty for a domain. History records its first 4,096 characters.
  public let program: String
  /// The name of the user who tried, or the number if the name is unknown; empty if the adapter does not know
  /// the user. History records its first 256 characters.
  public let user: String
  /// The number of attempts, at least 1. Several in a short time are one event.
  public let count: Int64
  /// The profile of the layer.
  public let profile: ProfileReference
  /// The session that applied the layer. It may have ended since.
  public let session: SessionID

  /// Creates attempts. A count below 1 becomes 1.
  public init(
    adapter: EnforcementSettings.Adapter, outcome: Outcome, application: String, program: String, user: String,
    count: Int64, profile: ProfileReference, session: SessionID
  ) {
    (self.adapter, self.outcome) = (adapter, outcome)
    (self.application, self.program, self.user) = (application, program, user)
    self.count = max(1, count)
    (self.profile, self.session) = (profile, session)
  }
}

extension SessionBook {
  /// Counts attempts for their session, if it runs or ended in this evaluation. The record of a session that ended
  /// earlier is written already, and does not change.
  mutating func count(_ attempt: ShieldAttempt) {
    if sessions[attempt.profile.id]?.id == attempt.session {
      _ = change(attempt.profile.id) { $0.attemptCount = $0.attemptCount.addingUpToMax(attempt.count) }
    } else if let position = log.finished.lastIndex(where: { $0.id == attempt.session }) {
      log.finished[position].attemptCount = log.finished[position].attemptCount.addingUpToMax(attempt.count)
    }
  }
}

extension Int64 {
  /// Returns the sum with a number that is not negative; the maximum if it is too large.
  func addingUpToMax(_ other: Int64) -> Int64 {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }
}
