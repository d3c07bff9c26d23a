import ManagedSettings

/// The keys by which the engine counts use: what a token stands for, whatever its generation.
enum UsageItem {
  /// Returns the key of a token.
  ///
  /// - Parameter generation: the tokens that count. One of another generation is void, and has a key that no use has.
  static func key<T>(of token: Token<T>, in generation: Int) -> String {
    guard let parts = DeviceTokens.parts(of: token.data), parts.generation == generation else {
      return "void:" + token.data.base64EncodedString()
    }
    return "\(parts.kind):\(parts.name)"
  }
}

/// What a person has in front on a device.
public enum Foreground: Hashable, Sendable {
  /// An application.
  case application(InstalledApplication)
  /// A web site in a browser.
  case site(KnownWebDomain)

  /// The keys of the items as which its use counts. The device itself has the tokens of the first generation.
  var items: Set<String> {
    switch self {
    case .application(let application): Self.items(application.token, category: application.category)
    case .site(let domain): Self.items(domain.token, category: domain.category)
    }
  }

  private static func items<T>(_ token: Token<T>, category: ActivityCategoryToken?) -> Set<String> {
    var items: Set = [UsageItem.key(of: token, in: 0)]
    if let category { items.insert(UsageItem.key(of: category, in: 0)) }
    return items
  }

  /// Returns it with its tokens of a generation.
  func known(in generation: Int) -> Foreground {
    switch self {
    case .application(let application): .application(application.known(in: generation))
    case .site(let domain): .site(domain.known(in: generation))
    }
  }

  /// The bundle identifier or the name of the domain.
  var name: String {
    switch self {
    case .application(let application): application.bundleIdentifier
    case .site(let domain): domain.domain
    }
  }
}
