/// A setting of a `ManagedSettingsStore`, named by its group and its property.
///
/// The raw value is how Apple's code spells the setting behind the store: `shield.applications`.
public enum SettingName: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
  /// Prevents changes to the accounts of the device.
  case lockAccounts = "account.lockAccounts"

  /// The applications that are hidden and cannot run.
  case blockedApplications = "application.blockedApplications"
  /// Prevents the installation of applications.
  case denyAppInstallation = "application.denyAppInstallation"
  /// Prevents the removal of applications.
  case denyAppRemoval = "application.denyAppRemoval"

  /// Prevents purchases inside of applications.
  case denyInAppPurchases = "appStore.denyInAppPurchases"
  /// The highest age rating of applications that can be downloaded.
  case maximumRating = "appStore.maximumRating"
  /// Requires the password for each purchase.
  case requirePasswordForPurchases = "appStore.requirePasswordForPurchases"

  /// Prevents changes to which applications use cellular data.
  case lockAppCellularData = "cellular.lockAppCellularData"
  /// Prevents changes to the cellular plan.
  case lockCellularPlan = "cellular.lockCellularPlan"
  /// Prevents changes to the eSIM.
  case lockESIM = "cellular.lockESIM"

  /// Prevents setting the clock by hand.
  case requireAutomaticDateAndTime = "dateAndTime.requireAutomaticDateAndTime"

  /// Prevents adding friends in Game Center.
  case denyAddingFriends = "gameCenter.denyAddingFriends"
  /// Prevents games of several players.
  case denyMultiplayerGaming = "gameCenter.denyMultiplayerGaming"

  /// Prevents erotica in the bookstore.
  case denyBookstoreErotica = "media.denyBookstoreErotica"
  /// Prevents explicit media.
  case denyExplicitContent = "media.denyExplicitContent"
  /// Prevents music streaming.
  case denyMusicService = "media.denyMusicService"
  /// The highest rating of films.
  case maximumMovieRating = "media.maximumMovieRating"
  /// The highest rating of television.
  case maximumTVShowRating = "media.maximumTVShowRating"

  /// Prevents changes to the passcode.
  case lockPasscode = "passcode.lockPasscode"

  /// The cookies that the browser accepts.
  case cookiePolicy = "safari.cookiePolicy"
  /// Prevents the browser from filling forms.
  case denyAutoFill = "safari.denyAutoFill"

  /// The shielded applications.
  case shieldApplications = "shield.applications"
  /// The categories whose applications are shielded.
  case shieldApplicationCategories = "shield.applicationCategories"
  /// The shielded web domains.
  case shieldWebDomains = "shield.webDomains"
  /// The categories whose web domains are shielded.
  case shieldWebDomainCategories = "shield.webDomainCategories"

  /// Prevents the use of Siri.
  case denySiri = "siri.denySiri"

  /// The web filter.
  case blockedByFilter = "webContent.blockedByFilter"

  /// The name as it follows a store in code, such as `shield.applications`.
  public var description: String { rawValue }

  /// The property of the store that has the setting, such as `shield`.
  public var group: String { String(rawValue.prefix { $0 != "." }) }

  /// Returns the settings of a group, such as the four of `shield`.
  package static func all(inGroup group: String) -> [SettingName] { allCases.filter { $0.group == group } }
}
