public import ManagedSettings

/// One run of a process of an app.
///
/// An app and its extensions share what the device keeps for the app. What a process remembers ends with the run.
public struct ProcessIdentity: Hashable, Sendable {
  /// The bundle identifier of the app to which the process belongs.
  public let app: String
  /// The bundle identifier of the app or of the extension whose code runs.
  public let bundleIdentifier: String
  /// Tells the runs of one app or extension apart.
  public let launch: Int

  /// Names a run of an app or an extension.
  public init(app: String, bundleIdentifier: String, launch: Int = 0) {
    self.app = app
    self.bundleIdentifier = bundleIdentifier
    self.launch = launch
  }
}

/// A store among the stores of all apps on a device.
public struct StoreIdentity: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The bundle identifier of the app that owns the store.
  public let app: String
  private let text: String

  /// The name of the store among those of the app.
  public var name: ManagedSettingsStore.Name { ManagedSettingsStore.Name(text) }

  /// Names a store of an app.
  public init(app: String, name: ManagedSettingsStore.Name = .default) {
    self.app = app
    text = name.rawValue
  }

  /// The name of the store and its app, such as `focus of com.example.app`.
  public var description: String { "\(text) of \(app)" }

  /// Whether the first comes before the second by app, then by name.
  public static func < (lhs: StoreIdentity, rhs: StoreIdentity) -> Bool {
    (lhs.app, lhs.text) < (rhs.app, rhs.text)
  }
}
