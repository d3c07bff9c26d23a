import ScreenTimeSystem

/// Answers whether apps may read device activity.
public protocol DeviceActivityAuthorizing {
  /// Whether the app whose code runs is authorized.
  static var isAuthorized: Bool { get }

  /// Whether an app is authorized.
  static func isAuthorized(_ bundleIdentifier: String) -> Bool
}

/// Answers which apps may read device activity. Apple documents the names (iOS 17) and not the meaning.
///
/// An app is authorized here if Family Controls has authorized it, whatever the status in one of its processes is: our
/// choice.
open class DeviceActivityAuthorization: NSObject, DeviceActivityAuthorizing {
  /// Creates an object, which has no use.
  public override init() { super.init() }

  /// Whether the app whose code runs is authorized; false on no device.
  public static var isAuthorized: Bool {
    process(for: "DeviceActivityAuthorization.isAuthorized")?.isAuthorized ?? false
  }

  /// Whether an app of the device is authorized.
  public static func isAuthorized(_ bundleIdentifier: String) -> Bool {
    authorizedClientIdentifiers.contains(bundleIdentifier)
  }

  /// The bundle identifiers of the authorized apps of the device, sorted.
  public static var authorizedClientIdentifiers: [String] {
    process(for: "DeviceActivityAuthorization.authorizedClientIdentifiers")?.authorizedApps ?? []
  }

  /// Always false. Setting it has no effect: what it does on Apple's systems is not documented.
  public static var isOverridden: Bool {
    get { false }
    set {}
  }

  /// Whether activity is shared between devices: never.
  public static var sharingEnabled: Bool { false }

  private static func process(for call: StaticString) -> (any MonitoringProcess)? {
    CurrentProcess.resolve(for: call) as? any MonitoringProcess
  }
}
