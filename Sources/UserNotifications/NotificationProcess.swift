import ScreenTimeSystem

/// A process of an app that may notify the user.
package protocol NotificationProcess: SystemProcess {
  /// The notifications of the app. Its extensions have the ledger of the app.
  var notificationLedger: NotificationLedger { get }
}
