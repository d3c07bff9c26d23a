/// A target with the names that the machine knows for it.
public enum ResolvedTarget: Hashable, Sendable {
  /// A domain.
  case domain(DomainName)
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
    return rules
  }
}
