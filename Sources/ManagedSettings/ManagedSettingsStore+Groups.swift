extension ManagedSettingsStore {
  /// The settings of the accounts.
  public var account: AccountSettings {
    get { AccountSettings(access: access) }
    set { access.copy(group: "account", from: newValue.access) }
  }

  /// The settings of applications.
  public var application: ApplicationSettings {
    get { ApplicationSettings(access: access) }
    set { access.copy(group: "application", from: newValue.access) }
  }

  /// The settings of the App Store.
  public var appStore: AppStoreSettings {
    get { AppStoreSettings(access: access) }
    set { access.copy(group: "appStore", from: newValue.access) }
  }

  /// The settings of cellular networking.
  public var cellular: CellularSettings {
    get { CellularSettings(access: access) }
    set { access.copy(group: "cellular", from: newValue.access) }
  }

  /// The settings of the clock.
  public var dateAndTime: DateAndTimeSettings {
    get { DateAndTimeSettings(access: access) }
    set { access.copy(group: "dateAndTime", from: newValue.access) }
  }

  /// The settings of Game Center.
  public var gameCenter: GameCenterSettings {
    get { GameCenterSettings(access: access) }
    set { access.copy(group: "gameCenter", from: newValue.access) }
  }

  /// The settings of media.
  public var media: MediaSettings {
    get { MediaSettings(access: access) }
    set { access.copy(group: "media", from: newValue.access) }
  }

  /// The settings of the passcode.
  public var passcode: PasscodeSettings {
    get { PasscodeSettings(access: access) }
    set { access.copy(group: "passcode", from: newValue.access) }
  }

  /// The settings of the browser.
  public var safari: SafariSettings {
    get { SafariSettings(access: access) }
    set { access.copy(group: "safari", from: newValue.access) }
  }

  /// The settings of what is shielded.
  public var shield: ShieldSettings {
    get { ShieldSettings(access: access) }
    set { access.copy(group: "shield", from: newValue.access) }
  }

  /// The settings of Siri.
  public var siri: SiriSettings {
    get { SiriSettings(access: access) }
    set { access.copy(group: "siri", from: newValue.access) }
  }

  /// The settings of the web filter.
  public var webContent: WebContentSettings {
    get { WebContentSettings(access: access) }
    set { access.copy(group: "webContent", from: newValue.access) }
  }
}
