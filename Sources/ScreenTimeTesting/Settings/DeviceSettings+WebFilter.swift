internal import ManagedSettings

/// Why the web filter of a store blocks a domain.
public struct FilterReason: Hashable, Sendable {
  /// What in the filter covers the domain.
  public enum Cause: String, Hashable, Sendable {
    /// The domain is listed.
    case listed
    /// The domain is an adult website.
    case adult
    /// Everything is blocked.
    case everything
  }

  /// The store that blocks.
  public let store: StoreIdentity
  /// What in the filter covers the domain.
  public let cause: Cause

  /// Makes a reason, for comparison.
  public init(store: StoreIdentity, cause: Cause) {
    self.store = store
    self.cause = cause
  }
}

extension DeviceSettings {
  /// Returns each active store whose web filter blocks a domain.
  ///
  /// - Within `.auto` an exception wins over the adult filter and over the list. Documented by Apple.
  /// - A domain is blocked if any store blocks it; an exception in one store does not open it for another. Our choice,
  ///   after "the most restrictive setting wins" (session 110336 of WWDC22).
  /// - A name covers its subdomains: `example.com` also means `www.example.com`. Our choice.
  public func filters(on domain: KnownWebDomain) -> [FilterReason] {
    activeStores.compactMap { store, values in
      let domain = domain.known(in: tokenGeneration(of: store.app))
      guard case .filter(let policy) = values[.blockedByFilter], let cause = policy.cause(for: domain) else {
        return nil
      }
      return FilterReason(store: store, cause: cause)
    }
  }
}

extension WebContentSettings.FilterPolicy {
  /// Why the policy blocks a domain; nil if it does not.
  fileprivate func cause(for domain: KnownWebDomain) -> FilterReason.Cause? {
    switch self {
    case .none: return nil
    case .specific(let domains): return domains.cover(domain) ? .listed : nil
    case .all(let exceptions): return exceptions.cover(domain) ? nil : .everything
    case .auto(let domains, let exceptions):
      if exceptions.cover(domain) { return nil }
      if domains.cover(domain) { return .listed }
      return domain.isAdult ? .adult : nil
    }
  }
}

extension Set<WebDomain> {
  fileprivate func cover(_ domain: KnownWebDomain) -> Bool {
    contains { item in
      if item.token == domain.token { return true }
      guard let name = item.domain?.lowercased() else { return false }
      let asked = domain.domain.lowercased()
      return asked == name || asked.hasSuffix("." + name)
    }
  }
}
