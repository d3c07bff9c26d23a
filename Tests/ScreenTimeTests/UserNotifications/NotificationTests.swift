import ScreenTimeSystem
import ScreenTimeTesting
import Synchronization
import Testing
import UserNotifications

/// The moment of the tests: Thursday 2026-08-13 13:26:00 UTC.
private let now: Int64 = 1_786_627_560

@Suite struct NotificationTests {
  private let process = RecordingProcess()
  private var ledger: NotificationLedger { process.notificationLedger }

  init() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    ledger.setCalendar(calendar, now: date(0))
    ledger.authorizationStatus = .authorized
  }

  private func date(_ offset: TimeInterval) -> Date { Date(timeIntervalSince1970: Double(now) + offset) }

  private func add(_ identifier: String, _ trigger: UNNotificationTrigger?, badge: NSNumber? = nil) {
    process.run(at: now) {
      let content = UNMutableNotificationContent()
      content.title = identifier
      content.badge = badge
      UNUserNotificationCenter.current().add(
        UNNotificationRequest(identifier: identifier, content: content, trigger: trigger))
    }
  }

  @Test func `requests are due in virtual time, the next first`() {
    add("late", UNTimeIntervalNotificationTrigger(timeInterval: 90, repeats: false))
    add("soon", UNTimeIntervalNotificationTrigger(timeInterval: 5, repeats: false))
    add("at two", UNCalendarNotificationTrigger(dateMatching: DateComponents(hour: 14), repeats: false))
    #expect(ledger.pendingRequests.map(\.identifier) == ["soon", "late", "at two"])
    #expect(ledger.nextDue == date(5))
    #expect(ledger.deliver(until: date(4)) == [])
    #expect(ledger.deliver(until: date(90)).map(\.request.identifier) == ["soon", "late"])
    #expect(ledger.nextDue == date(34 * 60))
    #expect(ledger.deliveredNotifications.map(\.date) == [date(5), date(90)])
  }

  @Test func `a request without a trigger is shown at once, and sets the badge`() {
    add("now", nil, badge: 3)
    #expect(ledger.deliveredNotifications.map(\.date) == [date(0)])
    #expect(ledger.badgeCount == 3)
    #expect(ledger.pendingRequests.isEmpty)
  }

  @Test func `a trigger that repeats stays pending`() {
    add("minute", UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: true))
    add("noon", UNCalendarNotificationTrigger(dateMatching: DateComponents(hour: 12, minute: 0), repeats: true))
    #expect(ledger.deliver(until: date(185)).map(\.date) == [date(60), date(120), date(180)])
    #expect(ledger.deliveredNotifications.count == 1)
    #expect(ledger.pendingRequests.count == 2)
    #expect(ledger.deliver(until: date(3 * 86_400)).filter { $0.request.identifier == "noon" }.count == 3)
  }

  @Test func `a request replaces the one with its identifier, and may be removed`() {
    add("a", UNTimeIntervalNotificationTrigger(timeInterval: 5, repeats: false))
    add("a", UNTimeIntervalNotificationTrigger(timeInterval: 50, repeats: false))
    add("b", UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: false))
    #expect(ledger.nextDue == date(50))
    process.run { UNUserNotificationCenter.current().removePendingNotificationRequests(withIdentifiers: ["a", "c"]) }
    #expect(ledger.pendingRequests.map(\.identifier) == ["b"])
    process.run { UNUserNotificationCenter.current().removeAllPendingNotificationRequests() }
    #expect(ledger.nextDue == nil)
  }

  @Test func `what was shown may be removed`() {
    for name in ["a", "b", "c"] { add(name, nil) }
    process.run { UNUserNotificationCenter.current().removeDeliveredNotifications(withIdentifiers: ["b"]) }
    #expect(ledger.deliveredNotifications.map(\.request.identifier) == ["a", "c"])
    process.run { UNUserNotificationCenter.current().removeAllDeliveredNotifications() }
    #expect(ledger.deliveredNotifications.isEmpty)
  }

  @Test(arguments: [UNAuthorizationStatus.denied, .notDetermined]) func `without leave nothing is shown`(
    status: UNAuthorizationStatus
  ) {
    ledger.authorizationStatus = status
    add("now", nil)
    add("soon", UNTimeIntervalNotificationTrigger(timeInterval: 5, repeats: false))
    #expect(ledger.deliver(until: date(10)) == [])
    #expect(ledger.deliveredNotifications.isEmpty)
    #expect(ledger.pendingRequests.isEmpty)
  }

  @Test func `a new time zone moves triggers with components`() throws {
    add("at two", UNCalendarNotificationTrigger(dateMatching: DateComponents(hour: 14), repeats: false))
    add("soon", UNTimeIntervalNotificationTrigger(timeInterval: 5, repeats: false))
    var tokyo = Calendar(identifier: .gregorian)
    tokyo.timeZone = try #require(TimeZone(identifier: "Asia/Tokyo"))
    ledger.setCalendar(tokyo, now: date(0))
    #expect(ledger.nextDue == date(5))
    _ = ledger.deliver(until: date(5))
    // 14:00 in Tokyo is 05:00 UTC of the next day.
    #expect(ledger.nextDue == date(15 * 3_600 + 34 * 60))
  }

  @Test func `a trigger names its next date`() {
    process.run(at: now) {
      #expect(UNTimeIntervalNotificationTrigger(timeInterval: 5, repeats: false).nextTriggerDate() == date(5))
      var components = DateComponents(hour: 14)
      #expect(
        UNCalendarNotificationTrigger(dateMatching: components, repeats: false).nextTriggerDate() == date(34 * 60))
      components.hour = 25
      #expect(UNCalendarNotificationTrigger(dateMatching: components, repeats: true).nextTriggerDate() == nil)
    }
  }

  @Test func `a center that an app keeps serves the device that calls it`() {
    let center = UNUserNotificationCenter.current()
    let other = RecordingProcess()
    let request = UNNotificationRequest(
      identifier: "a", content: UNMutableNotificationContent(),
      trigger: UNTimeIntervalNotificationTrigger(timeInterval: 5, repeats: false))
    process.run { center.add(request) }
    #expect(ledger.pendingRequests.count == 1)
    #expect(other.notificationLedger.pendingRequests.isEmpty)
    other.run { center.add(request) }
    #expect(other.notificationLedger.pendingRequests.count == 1)
  }

  @Test(.virtualDevice) func `outside of a device requests are dropped and asking is refused`() async throws {
    let center = UNUserNotificationCenter.current()
    _ = try await center.requestAuthorization(options: [.alert])
    try await center.add(
      UNNotificationRequest(identifier: "a", content: UNMutableNotificationContent(), trigger: nil))
    #expect(ledger.deliveredNotifications.isEmpty)
    #expect(VirtualDevice.takeUnboundCalls().count == 2)
  }
}
