public import ManagedSettings

/// What a user picked in a `FamilyActivityPicker`. There is no picker here: tests fill the sets with tokens.
public struct FamilyActivitySelection: Codable, Equatable, Sendable {
  /// Whether picking a category also picks the applications and web domains in it.
  public let includeEntireCategory: Bool
  /// The picked applications.
  public var applicationTokens: Set<ApplicationToken> = []
  /// The picked categories.
  public var categoryTokens: Set<ActivityCategoryToken> = []
  /// The picked web domains.
  public var webDomainTokens: Set<WebDomainToken> = []

  /// Makes an empty selection in which a category does not include its applications.
  public init() { self.init(includeEntireCategory: false) }

  /// Makes an empty selection.
  public init(includeEntireCategory: Bool) { self.includeEntireCategory = includeEntireCategory }

  /// The picked applications. Bundle identifiers and names are nil.
  public var applications: Set<Application> { Set(applicationTokens.map(Application.init(token:))) }

  /// The picked categories. Names are nil.
  public var categories: Set<ActivityCategory> { Set(categoryTokens.map { ActivityCategory(token: $0) }) }

  /// The picked web domains. Names are nil.
  public var webDomains: Set<WebDomain> { Set(webDomainTokens.map(WebDomain.init(token:))) }

  private enum CodingKeys: String, CodingKey {
    case includeEntireCategory, applicationTokens, categoryTokens, webDomainTokens
  }

  /// Reads a selection. Sets that are missing are empty.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    includeEntireCategory = try values.decodeIfPresent(Bool.self, forKey: .includeEntireCategory) ?? false
    applicationTokens = try values.decodeIfPresent(Set.self, forKey: .applicationTokens) ?? []
    categoryTokens = try values.decodeIfPresent(Set.self, forKey: .categoryTokens) ?? []
    webDomainTokens = try values.decodeIfPresent(Set.self, forKey: .webDomainTokens) ?? []
  }
}
