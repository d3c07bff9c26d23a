import DeviceActivity
import ManagedSettings
import OSLog
import ScreenTimeTesting
import Testing
import UserNotifications
import WidgetKit

/// What an app logs, shows and asks of widgets on a device.
@Suite struct DeviceRecordsTests {
  final class Monitor: DeviceActivityMonitor {
    override func intervalDidStart(for activity: DeviceActivityName) {
      Logger(subsystem: "com.example.focus", category: "monitor").info(
        "start of \(activity.rawValue, privacy: .public)")
      let content = UNMutableNotificationContent()
      content.title = "Focus"
      UNUserNotificationCenter.current().add(
        UNNotificationRequest(
          identifier: "later", content: content,
          trigger: UNTimeIntervalNotificationTrigger(timeInterval: 90, repeats: false)))
      WidgetCenter.shared.reloadTimelines(ofKind: "focus")
    }
  }

  private static func device() throws -> (VirtualDevice, InstalledApp) {
    let device = VirtualDevice(at: "2026-08-13 21:59", in: "America/Los_Angeles")
    let app = device.install(ScreenTimeApp("com.example.focus") { Monitor() })
    try device.run(in: app) {
      UNUserNotificationCenter.current().requestAuthorization(options: [.alert]) { _, _ in }
      try DeviceActivityCenter().startMonitoring(
        DeviceActivityName("night"),
        during: DeviceActivitySchedule(
          intervalStart: DateComponents(hour: 22), intervalEnd: DateComponents(hour: 6), repeats: true))
    }
    return (device, app)
  }

  @Test func `logs, widgets and notifications of an extension are those of its app`() throws {
    let (device, app) = try Self.device()
    device.advance(by: .minutes(2))
    #expect(device.logs.map(\.text) == ["start of night"])
    #expect(device.logs.first?.bundleIdentifier == "com.example.focus.monitor")
    #expect(device.widgetReloads(of: app) == ["focus"])
    #expect(device.pendingNotifications(of: app).map(\.identifier) == ["later"])
    #expect(device.notifications(of: app).isEmpty)
    device.advance(by: .minutes(2))
    #expect(device.pendingNotifications(of: app).isEmpty)
    #expect(device.notifications(of: app).map(\.request.content.title) == ["Focus"])
    #expect(device.journal.last?.description == "2026-08-13 22:01:30 notify: Focus")
  }

  @Test func `a trigger with components follows the device to another zone`() throws {
    let device = VirtualDevice(at: "2026-08-13 12:00", in: "America/Los_Angeles")
    let app = device.install(ScreenTimeApp("com.example.focus"))
    device.run(in: app) {
      UNUserNotificationCenter.current().requestAuthorization(options: [.alert]) { _, _ in }
      UNUserNotificationCenter.current().add(
        UNNotificationRequest(
          identifier: "evening", content: UNMutableNotificationContent(),
          trigger: UNCalendarNotificationTrigger(dateMatching: DateComponents(hour: 18), repeats: false)))
    }
    device.travel(to: "America/New_York")
    device.advance(to: "17:59")
    #expect(device.notifications(of: app).isEmpty)
    device.advance(to: "18:00")
    #expect(device.notifications(of: app).count == 1)
  }

  @Test func `the test places widgets, and reads the badge and the categories`() async throws {
    let (device, app) = try Self.device()
    device.placeWidget(kind: "focus", family: .systemSmall, of: app)
    let placed = try await device.run(in: app) {
      UNUserNotificationCenter.current().setBadgeCount(3, withCompletionHandler: nil)
      UNUserNotificationCenter.current().setNotificationCategories([
        UNNotificationCategory(identifier: "break", actions: [], intentIdentifiers: [])
      ])
      return try await WidgetCenter.shared.currentConfigurations()
    }
    #expect(placed.map(\.kind) == ["focus"])
    #expect(placed.map(\.family) == [.systemSmall])
    #expect(device.badge(of: app) == 3)
    #expect(device.notificationCategories(of: app).map(\.identifier) == ["break"])
    device.removeWidgets(of: app)
    #expect(try await device.run(in: app) { try await WidgetCenter.shared.currentConfigurations() }.isEmpty)
  }

  private static func notify(after seconds: TimeInterval, repeats: Bool = false) {
    UNUserNotificationCenter.current().requestAuthorization(options: [.alert]) { _, _ in }
    let trigger = UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: repeats)
    UNUserNotificationCenter.current().add(
      UNNotificationRequest(identifier: "later", content: UNMutableNotificationContent(), trigger: trigger))
  }

  @Test func `notifications after any part of a second are shown at their time`() {
    let device = VirtualDevice(at: "2026-08-13 12:00", in: "America/Los_Angeles")
    let app = device.install(ScreenTimeApp("com.example.focus"))
    for hundredths in stride(from: 1, to: 1_000, by: 9) {
      device.run(in: app) { Self.notify(after: Double(hundredths) / 100) }
      device.advance(by: .milliseconds(hundredths * 10 - 1))
      #expect(device.pendingNotifications(of: app).count == 1, "\(hundredths)")
      device.advance(by: .milliseconds(2))
      #expect(device.pendingNotifications(of: app).isEmpty, "\(hundredths)")
    }
  }

  @Test func `a device that is off shows what was due once it is on`() {
    let device = VirtualDevice(at: "2026-08-13 12:00", in: "America/Los_Angeles")
    let app = device.install(ScreenTimeApp("com.example.focus"))
    device.run(in: app) { Self.notify(after: 60) }
    device.powerOff()
    device.advance(by: .minutes(5))
    #expect(device.notifications(of: app).isEmpty)
    device.powerOn()
    #expect(device.notifications(of: app).count == 1)
  }

  @Test(arguments: ["2026-08-13 08:00", "2026-08-14 08:00"])
  func `a trigger after an interval waits for elapsed time, whatever the clock shows`(time: String) throws {
    let device = VirtualDevice(at: "2026-08-13 12:00", in: "America/Los_Angeles")
    let app = device.install(ScreenTimeApp("com.example.focus"))
    device.run(in: app) { Self.notify(after: 3_600) }
    device.advance(by: .minutes(10))
    try device.setClock(to: time)
    device.advance(by: .minutes(49))
    #expect(device.notifications(of: app).isEmpty)
    device.advance(by: .minutes(2))
    #expect(device.notifications(of: app).count == 1)
  }
}
