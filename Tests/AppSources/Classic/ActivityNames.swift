import DeviceActivity
import ManagedSettings

extension DeviceActivityName {
  static let daily = Self("daily")
}

extension DeviceActivityEvent.Name {
  static let limit = Self("limit")
}

extension ManagedSettingsStore.Name {
  static let limits = Self("limits")
}
