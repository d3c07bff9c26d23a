import DeviceActivity
import ManagedSettings
import ManagedSettingsUI

/// An app that uses Screen Time, with its extensions.
///
/// ```swift
/// let app = ScreenTimeApp("com.example.focus") { FocusMonitor() }
/// ```
public struct ScreenTimeApp: Sendable {
  /// The bundle identifier of the app.
  public let bundleIdentifier: String
  /// Creates the principal class of the monitor extension; nil without one. Callbacks are recorded in either case.
  public var monitor: (@Sendable () -> DeviceActivityMonitor)?
  /// Creates the principal class of the shield action extension; nil without one.
  public var shieldAction: (@Sendable () -> ShieldActionDelegate)?
  /// Creates the principal class of the shield configuration extension; nil without one.
  public var shieldConfiguration: (@Sendable () -> ShieldConfigurationDataSource)?

  /// Creates an app.
  public init(
    _ bundleIdentifier: String, monitor: (@Sendable () -> DeviceActivityMonitor)? = nil,
    shieldAction: (@Sendable () -> ShieldActionDelegate)? = nil,
    shieldConfiguration: (@Sendable () -> ShieldConfigurationDataSource)? = nil
  ) {
    self.bundleIdentifier = bundleIdentifier
    self.monitor = monitor
    self.shieldAction = shieldAction
    self.shieldConfiguration = shieldConfiguration
  }

  /// Returns the bundle identifier of a part of the app.
  func bundleIdentifier(of kind: ProcessKind) -> String {
    kind == .app ? bundleIdentifier : "\(bundleIdentifier).\(kind.rawValue)"
  }
}
