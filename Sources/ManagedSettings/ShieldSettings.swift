/// Which applications and web domains the system covers with a shield.
public struct ShieldSettings: ManagedSettingsGroup, Sendable {
  /// Which activities are shielded because of their category. Each set counts to 50.
  public enum ActivityCategoryPolicy<Activity>: Equatable, Sendable {
    /// None.
    case none
    /// Those of the categories, but not the exceptions.
    case specific(Set<ActivityCategoryToken>, except: Set<Token<Activity>> = [])
    /// All but the exceptions. The app that asks and some applications of the system are spared.
    case all(except: Set<Token<Activity>> = [])
  }

  let access: SettingsAccess

  /// The shielded applications, up to 50; nil if the store does not have the setting.
  public var applications: Set<ApplicationToken>? {
    get { if case .applicationTokens(let value) = access[value: .shieldApplications] { value } else { nil } }
    set { access[value: .shieldApplications] = newValue.map(SettingValue.applicationTokens) }
  }

  /// The default is the empty set.
  public static let applications = SettingMetadata(defaultValue: Set<ApplicationToken>())

  /// The categories whose applications are shielded; nil if the store does not have the setting.
  public var applicationCategories: ActivityCategoryPolicy<Application>? {
    get {
      if case .applicationCategories(let value) = access[value: .shieldApplicationCategories] { value } else { nil }
    }
    set { access[value: .shieldApplicationCategories] = newValue.map(SettingValue.applicationCategories) }
  }

  /// The default is `none`.
  public static let applicationCategories = SettingMetadata(defaultValue: ActivityCategoryPolicy<Application>.none)

  /// The shielded web domains, up to 50; nil if the store does not have the setting.
  public var webDomains: Set<WebDomainToken>? {
    get { if case .webDomainTokens(let value) = access[value: .shieldWebDomains] { value } else { nil } }
    set { access[value: .shieldWebDomains] = newValue.map(SettingValue.webDomainTokens) }
  }

  /// The default is the empty set.
  public static let webDomains = SettingMetadata(defaultValue: Set<WebDomainToken>())

  /// The categories whose web domains are shielded; nil if the store does not have the setting.
  public var webDomainCategories: ActivityCategoryPolicy<WebDomain>? {
    get { if case .webDomainCategories(let value) = access[value: .shieldWebDomainCategories] { value } else { nil } }
    set { access[value: .shieldWebDomainCategories] = newValue.map(SettingValue.webDomainCategories) }
  }

  /// The default is `none`.
  public static let webDomainCategories = SettingMetadata(defaultValue: ActivityCategoryPolicy<WebDomain>.none)
}
