/// What an app asks to be allowed.
public struct UNAuthorizationOptions: OptionSet, Hashable, Sendable {
  /// The options as bits.
  public let rawValue: UInt

  /// Creates options from bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// To put a number on the icon.
  public static let badge = UNAuthorizationOptions(rawValue: 1 << 0)

  /// To sound.
  public static let sound = UNAuthorizationOptions(rawValue: 1 << 1)

  /// To show notifications.
  public static let alert = UNAuthorizationOptions(rawValue: 1 << 2)

  /// To show notifications in a car.
  public static let carPlay = UNAuthorizationOptions(rawValue: 1 << 3)

  /// To sound when the device is silent.
  public static let criticalAlert = UNAuthorizationOptions(rawValue: 1 << 4)

  /// To have a button for the settings of the app.
  public static let providesAppNotificationSettings = UNAuthorizationOptions(rawValue: 1 << 5)

  /// To show notifications quietly, without a question to the user.
  public static let provisional = UNAuthorizationOptions(rawValue: 1 << 6)
}

/// Whether an app may notify the user.
public enum UNAuthorizationStatus: Int, Sendable {
  /// The app has not asked.
  case notDetermined = 0
  /// The user has refused.
  case denied = 1
  /// The user has agreed.
  case authorized = 2
  /// The app may notify quietly.
  case provisional = 3
  /// The app may notify for a while.
  case ephemeral = 4
}

/// Whether a way to notify is on.
public enum UNNotificationSetting: Int, Sendable {
  /// The app does not use it.
  case notSupported = 0
  /// It is off.
  case disabled = 1
  /// It is on.
  case enabled = 2
}

/// What the user allows an app.
public final class UNNotificationSettings: NSObject, Sendable {
  /// Whether the app may notify the user.
  public let authorizationStatus: UNAuthorizationStatus

  private let options: UNAuthorizationOptions

  init(status: UNAuthorizationStatus, options: UNAuthorizationOptions) {
    authorizationStatus = status
    self.options = options
    super.init()
  }

  /// Whether notifications are shown.
  public var alertSetting: UNNotificationSetting { setting(of: .alert) }

  /// Whether numbers are put on the icon.
  public var badgeSetting: UNNotificationSetting { setting(of: .badge) }

  /// Whether notifications sound.
  public var soundSetting: UNNotificationSetting { setting(of: .sound) }

  /// Whether notifications sound when the device is silent.
  public var criticalAlertSetting: UNNotificationSetting { setting(of: .criticalAlert) }

  /// Whether notifications are shown in a car.
  public var carPlaySetting: UNNotificationSetting { setting(of: .carPlay) }

  /// Whether notifications are listed.
  public var notificationCenterSetting: UNNotificationSetting { setting(of: .alert) }

  /// Whether notifications are shown on the locked screen.
  public var lockScreenSetting: UNNotificationSetting { setting(of: .alert) }

  /// Whether notifications may pass a focus.
  public var timeSensitiveSetting: UNNotificationSetting { setting(of: .alert) }

  /// Whether there is a button for the settings of the app.
  public var providesAppNotificationSettings: Bool { options.contains(.providesAppNotificationSettings) }

  private func setting(of option: UNAuthorizationOptions) -> UNNotificationSetting {
    guard options.contains(option) else { return .notSupported }
    return authorizationStatus == .denied || authorizationStatus == .notDetermined ? .disabled : .enabled
  }
}
