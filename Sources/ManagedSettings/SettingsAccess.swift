internal import ScreenTimeSystem

/// Reads and writes the settings of one store in the current process. A group consists of nothing else.
///
/// Each setting is written on its own, so that setting `shield.webDomains` never writes back an old
/// `shield.applications`.
struct SettingsAccess: Sendable {
  let store: ManagedSettingsStore.Name

  /// The process that uses the store now; nil, which the seam records, for code outside of any device.
  static func process(for call: StaticString) -> (any SettingsProcess)? {
    CurrentProcess.resolve(for: call) as? any SettingsProcess
  }

  subscript(value setting: SettingName) -> SettingValue? {
    get { Self.process(for: "ManagedSettingsStore.get")?.value(of: setting, in: store) }
    nonmutating set { Self.process(for: "ManagedSettingsStore.set")?.set(newValue, for: setting, in: store) }
  }

  subscript(flag setting: SettingName) -> Bool? {
    get { if case .flag(let value) = self[value: setting] { value } else { nil } }
    nonmutating set { self[value: setting] = newValue.map(SettingValue.flag) }
  }

  subscript(rating setting: SettingName) -> Int? {
    get { if case .rating(let value) = self[value: setting] { value } else { nil } }
    nonmutating set { self[value: setting] = newValue.map(SettingValue.rating) }
  }

  /// Writes every setting of a group as another store has it. Does nothing if both are one store, which is the case
  /// after each `store.group.setting = value`.
  func copy(group: String, from other: SettingsAccess) {
    guard other.store != store else { return }
    for setting in SettingName.all(inGroup: group) { self[value: setting] = other[value: setting] }
  }
}
