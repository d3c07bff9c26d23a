internal import ManagedSettings
internal import ScreenTimeSystem

extension SettingValue {
  /// The number of items of the largest set in the value; 0 for values without sets.
  var largestSet: Int {
    switch self {
    case .flag, .rating, .cookies: 0
    case .applications(let items): items.count
    case .applicationTokens(let items): items.count
    case .webDomainTokens(let items): items.count
    case .applicationCategories(let policy): policy.largestSet
    case .webDomainCategories(let policy): policy.largestSet
    case .filter(let policy): policy.largestSet
    }
  }

  /// Returns the number of tokens that a device has made and that are of another generation.
  func voidTokenCount(in generation: Int) -> Int {
    switch self {
    case .flag, .rating, .cookies: 0
    case .applications(let items): DeviceTokens.voidCount(in: items.compactMap(\.token), except: generation)
    case .applicationTokens(let items): DeviceTokens.voidCount(in: items, except: generation)
    case .webDomainTokens(let items): DeviceTokens.voidCount(in: items, except: generation)
    case .applicationCategories(let policy): policy.voidTokenCount(in: generation)
    case .webDomainCategories(let policy): policy.voidTokenCount(in: generation)
    case .filter(let policy): policy.voidTokenCount(in: generation)
    }
  }

  /// Returns the value with the first items of each set.
  func keepingFirst(_ count: Int) -> SettingValue {
    switch self {
    case .flag, .rating, .cookies: self
    case .applications(let items): .applications(items.first(count, by: \.order))
    case .applicationTokens(let items): .applicationTokens(items.first(count, by: \.order))
    case .webDomainTokens(let items): .webDomainTokens(items.first(count, by: \.order))
    case .applicationCategories(let policy): .applicationCategories(policy.keepingFirst(count))
    case .webDomainCategories(let policy): .webDomainCategories(policy.keepingFirst(count))
    case .filter(let policy): .filter(policy.keepingFirst(count))
    }
  }
}

extension ShieldSettings.ActivityCategoryPolicy {
  fileprivate func voidTokenCount(in generation: Int) -> Int {
    switch self {
    case .none: 0
    case .specific(let categories, let exceptions):
      DeviceTokens.voidCount(in: categories, except: generation)
        + DeviceTokens.voidCount(in: exceptions, except: generation)
    case .all(let exceptions): DeviceTokens.voidCount(in: exceptions, except: generation)
    }
  }

  fileprivate var largestSet: Int {
    switch self {
    case .none: 0
    case .specific(let categories, let exceptions): max(categories.count, exceptions.count)
    case .all(let exceptions): exceptions.count
    }
  }

  fileprivate func keepingFirst(_ count: Int) -> Self {
    switch self {
    case .none: .none
    case .specific(let categories, let exceptions):
      .specific(categories.first(count, by: \.order), except: exceptions.first(count, by: \.order))
    case .all(let exceptions): .all(except: exceptions.first(count, by: \.order))
    }
  }
}

extension WebContentSettings.FilterPolicy {
  fileprivate func voidTokenCount(in generation: Int) -> Int {
    let items: Set<WebDomain> =
      switch self {
      case .none: []
      case .specific(let domains): domains
      case .auto(let domains, let exceptions): domains.union(exceptions)
      case .all(let exceptions): exceptions
      }
    return DeviceTokens.voidCount(in: items.compactMap(\.token), except: generation)
  }

  fileprivate var largestSet: Int {
    switch self {
    case .none: 0
    case .specific(let domains): domains.count
    case .auto(let domains, let exceptions): max(domains.count, exceptions.count)
    case .all(let exceptions): exceptions.count
    }
  }

  fileprivate func keepingFirst(_ count: Int) -> Self {
    switch self {
    case .none: .none
    case .specific(let domains): .specific(domains.first(count, by: \.order))
    case .auto(let domains, let exceptions):
      .auto(domains.first(count, by: \.order), except: exceptions.first(count, by: \.order))
    case .all(let exceptions): .all(except: exceptions.first(count, by: \.order))
    }
  }
}

// The text by which items are ordered where a set keeps its first ones. Apple's systems have no documented order.
extension Token {
  fileprivate var order: String { data.base64EncodedString() }
}

extension Application {
  fileprivate var order: String { "\(bundleIdentifier ?? "") \(token?.order ?? "")" }
}

extension WebDomain {
  fileprivate var order: String { "\(domain ?? "") \(token?.order ?? "")" }
}

extension Set {
  fileprivate func first(_ count: Int, by order: (Element) -> String) -> Set {
    Set(sorted { order($0) < order($1) }.prefix(count))
  }
}
