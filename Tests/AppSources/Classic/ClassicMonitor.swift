import DeviceActivity
import ManagedSettings
import OSLog
import UserNotifications

// Optionally override any of the functions below.
// Make sure that your class name matches the NSExtensionPrincipalClass in your Info.plist.
@available(iOS 16.0, *)
class ClassicMonitor: DeviceActivityMonitor {
  private let store = ManagedSettingsStore(named: .limits)
  private let logger = Logger(subsystem: "com.example.classic", category: "ClassicMonitor")

  override init() {
    super.init()
    SharedSettings.callbackCount += 1
  }

  override func intervalDidStart(for activity: DeviceActivityName) {
    super.intervalDidStart(for: activity)
    logger.info("interval starts: \(activity.rawValue, privacy: .public)")
    SharedSettings.shared.limitReachedAt = nil
    SharedSettings.shared.append("start " + activity.rawValue)
    store.shield.applications = nil
    store.shield.applicationCategories = nil
  }

  override func intervalDidEnd(for activity: DeviceActivityName) {
    super.intervalDidEnd(for: activity)

    switch activity {
    case .daily:
      store.shield.applications?.removeAll()
      store.shield.applicationCategories = ShieldSettings.ActivityCategoryPolicy<Application>.none
    default:
      store.clearAllSettings()
    }
    SharedSettings.shared.append("end")
  }

  override func eventDidReachThreshold(_ event: DeviceActivityEvent.Name, activity: DeviceActivityName) {
    super.eventDidReachThreshold(event, activity: activity)
    let selection = SharedSettings.shared.selection
    logger.log(
      level: .error,
      "\(event.rawValue) reached, \(selection.applicationTokens.count, format: .decimal(minDigits: 2)) apps, \(activity.rawValue, align: .left(columns: 10))"
    )
    store.shield.applications = selection.applicationTokens.isEmpty ? nil : selection.applicationTokens
    store.shield.applicationCategories = .specific(selection.categoryTokens, except: Set())
    SharedSettings.shared.limitReachedAt = Date()
    notify(title: "Time is up", body: "You used \(selection.applications.count) apps for the whole limit.")
  }

  override func intervalWillStartWarning(for activity: DeviceActivityName) {
    super.intervalWillStartWarning(for: activity)
    #if DEBUG
      logger.debug("start warning \(activity.rawValue, privacy: .private(mask: .hash))")
    #endif
  }

  override func intervalWillEndWarning(for activity: DeviceActivityName) {
    super.intervalWillEndWarning(for: activity)
    logger.warning("end warning")
  }

  override func eventWillReachThresholdWarning(_ event: DeviceActivityEvent.Name, activity: DeviceActivityName) {
    super.eventWillReachThresholdWarning(event, activity: activity)
    notify(title: "Almost", body: event.rawValue)
  }

  private func notify(title: String, body: String) {
    let content = UNMutableNotificationContent()
    content.title = title
    content.body = body
    content.sound = .default
    let request = UNNotificationRequest(
      identifier: UUID().uuidString, content: content,
      trigger: UNTimeIntervalNotificationTrigger(timeInterval: 1, repeats: false))
    UNUserNotificationCenter.current().add(request) { [weak self] error in
      if let error = error { self?.logger.error("not added: \(error.localizedDescription)") }
    }
  }
}
