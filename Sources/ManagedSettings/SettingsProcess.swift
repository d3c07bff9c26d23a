package import ScreenTimeSystem

/// A process whose code uses `ManagedSettingsStore`.
///
/// The calls name a store of the app to which the process belongs. They take effect before they return.
package protocol SettingsProcess: SystemProcess {
  /// Returns what the process reads for a setting; nil if the store does not have it.
  func value(of setting: SettingName, in store: ManagedSettingsStore.Name) -> SettingValue?

  /// Sets a setting, or removes it if the value is nil.
  func set(_ value: SettingValue?, for setting: SettingName, in store: ManagedSettingsStore.Name)

  /// Removes every setting of a store. The store itself stays.
  func clearSettings(of store: ManagedSettingsStore.Name)

  /// Whether a store takes part in the effective settings; true for a store that does not exist.
  func isActive(_ store: ManagedSettingsStore.Name) -> Bool

  /// Makes a store count among the effective settings, or leaves it out.
  func setActive(_ isActive: Bool, store: ManagedSettingsStore.Name)

  /// The stores of the app.
  var storeNames: Set<ManagedSettingsStore.Name> { get }

  /// Deletes stores of the app with their settings. Names without a store are ignored.
  func deleteStores(_ names: Set<ManagedSettingsStore.Name>)

  /// Returns the setting that governs the device; nil if no active store of any app has it.
  func effectiveValue(of setting: SettingName) -> SettingValue?

  /// Returns the tokens of today for tokens that may have expired, in the same order.
  func refreshed(tokens: [Data]) throws -> [Data]
}

extension SettingsProcess {
  /// Returns the tokens unchanged: by default no token expires.
  package func refreshed(tokens: [Data]) throws -> [Data] { tokens }
}

/// The value of a setting.
package enum SettingValue: Equatable, Sendable {
  /// Of a setting that is true or false.
  case flag(Bool)
  /// Of a setting that limits a rating.
  case rating(Int)
  /// Of `safari.cookiePolicy`.
  case cookies(SafariSettings.CookiePolicy)
  /// Of `webContent.blockedByFilter`.
  case filter(WebContentSettings.FilterPolicy)
  /// Of `application.blockedApplications`.
  case applications(Set<Application>)
  /// Of `shield.applications`.
  case applicationTokens(Set<ApplicationToken>)
  /// Of `shield.webDomains`.
  case webDomainTokens(Set<WebDomainToken>)
  /// Of `shield.applicationCategories`.
  case applicationCategories(ShieldSettings.ActivityCategoryPolicy<Application>)
  /// Of `shield.webDomainCategories`.
  case webDomainCategories(ShieldSettings.ActivityCategoryPolicy<WebDomain>)
}
