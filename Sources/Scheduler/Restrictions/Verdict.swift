/// Whether a target is blocked for a user, and what each layer says of it.
///
/// A target is blocked if any layer that covers the user blocks it; no layer lifts what another blocks.
public struct Verdict: Hashable, Sendable {
  /// What one layer says.
  public struct Reason: Hashable, Sendable {
    /// The profile whose layer it is.
    public let profile: ProfileReference
    /// What it does with the target.
    public let decision: Decision
  }

  /// What the layers that cover the user say, in their order.
  public let reasons: [Reason]

  /// Whether the target is blocked.
  public var isBlocked: Bool { reasons.contains(where: \.decision.isBlocked) }

  /// The verdict of some live layers.
  ///
  /// - Parameters:
  ///   - target: what is asked about.
  ///   - user: for whom; nil for anybody, of whom one is enough.
  ///   - layers: those in force.
  ///   - machine: the names that `all` domains leaves out.
  /// - Complexity: O(entries) of the layers.
  public init(on target: ResolvedTarget, for user: UserIdentity?, layers: [Layer], machine: MachineNames) {
    reasons = layers.filter { $0.covers(user) }.map { layer in
      Reason(profile: layer.profile, decision: layer.decision(on: target, machine: machine))
    }
  }
}
