import ScreenTimeSystem

/// A process of an app that may notify the user.
package protocol NotificationProcess: SystemProcess {
  /// The notifications of the app. Its extensions have the ledger of the app.
  var notificationLedger: NotificationLedger { get }

  /// The time of the device, also for code on a thread that reads another clock.
  var now: Date { get }
}

extension NotificationProcess {
  /// By default what the running thread reads.
  package var now: Date { Date(timeIntervalSinceNow: 0) }
}
