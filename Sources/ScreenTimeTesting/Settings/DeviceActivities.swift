public import ManagedSettings

/// Makes the tokens of a device.
///
/// A token means nothing to an app. Here it is made of what it stands for, and of a generation: an app whose tokens
/// became void has those of the next generation, which differ from all earlier ones.
public enum DeviceTokens {
  /// The token of the application with a bundle identifier.
  public static func application(_ bundleIdentifier: String, generation: Int = 0) -> ApplicationToken {
    token(kind: "application", name: bundleIdentifier, generation: generation)
  }

  /// The token of a category.
  public static func category(_ name: String, generation: Int = 0) -> ActivityCategoryToken {
    token(kind: "category", name: name, generation: generation)
  }

  /// The token of a web domain.
  public static func webDomain(_ domain: String, generation: Int = 0) -> WebDomainToken {
    token(kind: "domain", name: domain, generation: generation)
  }

  /// Returns the parts that a device made a token from; nil for a token that no device has made.
  static func parts(of data: Data) -> (kind: String, generation: Int, name: String)? {
    let parts = String(decoding: data, as: UTF8.self).split(separator: " ", maxSplits: 2)
    guard parts.count == 3, let generation = Int(parts[1]) else { return nil }
    return (String(parts[0]), generation, String(parts[2]))
  }

  /// Returns a token of what another one stands for, in a generation. A token that no device has made stays as it is.
  static func token<T>(_ token: Token<T>, in generation: Int) -> Token<T> {
    guard let parts = parts(of: token.data), parts.generation != generation else { return token }
    return Self.token(kind: parts.kind, name: parts.name, generation: generation)
  }

  /// Returns the number of tokens that a device has made, in another generation.
  static func voidCount<T>(in tokens: some Sequence<Token<T>>, except generation: Int) -> Int {
    tokens.count { token in parts(of: token.data).map { $0.generation != generation } ?? false }
  }

  private static func token<T>(kind: String, name: String, generation: Int) -> Token<T> {
    Token(data: Data("\(kind) \(generation) \(name)".utf8))
  }
}

/// An application on the device, with what the device knows about it and an app does not.
public struct InstalledApplication: Hashable, Sendable {
  /// The bundle identifier.
  public let bundleIdentifier: String
  /// The name that the user sees.
  public let displayName: String
  /// The token by which apps know the application.
  public let token: ApplicationToken
  /// The category to which the application belongs; nil for none.
  public let category: ActivityCategoryToken?

  /// Describes an application. Without a token it has the first that `DeviceTokens` makes.
  public init(
    bundleIdentifier: String, displayName: String? = nil, token: ApplicationToken? = nil,
    category: ActivityCategoryToken? = nil
  ) {
    self.bundleIdentifier = bundleIdentifier
    self.displayName = displayName ?? bundleIdentifier
    self.token = token ?? DeviceTokens.application(bundleIdentifier)
    self.category = category
  }

  /// Returns the application with its tokens of a generation.
  func known(in generation: Int) -> InstalledApplication {
    InstalledApplication(
      bundleIdentifier: bundleIdentifier, displayName: displayName, token: DeviceTokens.token(token, in: generation),
      category: category.map { DeviceTokens.token($0, in: generation) })
  }
}

/// A web domain, with what the device knows about it and an app does not.
public struct KnownWebDomain: Hashable, Sendable {
  /// The name, such as `example.com`.
  public let domain: String
  /// The token by which apps know the domain.
  public let token: WebDomainToken
  /// The category to which the domain belongs; nil for none.
  public let category: ActivityCategoryToken?
  /// Whether the system's filter takes the domain for an adult website.
  public let isAdult: Bool

  /// Describes a domain. Without a token it has the first that `DeviceTokens` makes.
  public init(
    domain: String, token: WebDomainToken? = nil, category: ActivityCategoryToken? = nil, isAdult: Bool = false
  ) {
    self.domain = domain
    self.token = token ?? DeviceTokens.webDomain(domain)
    self.category = category
    self.isAdult = isAdult
  }

  /// Returns the domain with its tokens of a generation.
  func known(in generation: Int) -> KnownWebDomain {
    KnownWebDomain(
      domain: domain, token: DeviceTokens.token(token, in: generation),
      category: category.map { DeviceTokens.token($0, in: generation) }, isAdult: isAdult)
  }
}
