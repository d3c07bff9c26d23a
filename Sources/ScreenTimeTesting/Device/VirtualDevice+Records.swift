import DeviceActivity
import OSLog
import SchedulerCivilTime
import ScreenTimeSystem
import Synchronization
import UserNotifications
import WidgetKit

/// What the apps of a device ask of the system apart from Screen Time.
final class AppRecords: Sendable {
  let notifications = NotificationLedger()
  let widgets = WidgetLedger()
}

/// A message that an app has logged.
public struct LogMessage: Hashable, Sendable {
  /// The bundle identifier of the app or extension.
  public let bundleIdentifier: String
  /// The subsystem of the logger.
  public let subsystem: String
  /// The category of the logger.
  public let category: String
  /// How important the message is.
  public let level: OSLogType
  /// The message as the system shows it, with `<private>` for private values.
  public let text: String
  /// The message with its private values.
  public let textWithPrivateValues: String
}

extension VirtualDevice {
  /// The messages that the apps have logged, in order.
  public var logs: [LogMessage] { state.withLock(\.logs) }

  /// The notifications of an app that are on the screen, the oldest first. Those that are due while time passes appear
  /// if the app has asked and the user allows them.
  public func notifications(of app: InstalledApp) -> [UNNotification] {
    records(of: app.bundleIdentifier).notifications.deliveredNotifications
  }

  /// The requests for notifications of an app that are not yet due.
  public func pendingNotifications(of app: InstalledApp) -> [UNNotificationRequest] {
    records(of: app.bundleIdentifier).notifications.pendingRequests
  }

  /// Decides what the user answers when an app asks to notify.
  public func answerNotificationRequest(of app: InstalledApp, allows: Bool) {
    records(of: app.bundleIdentifier).notifications.userAllows = allows
  }

  /// The number on the icon of an app; 0 for none.
  public func badge(of app: InstalledApp) -> Int { records(of: app.bundleIdentifier).notifications.badgeCount }

  /// The categories of notifications that an app has registered.
  public func notificationCategories(of app: InstalledApp) -> Set<UNNotificationCategory> {
    records(of: app.bundleIdentifier).notifications.categories
  }

  /// The user places a widget of an app, which the app then finds among its current configurations.
  public func placeWidget(kind: String, family: WidgetFamily, of app: InstalledApp) {
    records(of: app.bundleIdentifier).widgets.placed.append(WidgetInfo(kind: kind, family: family))
  }

  /// The user removes all widgets of an app.
  public func removeWidgets(of app: InstalledApp) { records(of: app.bundleIdentifier).widgets.placed = [] }

  /// The kinds of widgets whose timelines an app has asked for again, in order; `*` stands for all kinds.
  public func widgetReloads(of app: InstalledApp) -> [String] {
    records(of: app.bundleIdentifier).widgets.reloads.compactMap { reload in
      switch reload {
      case .all: "*"
      case .kind(let kind): kind
      case .recommendations: nil
      }
    }
  }

  /// Returns the records of an app, which it makes if need be.
  func records(of app: String) -> AppRecords {
    let (now, calendar) = (now, calendar)
    return appRecords.withLock { records in
      if let known = records[app] { return known }
      let made = AppRecords()
      made.notifications.setCalendar(calendar, now: now)
      records[app] = made
      return made
    }
  }

  /// The elapsed time at which a notification is due next; nil for none, and while the device is off.
  var nextNotification: Int64? {
    guard state.withLock(\.isOn), let due = appRecords.withLock({ $0.values.compactMap(\.notifications.nextDue).min() })
    else { return nil }
    let clocks = state.withLock(\.clocks)
    let wait = due.timeIntervalSince1970 * 1e9 - Double(clocks.wallNanoseconds)
    return clocks.elapsed + Int64(max(0, wait.rounded(.up)))
  }

  /// More than the resolution of a `Date`, up to 2 µs, while the clocks of the device have one of 1 ns: a notification
  /// that is due at the present may be due that much later as a date.
  private static let dateResolution = 0.000_01

  /// Shows the notifications that are due.
  func showNotifications() {
    let ledgers = appRecords.withLock { $0.mapValues(\.notifications) }
    guard !ledgers.isEmpty else { return }
    let now = now.addingTimeInterval(Self.dateResolution)
    for (app, ledger) in ledgers.sorted(by: { $0.key < $1.key }) {
      for shown in ledger.deliver(until: now) {
        state.withLock { $0.note(.action("notify: \(shown.request.content.title)"), app: app) }
      }
    }
  }

  /// Makes triggers follow the clock and the zone of the device.
  ///
  /// - Parameter step: the seconds by which the clock was set forward.
  func refreshNotificationTriggers(afterStepOf step: TimeInterval = 0) {
    let (now, calendar) = (now, calendar)
    for records in appRecords.withLock({ Array($0.values) }) {
      records.notifications.setCalendar(calendar, now: now, afterStepOf: step)
    }
  }

  private var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    return calendar
  }
}

extension VirtualProcess: LogProcess {
  func log(_ entry: LogEntry) {
    let message = LogMessage(
      bundleIdentifier: bundleIdentifier, subsystem: entry.subsystem, category: entry.category, level: entry.level,
      text: entry.text, textWithPrivateValues: entry.textWithPrivateValues)
    device?.state.withLock { $0.logs.append(message) }
  }
}

extension VirtualProcess {
  /// The records of the app; nil if the process has ended, so that what its code still does is recorded nowhere.
  private var records: AppRecords? {
    access { $0.noteWrite(.records) } == nil ? nil : device?.records(of: id.app)
  }
}

extension VirtualProcess: NotificationProcess {
  var notificationLedger: NotificationLedger {
    records?.notifications ?? NotificationLedger()
  }

  var now: Date { device?.now ?? Date(timeIntervalSinceNow: 0) }
}

extension VirtualProcess: WidgetProcess {
  var widgetLedger: WidgetLedger {
    records?.widgets ?? WidgetLedger()
  }
}
