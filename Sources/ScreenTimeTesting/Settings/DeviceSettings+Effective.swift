public import ManagedSettings
public import ScreenTimeSystem

// What governs the device: the most restrictive of what the active stores of all apps say. Stated in session 110336 of
// WWDC22 as "the most restrictive setting wins"; how that reads for each kind of setting is our choice (D27).
extension DeviceSettings {
  /// Whether a setting of true or false is on: if any active store has it as true. False for other settings.
  public func isOn(_ setting: SettingName) -> Bool { effectiveValue(of: setting) == .flag(true) }

  /// Returns the rating that governs the device: the lowest of all active stores within the setting's bounds, or its
  /// default. Nil for settings that are no rating.
  public func rating(_ setting: SettingName) -> Int? {
    if case .rating(let rating) = effectiveValue(of: setting) { return rating }
    return setting.defaultRating
  }

  /// The cookies that the browser accepts: the strictest of all active stores, or its default.
  public var cookiePolicy: SafariSettings.CookiePolicy {
    if case .cookies(let policy) = effectiveValue(of: .cookiePolicy) { return policy }
    return SafariSettings.cookiePolicy.defaultValue
  }

  /// Whether the browser refuses private browsing: if any active store filters the web. Documented by Apple.
  public var deniesPrivateBrowsing: Bool {
    activeStores.contains { _, values in
      if case .filter(let policy) = values[.blockedByFilter] { policy != .none } else { false }
    }
  }

  /// The active stores from which a setting has its effective value, ordered by app and name. Empty for policies
  /// of categories and the web filter: ask for the state of an application or a domain.
  public func stores(deciding setting: SettingName) -> [StoreIdentity] {
    guard let effective = effectiveValue(of: setting), effective != .flag(false) else { return [] }
    return activeStores.filter { _, values in
      values[setting]?.bounded(to: setting.bounds).decides(effective) ?? false
    }.map(\.0)
  }

  /// Returns the value that governs the device; nil if no active store has the setting, and for policies of categories
  /// and the web filter, which have no union.
  package func effectiveValue(of setting: SettingName) -> SettingValue? {
    activeStores.compactMap { $0.1[setting]?.bounded(to: setting.bounds) }
      .reduce(nil as SettingValue?) { merged, value in
        guard let merged else { return value.isMergeable ? value : nil }
        return merged.merged(with: value)
      }
  }

  /// The active stores with their settings, ordered by app and name.
  var activeStores: [(StoreIdentity, [SettingName: SettingValue])] {
    records.filter(\.value.isActive).sorted { $0.key < $1.key }.map { ($0.key, $0.value.values) }
  }
}

extension SettingName {
  /// The bounds of a rating, by Apple's metadata; nil for other settings.
  var bounds: ClosedRange<Int>? {
    switch self {
    case .maximumRating: AppStoreSettings.maximumRating.bounds
    case .maximumMovieRating: MediaSettings.maximumMovieRating.bounds
    case .maximumTVShowRating: MediaSettings.maximumTVShowRating.bounds
    default: nil
    }
  }

  /// The default of a rating, by Apple's metadata; nil for other settings.
  var defaultRating: Int? {
    switch self {
    case .maximumRating: AppStoreSettings.maximumRating.defaultValue
    case .maximumMovieRating: MediaSettings.maximumMovieRating.defaultValue
    case .maximumTVShowRating: MediaSettings.maximumTVShowRating.defaultValue
    default: nil
    }
  }
}

extension SettingValue {
  fileprivate var isMergeable: Bool {
    switch self {
    case .applicationCategories, .webDomainCategories, .filter: false
    default: true
    }
  }

  fileprivate func bounded(to bounds: ClosedRange<Int>?) -> SettingValue {
    guard case .rating(let rating) = self, let bounds else { return self }
    return .rating(min(max(rating, bounds.lowerBound), bounds.upperBound))
  }

  /// Returns the more restrictive of two values of one setting; of sets, both together.
  fileprivate func merged(with other: SettingValue) -> SettingValue {
    switch (self, other) {
    case (.flag(let first), .flag(let second)): .flag(first || second)
    case (.rating(let first), .rating(let second)): .rating(min(first, second))
    case (.cookies(let first), .cookies(let second)): .cookies(min(first, second))
    case (.applications(let first), .applications(let second)): .applications(first.union(second))
    case (.applicationTokens(let first), .applicationTokens(let second)): .applicationTokens(first.union(second))
    case (.webDomainTokens(let first), .webDomainTokens(let second)): .webDomainTokens(first.union(second))
    default: self
    }
  }

  /// Whether the value contributes to an effective value: it is that value, or a part of that set.
  fileprivate func decides(_ effective: SettingValue) -> Bool {
    switch self {
    case .applications(let items): !items.isEmpty
    case .applicationTokens(let items): !items.isEmpty
    case .webDomainTokens(let items): !items.isEmpty
    default: self == effective
    }
  }
}
