import ManagedSettings

/// The keys by which the engine counts use.
enum UsageItem {
  static func key(of token: ApplicationToken) -> String { "application:" + token.data.base64EncodedString() }
  static func key(of token: ActivityCategoryToken) -> String { "category:" + token.data.base64EncodedString() }
  static func key(of token: WebDomainToken) -> String { "domain:" + token.data.base64EncodedString() }
}

/// What a person has in front on a device.
public enum Foreground: Hashable, Sendable {
  /// An application.
  case application(InstalledApplication)
  /// A web site in a browser.
  case site(KnownWebDomain)

  /// The keys of the items as which its use counts.
  var items: Set<String> {
    switch self {
    case .application(let application):
      Set([UsageItem.key(of: application.token)] + (application.category.map { [UsageItem.key(of: $0)] } ?? []))
    case .site(let domain):
      Set([UsageItem.key(of: domain.token)] + (domain.category.map { [UsageItem.key(of: $0)] } ?? []))
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
