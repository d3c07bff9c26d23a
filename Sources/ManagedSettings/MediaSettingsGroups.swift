/// What the user can buy and download.
public struct AppStoreSettings: ManagedSettingsGroup, Sendable {
  let access: SettingsAccess

  /// Prevents purchases inside of applications; nil if the store does not have the setting.
  public var denyInAppPurchases: Bool? {
    get { access[flag: .denyInAppPurchases] }
    set { access[flag: .denyInAppPurchases] = newValue }
  }

  /// The default is false.
  public static let denyInAppPurchases = SettingMetadata(defaultValue: false)

  /// The highest age rating of applications that can be downloaded: 0 (none), 100 (4+), 200 (9+), 300 (12+), 600
  /// (17+), 1000 (all); nil if the store does not have the setting.
  public var maximumRating: Int? {
    get { access[rating: .maximumRating] }
    set { access[rating: .maximumRating] = newValue }
  }

  /// The default is 1000, the bounds are 0 and 2000.
  public static let maximumRating = BoundedSettingMetadata(defaultValue: 1000, bounds: 0...2000)

  /// Requires the password for each purchase; nil if the store does not have the setting.
  public var requirePasswordForPurchases: Bool? {
    get { access[flag: .requirePasswordForPurchases] }
    set { access[flag: .requirePasswordForPurchases] = newValue }
  }

  /// The default is false.
  public static let requirePasswordForPurchases = SettingMetadata(defaultValue: false)
}

/// What the user can do in Game Center.
public struct GameCenterSettings: ManagedSettingsGroup, Sendable {
  let access: SettingsAccess

  /// Prevents adding friends; nil if the store does not have the setting.
  public var denyAddingFriends: Bool? {
    get { access[flag: .denyAddingFriends] }
    set { access[flag: .denyAddingFriends] = newValue }
  }

  /// The default is false.
  public static let denyAddingFriends = SettingMetadata(defaultValue: false)

  /// Prevents games of several players; nil if the store does not have the setting.
  public var denyMultiplayerGaming: Bool? {
    get { access[flag: .denyMultiplayerGaming] }
    set { access[flag: .denyMultiplayerGaming] = newValue }
  }

  /// The default is false.
  public static let denyMultiplayerGaming = SettingMetadata(defaultValue: false)
}

/// What media the user can reach.
public struct MediaSettings: ManagedSettingsGroup, Sendable {
  let access: SettingsAccess

  /// Prevents erotica in the bookstore; nil if the store does not have the setting.
  public var denyBookstoreErotica: Bool? {
    get { access[flag: .denyBookstoreErotica] }
    set { access[flag: .denyBookstoreErotica] = newValue }
  }

  /// The default is false.
  public static let denyBookstoreErotica = SettingMetadata(defaultValue: false)

  /// Prevents explicit media; nil if the store does not have the setting.
  public var denyExplicitContent: Bool? {
    get { access[flag: .denyExplicitContent] }
    set { access[flag: .denyExplicitContent] = newValue }
  }

  /// The default is false.
  public static let denyExplicitContent = SettingMetadata(defaultValue: false)

  /// Prevents music streaming; nil if the store does not have the setting.
  public var denyMusicService: Bool? {
    get { access[flag: .denyMusicService] }
    set { access[flag: .denyMusicService] = newValue }
  }

  /// The default is false.
  public static let denyMusicService = SettingMetadata(defaultValue: false)

  /// The highest rating of films: 0 (none) to 1000 (all); nil if the store does not have the setting.
  public var maximumMovieRating: Int? {
    get { access[rating: .maximumMovieRating] }
    set { access[rating: .maximumMovieRating] = newValue }
  }

  /// The default is 1000, the bounds are 0 and 1000.
  public static let maximumMovieRating = BoundedSettingMetadata(defaultValue: 1000, bounds: 0...1000)

  /// The highest rating of television: 0 (none) to 1000 (all); nil if the store does not have the setting.
  public var maximumTVShowRating: Int? {
    get { access[rating: .maximumTVShowRating] }
    set { access[rating: .maximumTVShowRating] = newValue }
  }

  /// The default is 1000, the bounds are 0 and 1000.
  public static let maximumTVShowRating = BoundedSettingMetadata(defaultValue: 1000, bounds: 0...1000)
}
