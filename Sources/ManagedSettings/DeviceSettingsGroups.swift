/// Whether the user can change the accounts of the device.
public struct AccountSettings: ManagedSettingsGroup, Sendable {
  let access: SettingsAccess

  /// Prevents changes to accounts; nil if the store does not have the setting.
  public var lockAccounts: Bool? {
    get { access[flag: .lockAccounts] }
    set { access[flag: .lockAccounts] = newValue }
  }

  /// The default is false.
  public static let lockAccounts = SettingMetadata(defaultValue: false)
}

/// What the user can change about cellular networking.
public struct CellularSettings: ManagedSettingsGroup, Sendable {
  let access: SettingsAccess

  /// Prevents changes to which applications use cellular data; nil if the store does not have the setting.
  public var lockAppCellularData: Bool? {
    get { access[flag: .lockAppCellularData] }
    set { access[flag: .lockAppCellularData] = newValue }
  }

  /// The default is false.
  public static let lockAppCellularData = SettingMetadata(defaultValue: false)

  /// Prevents changes to the cellular plan; nil if the store does not have the setting.
  public var lockCellularPlan: Bool? {
    get { access[flag: .lockCellularPlan] }
    set { access[flag: .lockCellularPlan] = newValue }
  }

  /// The default is false.
  public static let lockCellularPlan = SettingMetadata(defaultValue: false)

  /// Prevents changes to the eSIM; nil if the store does not have the setting.
  public var lockESIM: Bool? {
    get { access[flag: .lockESIM] }
    set { access[flag: .lockESIM] = newValue }
  }

  /// The default is false.
  public static let lockESIM = SettingMetadata(defaultValue: false)
}

/// Whether the user can set the clock.
public struct DateAndTimeSettings: ManagedSettingsGroup, Sendable {
  let access: SettingsAccess

  /// Prevents setting the clock by hand; nil if the store does not have the setting.
  public var requireAutomaticDateAndTime: Bool? {
    get { access[flag: .requireAutomaticDateAndTime] }
    set { access[flag: .requireAutomaticDateAndTime] = newValue }
  }

  /// The default is false.
  public static let requireAutomaticDateAndTime = SettingMetadata(defaultValue: false)
}

/// Whether the user can change the passcode.
public struct PasscodeSettings: ManagedSettingsGroup, Sendable {
  let access: SettingsAccess

  /// Prevents changes to the passcode; nil if the store does not have the setting.
  public var lockPasscode: Bool? {
    get { access[flag: .lockPasscode] }
    set { access[flag: .lockPasscode] = newValue }
  }

  /// The default is false.
  public static let lockPasscode = SettingMetadata(defaultValue: false)
}

/// Whether the user can use Siri.
public struct SiriSettings: ManagedSettingsGroup, Sendable {
  let access: SettingsAccess

  /// Prevents the use of Siri; nil if the store does not have the setting.
  public var denySiri: Bool? {
    get { access[flag: .denySiri] }
    set { access[flag: .denySiri] = newValue }
  }

  /// The default is false.
  public static let denySiri = SettingMetadata(defaultValue: false)
}
