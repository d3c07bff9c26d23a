import ScreenTimeSystem

/// Notifies the user on behalf of an app.
///
/// Requests are kept with the app on its device, and are shown in the device's time. Completion handlers run before the
/// function returns, on the thread of the caller. Outside of a device requests are dropped, and asking is refused.
public final class UNUserNotificationCenter: NSObject, Sendable {
  private static let shared = UNUserNotificationCenter()

  override private init() { super.init() }

  /// Returns the center, which serves the app whose code calls it, also if it was asked for by another.
  public class func current() -> UNUserNotificationCenter { shared }

  /// The notifications of the running app; nil outside of a device.
  private var ledger: NotificationLedger? { process?.notificationLedger }

  private var process: (any NotificationProcess)? {
    CurrentProcess.resolve(for: "UNUserNotificationCenter") as? any NotificationProcess
  }

  /// The object that answers when a notification is shown or tapped. It is not kept: nothing is shown on Linux, and
  /// tests call the methods of the delegate themselves.
  public var delegate: (any UNUserNotificationCenterDelegate)? {
    get { nil }
    set { _ = newValue }
  }

  /// Whether the device knows content extensions: no.
  public var supportsContentExtensions: Bool { false }

  // MARK: Leave of the user

  /// Asks the user for leave, the first time. The test decides what the user answers.
  public func requestAuthorization(
    options: UNAuthorizationOptions = [], completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    completionHandler(ledger?.requestAuthorization(for: options) ?? false, nil)
  }

  /// Asks the user for leave, the first time. The test decides what the user answers.
  ///
  /// - Returns: whether the app may notify the user.
  public func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
    ledger?.requestAuthorization(for: options) ?? false
  }

  /// Passes what the user allows.
  public func getNotificationSettings(completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void) {
    completionHandler(settings)
  }

  /// Returns what the user allows.
  public func notificationSettings() async -> UNNotificationSettings { settings }

  private var settings: UNNotificationSettings {
    ledger?.settings ?? UNNotificationSettings(status: .notDetermined, options: [])
  }

  // MARK: Requests

  /// Adds a request. It replaces the one with its identifier.
  public func add(
    _ request: UNNotificationRequest, withCompletionHandler handler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    if let process { process.notificationLedger.add(request, now: process.now) }
    handler?(nil)
  }

  /// Adds a request. It replaces the one with its identifier.
  public nonisolated(nonsending) func add(_ request: UNNotificationRequest) async throws {
    if let process { process.notificationLedger.add(request, now: process.now) }
  }

  /// Passes the requests that are not yet due.
  public func getPendingNotificationRequests(completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void) {
    completionHandler(ledger?.pendingRequests ?? [])
  }

  /// Returns the requests that are not yet due, the next first.
  public func pendingNotificationRequests() async -> [UNNotificationRequest] { ledger?.pendingRequests ?? [] }

  /// Removes the requests with certain identifiers.
  public func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
    ledger?.removePending(Set(identifiers))
  }

  /// Removes all requests.
  public func removeAllPendingNotificationRequests() { ledger?.removePending(nil) }

  // MARK: Notifications that were shown

  /// Passes what was shown and not removed.
  public func getDeliveredNotifications(completionHandler: @escaping @Sendable ([UNNotification]) -> Void) {
    completionHandler(ledger?.deliveredNotifications ?? [])
  }

  /// Returns what was shown and not removed, the oldest first.
  public func deliveredNotifications() async -> [UNNotification] { ledger?.deliveredNotifications ?? [] }

  /// Removes shown notifications with certain identifiers.
  public func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
    ledger?.removeDelivered(Set(identifiers))
  }

  /// Removes all shown notifications.
  public func removeAllDeliveredNotifications() { ledger?.removeDelivered(nil) }

  /// Puts a number on the icon of the app; 0 removes it.
  public func setBadgeCount(
    _ newBadgeCount: Int, withCompletionHandler handler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    ledger?.setBadge(newBadgeCount)
    handler?(nil)
  }

  /// Puts a number on the icon of the app; 0 removes it.
  public func setBadgeCount(_ newBadgeCount: Int) async throws { ledger?.setBadge(newBadgeCount) }

  // MARK: Categories

  /// Registers the categories of the app in place of those before.
  public func setNotificationCategories(_ categories: Set<UNNotificationCategory>) { ledger?.register(categories) }

  /// Passes the categories of the app.
  public func getNotificationCategories(completionHandler: @escaping @Sendable (Set<UNNotificationCategory>) -> Void) {
    completionHandler(ledger?.categories ?? [])
  }

  /// Returns the categories of the app.
  public func notificationCategories() async -> Set<UNNotificationCategory> { ledger?.categories ?? [] }
}
