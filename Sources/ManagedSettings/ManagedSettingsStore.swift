internal import ScreenTimeSystem

/// Settings that an app applies to the device.
///
/// A store is a name: the settings are with the device, and every process of the app sees them. Setting a property to
/// nil removes the setting. The device obeys all active stores of all apps together.
///
/// Outside of any process reads return nil and writes do nothing.
public final class ManagedSettingsStore: Sendable {
  /// The name of a store among the stores of an app.
  public struct Name: RawRepresentable, Equatable, Hashable, Sendable {
    /// The store that `ManagedSettingsStore()` means.
    public static let `default` = Name("default")

    /// The text of the name.
    public let rawValue: String

    /// Makes a name.
    public init(_ rawValue: String) { self.init(rawValue: rawValue) }

    /// Makes a name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  let access: SettingsAccess

  /// Makes an instance of the default store.
  public init() { access = SettingsAccess(store: .default) }

  /// Makes an instance of a named store. The store exists from its first setting on.
  public init(named name: Name) { access = SettingsAccess(store: name) }

  /// Removes every setting of the store.
  public func clearAllSettings() {
    SettingsAccess.process(for: "ManagedSettingsStore.clearAllSettings")?.clearSettings(of: access.store)
  }
}

// The additions of iOS 26.5.
extension ManagedSettingsStore {
  /// Whether the device obeys the store. Settings can be read and written all the same.
  public var isActive: Bool {
    get { SettingsAccess.process(for: "ManagedSettingsStore.isActive")?.isActive(access.store) ?? true }
    set { SettingsAccess.process(for: "ManagedSettingsStore.isActive")?.setActive(newValue, store: access.store) }
  }

  /// The names of the stores that the app has configured.
  public static var stores: Set<Name> { SettingsAccess.process(for: "ManagedSettingsStore.stores")?.storeNames ?? [] }

  /// Deletes the store with its settings.
  public func deleteStore() {
    SettingsAccess.process(for: "ManagedSettingsStore.deleteStore")?.deleteStores([access.store])
  }

  /// Deletes stores of the app. Names without a store are ignored.
  public static func deleteStores(_ storeNames: Set<Name>) {
    SettingsAccess.process(for: "ManagedSettingsStore.deleteStores")?.deleteStores(storeNames)
  }
}

// What governs the device, by the stores of all apps. An app needs no authorization to read these.
extension ManagedSettingsStore {
  /// The highest rating of films that the device shows.
  public var effectiveMaximumMovieRating: Int {
    if case .rating(let value) = effectiveValue(of: .maximumMovieRating) { return value }
    return MediaSettings.maximumMovieRating.defaultValue
  }

  /// The highest rating of television that the device shows.
  public var effectiveMaximumTVShowRating: Int {
    if case .rating(let value) = effectiveValue(of: .maximumTVShowRating) { return value }
    return MediaSettings.maximumTVShowRating.defaultValue
  }

  /// Whether the device withholds explicit media.
  public var effectiveDenyExplicitContent: Bool {
    if case .flag(let value) = effectiveValue(of: .denyExplicitContent) { return value }
    return MediaSettings.denyExplicitContent.defaultValue
  }

  private func effectiveValue(of setting: SettingName) -> SettingValue? {
    SettingsAccess.process(for: "ManagedSettingsStore.effective")?.effectiveValue(of: setting)
  }
}
