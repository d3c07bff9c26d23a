/// A notification that an app asks for.
public final class UNNotificationRequest: NSObject, Sendable {
  /// The name of the request. A request replaces the one with its name.
  public let identifier: String

  /// What the notification shows.
  package let contentValue: NotificationContent

  /// When the notification appears; nil for at once.
  let schedule: NotificationSchedule?

  /// Creates a request. Later changes of the content do not reach it.
  public init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
    self.identifier = identifier
    contentValue = content.value
    schedule = trigger?.schedule
    super.init()
  }

  /// What the notification shows.
  public var content: UNNotificationContent { UNNotificationContent(contentValue) }

  /// What makes the notification appear; nil for at once.
  public var trigger: UNNotificationTrigger? { schedule?.trigger }
}

/// A notification that was shown.
public final class UNNotification: NSObject, Sendable {
  /// What the app asked for.
  public let request: UNNotificationRequest

  /// When it was shown.
  public let date: Date

  init(request: UNNotificationRequest, date: Date) {
    self.request = request
    self.date = date
    super.init()
  }
}

/// What the user did with a notification.
public final class UNNotificationResponse: NSObject, Sendable {
  /// The notification.
  public let notification: UNNotification

  /// The action that the user chose.
  public let actionIdentifier: String

  package init(notification: UNNotification, actionIdentifier: String) {
    self.notification = notification
    self.actionIdentifier = actionIdentifier
    super.init()
  }
}

/// The action of a tap on the notification itself.
public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"

/// The action of putting the notification away.
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"
