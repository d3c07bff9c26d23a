/// Whether a target is blocked for a user, and the statement of each layer.
///
/// A target is blocked if any layer that covers the user blocks it. No layer overrides the block of another.
public struct Verdict: Hashable, Sendable {
  /// The statement of one layer.
  public struct Reason: Hashable, Sendable {
    /// The profile to which the layer belongs.
    public let profile: ProfileReference
    /// What the layer does with the target.
    public let decision: Decision
  }

  /// The statements of the layers that cover the user, in their order.
  public let reasons: [Reason]

  /// Whether the target is blocked.
  public var isBlocked: Bool { reasons.contains(where: \.decision.isBlocked) }

  /// Creates the verdict of some live layers.
  ///
  /// - Parameters:
  ///   - target: the target.
  ///   - user: the user; nil for an arbitrary one, if any user suffices.
  ///   - layers: the layers in force.
  ///   - machine: the names that `domains = "all"` does not include.
  /// - Complexity: O(entries) of the layers.
  public init(on target: ResolvedTarget, for user: UserIdentity?, layers: [Layer], machine: MachineNames) {
    reasons = layers.filter { $0.covers(user, on: machine) }.map { layer in
      Reason(profile: layer.profile, decision: layer.decision(on: target, machine: machine))
    }
  }
}

/// A target with the names that the machine knows for it.
public enum ResolvedTarget: Hashable, Sendable {
  /// A domain.
  case domain(DomainName)
  /// A page of a site.
  case page(SitePath)
  /// An application with all of its names.
  case application(ApplicationIdentity)
}

extension Layer {
  /// Returns what the layer does with a target for a user that it covers.
  ///
  /// Complexity: O(entries). For many domains use a `DomainIndex`; for many applications this method is as fast.
  public func decision(on target: ResolvedTarget, machine: MachineNames) -> Decision {
    switch target {
    case .domain(let domain): DomainIndex(domains.covering(domain)).decision(for: domain, on: machine)
    case .page(let page): DomainIndex(domains.covering(page.host)).decision(for: page, on: machine)
    case .application(let application): applications.decision(for: application)
    }
  }
}

extension Layer.DomainRules {
  /// Returns the rules without the entries that cannot decide about a domain. An index of all would be wasted on one
  /// name.
  fileprivate func covering(_ domain: DomainName) -> Self {
    var rules = Self()
    rules.default = `default`
    rules.block = block.filter { domain.isEqualOrSubdomain(of: $0) }
    rules.allow = allow.filter { domain.isEqualOrSubdomain(of: $0) }
    rules.urls = urls
    return rules
  }
}
