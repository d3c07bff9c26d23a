/// An application, known by its bundle identifier, by its token, or by both.
///
/// Both and the name are present only where the system hands out the application: in a shield configuration.
public struct Application: Equatable, Hashable, Sendable {
  /// The bundle identifier; nil if the application was made from a token.
  public let bundleIdentifier: String?
  /// The token; nil if the application was made from a bundle identifier.
  public let token: ApplicationToken?
  /// The name that the user sees; nil except in a shield configuration.
  public let localizedDisplayName: String?

  /// Makes an application that is known by its bundle identifier.
  public init(bundleIdentifier: String) {
    self.init(bundleIdentifier: bundleIdentifier, token: nil, localizedDisplayName: nil)
  }

  /// Makes an application that is known by its token.
  public init(token: ApplicationToken) {
    self.init(bundleIdentifier: nil, token: token, localizedDisplayName: nil)
  }

  /// Makes an application as the system hands it out.
  package init(bundleIdentifier: String?, token: ApplicationToken?, localizedDisplayName: String?) {
    self.bundleIdentifier = bundleIdentifier
    self.token = token
    self.localizedDisplayName = localizedDisplayName
  }
}

/// A category of applications and web domains.
public struct ActivityCategory: Equatable, Hashable, Sendable {
  /// The token of the category.
  public let token: ActivityCategoryToken?
  /// The name that the user sees; nil except in a shield configuration.
  public let localizedDisplayName: String?

  /// Makes a category that is known by its token.
  public init(token: ActivityCategoryToken) { self.init(token: token, localizedDisplayName: nil) }

  /// Makes a category as the system hands it out.
  package init(token: ActivityCategoryToken?, localizedDisplayName: String?) {
    self.token = token
    self.localizedDisplayName = localizedDisplayName
  }
}

/// A web domain, known by its name, by its token, or by both.
public struct WebDomain: Equatable, Hashable, Sendable {
  /// The name, such as `example.com`; nil if the domain was made from a token.
  public let domain: String?
  /// The token; nil if the domain was made from a name.
  public let token: WebDomainToken?

  /// Makes a web domain that is known by its name.
  public init(domain: String) { self.init(domain: domain, token: nil) }

  /// Makes a web domain that is known by its token.
  public init(token: WebDomainToken) { self.init(domain: nil, token: token) }

  /// Makes a web domain as the system hands it out.
  package init(domain: String?, token: WebDomainToken?) {
    self.domain = domain
    self.token = token
  }
}
