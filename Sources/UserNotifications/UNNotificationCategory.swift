/// How an action behaves.
public struct UNNotificationActionOptions: OptionSet, Sendable {
  /// The options as bits.
  public let rawValue: UInt

  /// Creates options from bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The device must be unlocked.
  public static let authenticationRequired = UNNotificationActionOptions(rawValue: 1 << 0)

  /// The action destroys something.
  public static let destructive = UNNotificationActionOptions(rawValue: 1 << 1)

  /// The action opens the app.
  public static let foreground = UNNotificationActionOptions(rawValue: 1 << 2)
}

/// A button on a notification.
public final class UNNotificationAction: NSObject, Sendable {
  /// The name of the action.
  public let identifier: String

  /// The text of the button.
  public let title: String

  /// How the action behaves.
  public let options: UNNotificationActionOptions

  /// Creates an action.
  public init(identifier: String, title: String, options: UNNotificationActionOptions = []) {
    self.identifier = identifier
    self.title = title
    self.options = options
    super.init()
  }
}

/// How notifications of a category behave.
public struct UNNotificationCategoryOptions: OptionSet, Sendable {
  /// The options as bits.
  public let rawValue: UInt

  /// Creates options from bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The app learns that a notification was put away.
  public static let customDismissAction = UNNotificationCategoryOptions(rawValue: 1 << 0)

  /// Notifications are shown in a car.
  public static let allowInCarPlay = UNNotificationCategoryOptions(rawValue: 1 << 1)

  /// The title is shown where the rest is hidden.
  public static let hiddenPreviewsShowTitle = UNNotificationCategoryOptions(rawValue: 1 << 2)

  /// The subtitle is shown where the rest is hidden.
  public static let hiddenPreviewsShowSubtitle = UNNotificationCategoryOptions(rawValue: 1 << 3)
}

/// A kind of notifications of an app, with its actions.
public final class UNNotificationCategory: NSObject, Sendable {
  /// The name of the category.
  public let identifier: String

  /// The actions, in the order of their buttons.
  public let actions: [UNNotificationAction]

  /// The intents that the notifications stand for.
  public let intentIdentifiers: [String]

  /// What is shown where the text is hidden.
  public let hiddenPreviewsBodyPlaceholder: String

  /// How the notifications behave.
  public let options: UNNotificationCategoryOptions

  /// Creates a category.
  public init(
    identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
    hiddenPreviewsBodyPlaceholder: String = "", options: UNNotificationCategoryOptions = []
  ) {
    self.identifier = identifier
    self.actions = actions
    self.intentIdentifiers = intentIdentifiers
    self.hiddenPreviewsBodyPlaceholder = hiddenPreviewsBodyPlaceholder
    self.options = options
    super.init()
  }
}
