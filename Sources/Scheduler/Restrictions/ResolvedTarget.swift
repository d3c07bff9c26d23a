/// A target together with what the machine knows of it.
public enum ResolvedTarget: Hashable, Sendable {
  /// A domain.
  case domain(DomainName)
  /// An application with all of its names.
  case application(ApplicationIdentity)
}

extension Layer {
  /// What the layer does with a target, for a user whom it covers.
  ///
  /// Complexity: O(entries); for many domains make a `DomainIndex`, for many applications this is as good.
  public func decision(on target: ResolvedTarget, machine: MachineNames) -> Decision {
    switch target {
    case .domain(let domain): DomainIndex(domains.covering(domain)).decision(for: domain, on: machine)
    case .application(let application): applications.decision(for: application)
    }
  }
}

extension Layer.DomainRules {
  /// The rules without the entries that cannot decide about a domain: for one name an index of all would be built in vain.
  fileprivate func covering(_ domain: DomainName) -> Self {
    var rules = Self()
    rules.default = `default`
    rules.block = block.filter { domain.isEqualOrSubdomain(of: $0) }
    rules.allow = allow.filter { domain.isEqualOrSubdomain(of: $0) }
    return rules
  }
}
