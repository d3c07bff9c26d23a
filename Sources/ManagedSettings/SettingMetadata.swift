/// Settings that belong together, read and written through a `ManagedSettingsStore`.
public protocol ManagedSettingsGroup {}

/// What is true of a setting whatever its value is.
public struct SettingMetadata<Value> {
  /// How the device behaves while no store has the setting.
  public let defaultValue: Value
}

extension SettingMetadata: Sendable where Value: Sendable {}

/// What is true of a setting that has bounds.
public struct BoundedSettingMetadata<Value> where Value: Comparable {
  /// How the device behaves while no store has the setting.
  public let defaultValue: Value
  /// The values that the setting can have.
  public let bounds: ClosedRange<Value>
}

extension BoundedSettingMetadata: Sendable where Value: Sendable {}
