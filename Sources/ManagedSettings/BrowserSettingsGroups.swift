/// What the browser accepts and fills in.
public struct SafariSettings: ManagedSettingsGroup, Sendable {
  /// When the browser accepts cookies. The order is from strict to lax: `never < always`.
  public enum CookiePolicy: String, Comparable, Hashable, Sendable {
    /// From no website.
    case never
    /// Only from the website on show.
    case currentWebsite
    /// Only from websites that the user has visited.
    case visitedWebsites
    /// From every website.
    case always

    private var laxity: Int {
      switch self {
      case .never: 0
      case .currentWebsite: 1
      case .visitedWebsites: 2
      case .always: 3
      }
    }

    /// Whether the first policy is stricter than the second.
    public static func < (lhs: CookiePolicy, rhs: CookiePolicy) -> Bool { lhs.laxity < rhs.laxity }
  }

  let access: SettingsAccess

  /// When the browser accepts cookies; nil if the store does not have the setting.
  public var cookiePolicy: CookiePolicy? {
    get { if case .cookies(let policy) = access[value: .cookiePolicy] { policy } else { nil } }
    set { access[value: .cookiePolicy] = newValue.map(SettingValue.cookies) }
  }

  /// The default is `always`.
  public static let cookiePolicy = SettingMetadata(defaultValue: CookiePolicy.always)

  /// Prevents the browser from filling forms; nil if the store does not have the setting.
  public var denyAutoFill: Bool? {
    get { access[flag: .denyAutoFill] }
    set { access[flag: .denyAutoFill] = newValue }
  }

  /// The default is false.
  public static let denyAutoFill = SettingMetadata(defaultValue: false)
}

/// Which websites the user can open.
public struct WebContentSettings: ManagedSettingsGroup, Sendable {
  /// Which websites are blocked. Each set counts to 50. Every policy except `none` ends private browsing.
  public enum FilterPolicy: Equatable, Sendable {
    /// No website.
    case none
    /// These websites.
    case specific(Set<WebDomain>)
    /// Adult websites and these, but never the exceptions.
    case auto(Set<WebDomain> = [], except: Set<WebDomain> = [])
    /// Every website but the exceptions.
    case all(except: Set<WebDomain> = [])
  }

  let access: SettingsAccess

  /// Which websites are blocked; nil if the store does not have the setting.
  public var blockedByFilter: FilterPolicy? {
    get { if case .filter(let policy) = access[value: .blockedByFilter] { policy } else { nil } }
    set { access[value: .blockedByFilter] = newValue.map(SettingValue.filter) }
  }

  /// The default is `none`.
  public static let blockedByFilter = SettingMetadata(defaultValue: FilterPolicy.none)
}
