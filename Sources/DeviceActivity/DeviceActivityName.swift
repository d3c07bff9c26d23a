/// The name of an activity that an app monitors.
///
/// Two activities of one app cannot share a name: monitoring a second one replaces the first. Documented by Apple.
public struct DeviceActivityName: RawRepresentable, Hashable, Sendable {
  /// The name.
  public var rawValue: String

  /// Creates a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates a name.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}
