import ManagedSettings

/// The applications, web sites and categories that a device knows, with their tokens of the first generation.
struct DeviceCatalog: Sendable {
  private struct ApplicationFacts: Sendable {
    var category: String?
    var displayName: String?
  }

  private struct DomainFacts: Sendable {
    var category: String?
    var isAdult: Bool
  }

  private var applications: [String: ApplicationFacts] = [:]
  private var domains: [String: DomainFacts] = [:]
  private var categories: Set<String> = []

  mutating func addApplication(
    _ bundleIdentifier: String, category: String?, displayName: String?
  ) -> InstalledApplication {
    applications[bundleIdentifier] = ApplicationFacts(category: category, displayName: displayName)
    if let category { categories.insert(category) }
    return application(bundleIdentifier)
  }

  mutating func addWebDomain(_ domain: String, category: String?, isAdult: Bool) -> KnownWebDomain {
    domains[domain] = DomainFacts(category: category, isAdult: isAdult)
    if let category { categories.insert(category) }
    return webDomain(domain)
  }

  /// Returns an application. One that the device does not know is added without a category.
  mutating func application(_ bundleIdentifier: String) -> InstalledApplication {
    let facts = applications[bundleIdentifier] ?? ApplicationFacts()
    applications[bundleIdentifier] = facts
    return InstalledApplication(
      bundleIdentifier: bundleIdentifier, displayName: facts.displayName,
      token: DeviceTokens.application(bundleIdentifier),
      category: facts.category.map { DeviceTokens.category($0) })
  }

  /// Returns a web site. One that the device does not know is added without a category.
  mutating func webDomain(_ domain: String) -> KnownWebDomain {
    let facts = domains[domain] ?? DomainFacts(isAdult: false)
    domains[domain] = facts
    return KnownWebDomain(
      domain: domain, token: DeviceTokens.webDomain(domain),
      category: facts.category.map { DeviceTokens.category($0) }, isAdult: facts.isAdult)
  }

  /// Returns the token of a category, which it adds if need be.
  mutating func category(_ name: String) -> ActivityCategoryToken {
    categories.insert(name)
    return DeviceTokens.category(name)
  }

  /// The applications, ordered by bundle identifier.
  var knownApplications: [InstalledApplication] {
    var catalog = self
    return applications.keys.sorted().map { catalog.application($0) }
  }

  /// The web sites, ordered by name.
  var knownWebDomains: [KnownWebDomain] {
    var catalog = self
    return domains.keys.sorted().map { catalog.webDomain($0) }
  }

  /// The names of the categories, in order.
  var knownCategories: [String] { categories.sorted() }

  /// Returns the name of a category, whatever the generation of its token; nil for one that the device does not know.
  func name(of token: ActivityCategoryToken) -> String? {
    guard let parts = DeviceTokens.parts(of: token.data), parts.kind == "category" else { return nil }
    return categories.contains(parts.name) ? parts.name : nil
  }
}
