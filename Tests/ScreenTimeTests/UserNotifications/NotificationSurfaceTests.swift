import ScreenTimeSystem
import Testing

@testable import UserNotifications

@Suite struct NotificationSurfaceTests {
  private let process = RecordingProcess()

  private func run<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    try await CurrentProcess.$bound.withValue(process, operation: body)
  }

  @Test func `the user is asked once`() async throws {
    try await run {
      let center = UNUserNotificationCenter.current()
      #expect(await center.notificationSettings().authorizationStatus == .notDetermined)
      process.notificationLedger.userAllows = false
      let first = try await center.requestAuthorization(options: [.alert, .sound, .badge])
      process.notificationLedger.userAllows = true
      let second = try await center.requestAuthorization(options: [.alert])
      #expect(!first && !second)
      #expect(await center.notificationSettings().authorizationStatus == .denied)
      #expect(await center.notificationSettings().alertSetting == .disabled)
    }
  }

  @Test func `settings follow the options`() async throws {
    try await run {
      let center = UNUserNotificationCenter.current()
      let granted = try await center.requestAuthorization(options: [.alert, .sound, .provisional])
      #expect(granted)
      let settings = await center.notificationSettings()
      #expect(settings.authorizationStatus == .provisional)
      #expect(
        [settings.alertSetting, settings.soundSetting, settings.notificationCenterSetting] == [
          .enabled, .enabled, .enabled,
        ])
      #expect(
        [settings.badgeSetting, settings.carPlaySetting, settings.criticalAlertSetting] == [
          .notSupported, .notSupported, .notSupported,
        ])
      #expect([settings.lockScreenSetting, settings.timeSensitiveSetting] == [.enabled, .enabled])
      #expect(!settings.providesAppNotificationSettings)
      #expect(!center.supportsContentExtensions)
    }
    let all: UNAuthorizationOptions = [
      .badge, .sound, .alert, .carPlay, .criticalAlert, .providesAppNotificationSettings, .provisional,
    ]
    #expect(all.rawValue == 127)
  }

  @Test func `the forms with handlers and with await agree`() async throws {
    try await run {
      let center = UNUserNotificationCenter.current()
      let log = SharedState<[String]>([])
      center.requestAuthorization(options: [.alert, .badge]) { granted, error in
        log.withLock { $0.append("\(granted) \(error == nil)") }
      }
      let content = UNMutableNotificationContent()
      content.title = "title"
      try await center.add(UNNotificationRequest(identifier: "await", content: content, trigger: nil))
      let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: true)
      let request = UNNotificationRequest(identifier: "handler", content: content, trigger: trigger)
      addWithHandler(request, to: center) { error in log.withLock { $0.append("\(error == nil)") } }
      center.getNotificationSettings { settings in
        log.withLock { $0.append("\(settings.authorizationStatus.rawValue)") }
      }
      center.getPendingNotificationRequests { all in log.withLock { $0 += all.map(\.identifier) } }
      center.getDeliveredNotifications { all in log.withLock { $0 += all.map(\.request.identifier) } }
      #expect(log.withLock { $0 } == ["true true", "true", "2", "handler", "await"])
      #expect(await center.pendingNotificationRequests().map(\.identifier) == ["handler"])
      #expect(await center.deliveredNotifications().map(\.request.content.title) == ["title"])
      try await center.setBadgeCount(4)
      #expect(process.notificationLedger.badgeCount == 4)
      setBadge(0, of: center)
      #expect(process.notificationLedger.badgeCount == 0)
    }
  }

  // In a function without `async` a call means the form with a handler.
  private func addWithHandler(
    _ request: UNNotificationRequest, to center: UNUserNotificationCenter,
    handler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    center.add(request, withCompletionHandler: handler)
    center.add(request)
  }

  private func setBadge(_ count: Int, of center: UNUserNotificationCenter) { center.setBadgeCount(count) }

  @Test func `content keeps all that it is given, also in a request that it was given to`() throws {
    let content = UNMutableNotificationContent()
    (content.title, content.subtitle, content.body) = ("t", "s", "b")
    content.badge = 2
    content.sound = .default
    (content.categoryIdentifier, content.threadIdentifier, content.targetContentIdentifier) = ("c", "th", "ta")
    content.launchImageName = "l"
    content.interruptionLevel = .timeSensitive
    content.relevanceScore = 0.5
    content.filterCriteria = "f"
    content.userInfo = ["id": "x", "n": 3, 5: "no key"]
    let components = DateComponents(hour: 9)
    let trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: true)
    let request = UNNotificationRequest(identifier: UUID().uuidString, content: content, trigger: trigger)
    content.title = "later"
    let kept = request.content
    #expect([kept.title, kept.subtitle, kept.body] == ["t", "s", "b"])
    #expect(kept.badge == 2 && kept.sound == .default)
    #expect([kept.categoryIdentifier, kept.threadIdentifier, kept.targetContentIdentifier] == ["c", "th", "ta"])
    #expect([kept.launchImageName, kept.filterCriteria] == ["l", "f"])
    #expect(kept.interruptionLevel == .timeSensitive && kept.relevanceScore == 0.5)
    #expect(kept.userInfo["id"] as? String == "x" && kept.userInfo["n"] as? Int == 3 && kept.userInfo.count == 2)
    #expect((request.trigger as? UNCalendarNotificationTrigger)?.dateComponents == components)
    #expect(request.trigger?.repeats == true)
    let copy = try #require(kept.mutableCopy() as? UNMutableNotificationContent)
    copy.body = "changed"
    #expect(kept.body == "b" && (copy.copy() as? UNNotificationContent)?.body == "changed")
  }

  @Test func `sounds are equal by name and volume`() {
    #expect(
      UNNotificationSound(named: UNNotificationSoundName("a")) == UNNotificationSound(named: .init(rawValue: "a")))
    let sounds: Set<UNNotificationSound> = [
      .default, .defaultCritical, .defaultRingtone, .defaultCriticalSound(withAudioVolume: 0.5), .default,
    ]
    #expect(sounds.count == 4)
  }

  @Test func `categories and their actions are kept`() async {
    await run {
      let stop = UNNotificationAction(identifier: "stop", title: "Stop", options: [.destructive, .foreground])
      let more = UNNotificationAction(identifier: "more", title: "More", options: .authenticationRequired)
      let category = UNNotificationCategory(
        identifier: "limit", actions: [stop, more], intentIdentifiers: [], options: .customDismissAction)
      let other = UNNotificationCategory(
        identifier: "other", actions: [], intentIdentifiers: ["i"], hiddenPreviewsBodyPlaceholder: "p",
        options: [.allowInCarPlay, .hiddenPreviewsShowTitle, .hiddenPreviewsShowSubtitle])
      let center = UNUserNotificationCenter.current()
      center.setNotificationCategories([category, other])
      let kept = await center.notificationCategories().sorted { $0.identifier < $1.identifier }
      #expect(kept.map(\.identifier) == ["limit", "other"])
      #expect(kept[0].actions.map(\.title) == ["Stop", "More"] && kept[0].actions[0].options.contains(.foreground))
      #expect(kept[1].options.rawValue == 14 && kept[1].intentIdentifiers == ["i"])
      #expect(kept[1].hiddenPreviewsBodyPlaceholder == "p" && kept[0].actions[1].identifier == "more")
      center.getNotificationCategories { #expect($0.count == 2) }
    }
  }

  @Test func `a delegate is called by the test`() async {
    final class Silent: NSObject, UNUserNotificationCenterDelegate {}
    final class Loud: NSObject, UNUserNotificationCenterDelegate {
      func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
      ) async -> UNNotificationPresentationOptions {
        [.banner, .sound, .list, .badge]
      }
    }
    await run {
      let center = UNUserNotificationCenter.current()
      center.delegate = Silent()
      #expect(center.delegate == nil)
      process.notificationLedger.authorizationStatus = .authorized
      center.removeAllDeliveredNotifications()
      process.notificationLedger.add(
        UNNotificationRequest(identifier: "a", content: UNMutableNotificationContent(), trigger: nil), now: .distantPast
      )
      for shown in process.notificationLedger.deliveredNotifications {
        let response = UNNotificationResponse(
          notification: shown, actionIdentifier: UNNotificationDefaultActionIdentifier)
        #expect(await Loud().userNotificationCenter(center, willPresent: shown).rawValue == 27)
        #expect(await Silent().userNotificationCenter(center, willPresent: shown) == [])
        Silent().userNotificationCenter(center, willPresent: shown) { #expect($0 == []) }
        await Silent().userNotificationCenter(center, didReceive: response)
        Silent().userNotificationCenter(center, didReceive: response) {}
        Silent().userNotificationCenter(center, openSettingsFor: response.notification)
        #expect(response.actionIdentifier != UNNotificationDismissActionIdentifier)
      }
    }
  }
}
