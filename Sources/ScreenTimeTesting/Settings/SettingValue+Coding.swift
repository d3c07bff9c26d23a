package import ManagedSettings

/// The value of a setting as it is archived with the device. Exactly one property is present, or `kind` says which.
private struct ArchivedValue: Codable {
  /// The archived form of `Application` and `WebDomain`, which Apple does not make codable.
  struct Item<T>: Codable {
    var name: String?
    var token: Token<T>?
  }

  /// The archived form of a policy of categories or of the web filter.
  struct Policy<Element: Codable>: Codable {
    var kind: String
    var categories: [ActivityCategoryToken] = []
    var items: [Element] = []
    var exceptions: [Element] = []
  }

  var flag: Bool?
  var rating: Int?
  var cookies: String?
  var filter: Policy<Item<WebDomain>>?
  var applications: [Item<Application>]?
  var applicationTokens: Set<ApplicationToken>?
  var webDomainTokens: Set<WebDomainToken>?
  var applicationCategories: Policy<ApplicationToken>?
  var webDomainCategories: Policy<WebDomainToken>?
}

extension SettingValue: Codable {
  /// Writes the value under the name of its kind.
  package func encode(to encoder: any Encoder) throws {
    var archived = ArchivedValue()
    switch self {
    case .flag(let value): archived.flag = value
    case .rating(let value): archived.rating = value
    case .cookies(let value): archived.cookies = value.rawValue
    case .filter(let value): archived.filter = value.archived
    case .applications(let value):
      archived.applications = value.map { ArchivedValue.Item(name: $0.bundleIdentifier, token: $0.token) }
    case .applicationTokens(let value): archived.applicationTokens = value
    case .webDomainTokens(let value): archived.webDomainTokens = value
    case .applicationCategories(let value): archived.applicationCategories = value.archived
    case .webDomainCategories(let value): archived.webDomainCategories = value.archived
    }
    try archived.encode(to: encoder)
  }

  /// Reads a value.
  ///
  /// - Throws: `DecodingError` if there is no value, or a policy of an unknown kind.
  package init(from decoder: any Decoder) throws {
    guard let value = try ArchivedValue(from: decoder).value else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "no value of a setting"))
    }
    self = value
  }
}

extension ArchivedValue {
  /// The value that is present; nil if none is, or if its kind is unknown.
  fileprivate var value: SettingValue? {
    if let flag { return .flag(flag) }
    if let rating { return .rating(rating) }
    if let cookies { return SafariSettings.CookiePolicy(rawValue: cookies).map(SettingValue.cookies) }
    if let filter { return WebContentSettings.FilterPolicy(archived: filter).map(SettingValue.filter) }
    if let applications { return .applications(Set(applications.map(Application.init(archived:)))) }
    if let applicationTokens { return .applicationTokens(applicationTokens) }
    if let webDomainTokens { return .webDomainTokens(webDomainTokens) }
    if let policy = applicationCategories {
      return ShieldSettings.ActivityCategoryPolicy(archived: policy).map(SettingValue.applicationCategories)
    }
    if let policy = webDomainCategories {
      return ShieldSettings.ActivityCategoryPolicy(archived: policy).map(SettingValue.webDomainCategories)
    }
    return nil
  }
}

extension Application {
  fileprivate init(archived: ArchivedValue.Item<Application>) {
    self.init(bundleIdentifier: archived.name, token: archived.token, localizedDisplayName: nil)
  }
}

extension ShieldSettings.ActivityCategoryPolicy {
  fileprivate var archived: ArchivedValue.Policy<Token<Activity>> {
    switch self {
    case .none: .init(kind: "none")
    case .specific(let categories, let exceptions):
      .init(kind: "specific", categories: Array(categories), exceptions: Array(exceptions))
    case .all(let exceptions): .init(kind: "all", exceptions: Array(exceptions))
    }
  }

  fileprivate init?(archived: ArchivedValue.Policy<Token<Activity>>) {
    switch archived.kind {
    case "none": self = .none
    case "specific": self = .specific(Set(archived.categories), except: Set(archived.exceptions))
    case "all": self = .all(except: Set(archived.exceptions))
    default: return nil
    }
  }
}

extension WebContentSettings.FilterPolicy {
  fileprivate var archived: ArchivedValue.Policy<ArchivedValue.Item<WebDomain>> {
    func items(_ domains: Set<WebDomain>) -> [ArchivedValue.Item<WebDomain>] {
      domains.map { ArchivedValue.Item(name: $0.domain, token: $0.token) }
    }
    return switch self {
    case .none: .init(kind: "none")
    case .specific(let domains): .init(kind: "specific", items: items(domains))
    case .auto(let domains, let exceptions):
      .init(kind: "auto", items: items(domains), exceptions: items(exceptions))
    case .all(let exceptions): .init(kind: "all", exceptions: items(exceptions))
    }
  }

  fileprivate init?(archived: ArchivedValue.Policy<ArchivedValue.Item<WebDomain>>) {
    func domains(_ items: [ArchivedValue.Item<WebDomain>]) -> Set<WebDomain> {
      Set(items.map { WebDomain(domain: $0.name, token: $0.token) })
    }
    switch archived.kind {
    case "none": self = .none
    case "specific": self = .specific(domains(archived.items))
    case "auto": self = .auto(domains(archived.items), except: domains(archived.exceptions))
    case "all": self = .all(except: domains(archived.exceptions))
    default: return nil
    }
  }
}
