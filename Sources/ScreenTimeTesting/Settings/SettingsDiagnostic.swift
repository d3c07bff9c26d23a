public import ScreenTimeSystem

/// The name of a setting, such as `shieldApplications`.
public typealias SettingName = ScreenTimeSystem.SettingName

/// What an app wrote to a store that the device silently does not do.
public enum SettingsDiagnostic: Hashable, Sendable, CustomStringConvertible {
  /// A set has more items than the device accepts.
  case tooManyItems(setting: SettingName, store: StoreIdentity, count: Int)
  /// The app has as many named stores as it can have, and wrote to another one. The write is ignored.
  case tooManyStores(store: StoreIdentity)
  /// A set has tokens that are void for the app, because its authorization was revoked since, or that were made for another
  /// app after that. They mean nothing.
  case voidTokens(setting: SettingName, store: StoreIdentity, count: Int)
  /// A rating is outside of the bounds of its setting. The nearer bound counts.
  case ratingOutOfBounds(setting: SettingName, store: StoreIdentity, rating: Int)
  /// The app is not authorized. The write is ignored.
  case unauthorized(setting: SettingName, store: StoreIdentity)

  /// The sentence for people.
  public var description: String {
    switch self {
    case .tooManyItems(let setting, let store, let count):
      "'\(setting)' in store '\(store)' has \(count) items in a set, of at most \(DeviceSettings.itemLimit)"
    case .tooManyStores(let store):
      "store '\(store)' is ignored: the app already has \(DeviceSettings.storeLimit) named stores"
    case .voidTokens(let setting, let store, let count):
      "'\(setting)' in store '\(store)' has \(count) void tokens"
    case .ratingOutOfBounds(let setting, let store, let rating):
      "'\(setting)' in store '\(store)' is \(rating), which is out of bounds"
    case .unauthorized(let setting, let store):
      "'\(setting)' in store '\(store)' is ignored: the app is not authorized"
    }
  }
}
