/// Which applications the user can run, install and remove.
public struct ApplicationSettings: ManagedSettingsGroup, Sendable {
  let access: SettingsAccess

  /// The applications that are hidden and cannot run, up to 50; nil if the store does not have the setting.
  public var blockedApplications: Set<Application>? {
    get { if case .applications(let value) = access[value: .blockedApplications] { value } else { nil } }
    set { access[value: .blockedApplications] = newValue.map(SettingValue.applications) }
  }

  /// The default is the empty set.
  public static let blockedApplications = SettingMetadata(defaultValue: Set<Application>())

  /// Prevents the installation of applications; nil if the store does not have the setting.
  public var denyAppInstallation: Bool? {
    get { access[flag: .denyAppInstallation] }
    set { access[flag: .denyAppInstallation] = newValue }
  }

  /// The default is false.
  public static let denyAppInstallation = SettingMetadata(defaultValue: false)

  /// Prevents the removal of applications; nil if the store does not have the setting.
  public var denyAppRemoval: Bool? {
    get { access[flag: .denyAppRemoval] }
    set { access[flag: .denyAppRemoval] = newValue }
  }

  /// The default is false.
  public static let denyAppRemoval = SettingMetadata(defaultValue: false)
}
