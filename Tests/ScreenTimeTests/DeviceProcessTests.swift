import DeviceActivity
import FamilyControls
import ManagedSettings
import ScreenTimeSystem
import ScreenTimeTesting
import Testing
import UserNotifications
import WidgetKit

/// What the processes of a device exchange, and what remains of one that has ended.
@Suite struct DeviceProcessTests {
  /// What happened, in order.
  final class Record: Sendable {
    private let state = SharedState<[String]>([])

    /// The lines.
    var lines: [String] { state.withLock { $0 } }

    /// Adds a line.
    func add(_ line: String) { state.withLock { $0.append(line) } }
  }

  /// A monitor that posts a Darwin notification.
  final class Poster: DeviceActivityMonitor {
    override func intervalDidStart(for activity: DeviceActivityName) { DeviceProcessTests.post("started") }
  }

  static func post(_ name: String) {
    CFNotificationCenterPostNotification(
      CFNotificationCenterGetDarwinNotifyCenter(), CFNotificationName(name as CFString), nil, nil, true)
  }

  static func observe(_ name: String, _ body: @escaping @Sendable () -> Void) {
    CFNotificationCenterAddObserver(
      CFNotificationCenterGetDarwinNotifyCenter(), nil, { _, _, _, _, _ in body() }, name as CFString, nil,
      .deliverImmediately)
  }

  static func device() throws -> (VirtualDevice, InstalledApp) {
    let device = VirtualDevice(at: "2026-08-13 21:59", in: "America/Los_Angeles")
    let app = device.install(ScreenTimeApp("com.example.focus") { Poster() })
    try device.run(in: app) {
      try DeviceActivityCenter().startMonitoring(
        DeviceActivityName("night"),
        during: DeviceActivitySchedule(
          intervalStart: DateComponents(hour: 22), intervalEnd: DateComponents(hour: 6), repeats: true))
    }
    return (device, app)
  }

  @Test func `a Darwin notification of a monitor reaches the app, in the app's process`() throws {
    let (device, app) = try Self.device()
    let record = Record()
    device.run(in: app) {
      Self.observe("started") {
        UserDefaults.standard.set(true, forKey: "seen")
        record.add("app \(Int(Date().timeIntervalSince1970) % 3_600)")
      }
    }
    device.advance(by: .minutes(2))
    #expect(record.lines == ["app 0"])
    #expect(device.run(in: app) { UserDefaults.standard.bool(forKey: "seen") })
    #expect(device.run(in: app, as: .monitor) { !UserDefaults.standard.bool(forKey: "seen") })
  }

  @Test(arguments: ["terminate", "reboot", "kill"])
  func `observers of a process that has ended are never called, not even after its next launch`(end: String) throws {
    let faults: [Fault] = end == "kill" ? [.killBefore(.init(.intervalDidStart))] : []
    let device = VirtualDevice(at: "2026-08-13 21:59", in: "America/Los_Angeles", faults: faults)
    let app = device.install(ScreenTimeApp("com.example.focus"))
    let record = Record()
    device.run(in: app, as: .monitor) { Self.observe("ping") { record.add("monitor") } }
    device.run(in: app) { Self.post("ping") }
    #expect(record.lines == ["monitor"])
    switch end {
    case "terminate": device.terminate(app)
    case "reboot": device.reboot()
    default:
      try device.run(in: app) {
        try DeviceActivityCenter().startMonitoring(
          DeviceActivityName("night"),
          during: DeviceActivitySchedule(
            intervalStart: DateComponents(hour: 22), intervalEnd: DateComponents(hour: 6), repeats: true))
      }
      device.advance(by: .minutes(2))
    }
    device.run(in: app) { Self.post("ping") }
    device.run(in: app, as: .monitor) { Self.post("ping") }
    #expect(record.lines == ["monitor"])
    device.run(in: app, as: .monitor) { Self.observe("ping") { record.add("again") } }
    device.run(in: app) { Self.post("ping") }
    #expect(record.lines == ["monitor", "again"])
  }

  @Test func `statuses of a launch end with it, and a later launch has its own`() async throws {
    let device = VirtualDevice(at: "2026-08-13 12:00", in: "America/Los_Angeles")
    let app = device.install(ScreenTimeApp("com.example.focus"), authorizedFor: nil)
    let ended = device.run(in: app) { AuthorizationCenter.shared.authorizationStatuses }
    device.terminate(app)
    let statuses = device.run(in: app) { AuthorizationCenter.shared.authorizationStatuses }
    try await device.run(in: app) { try await AuthorizationCenter.shared.requestAuthorization(for: .individual) }
    device.reboot()
    var seen: [[AuthorizationStatus]] = [[], []]
    for await status in ended { seen[0].append(status) }
    for await status in statuses { seen[1].append(status) }
    #expect(seen == [[.notDetermined], [.notDetermined, .approved]])
  }

  /// A monitor whose process ends in the middle of its callback.
  final class Stopper: DeviceActivityMonitor {
    override func intervalDidStart(for activity: DeviceActivityName) {
      DeviceActivityCenter().stopMonitoring([activity])
      UserDefaults(suiteName: "group.focus")?.set(1, forKey: "late")
      let group = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.focus")
      for directory in [group, URL.documentsDirectory] {
        try? Data([1]).write(to: directory?.appending(path: "late") ?? URL(filePath: "/dev/null"))
      }
      UNUserNotificationCenter.current().setBadgeCount(1)
      WidgetCenter.shared.reloadAllTimelines()
    }
  }

  @Test(arguments: [false, true])
  func `what code does after its process has ended has no effect`(ends: Bool) throws {
    let policy = SemanticsPolicy.documented.with(\.stopInCallback, as: ends ? .blocks : .returns)
    let device = VirtualDevice(at: "2026-08-13 21:59", in: "America/Los_Angeles", policy: policy)
    let app = device.install(ScreenTimeApp("com.example.focus") { Stopper() })
    try device.run(in: app) {
      try DeviceActivityCenter().startMonitoring(
        DeviceActivityName("night"),
        during: DeviceActivitySchedule(
          intervalStart: DateComponents(hour: 22), intervalEnd: DateComponents(hour: 6), repeats: true))
    }
    device.advance(by: .minutes(5))
    let (value, group) = device.run(in: app) {
      (
        UserDefaults(suiteName: "group.focus")?.integer(forKey: "late"),
        FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.focus")
      )
    }
    let own = device.run(in: app, as: .monitor) { URL.documentsDirectory }
    let files = [group, own].compactMap { $0?.appending(path: "late").path }
    #expect(value == (ends ? 0 : 1))
    #expect(files.map { FileManager.default.fileExists(atPath: $0) } == [!ends, !ends])
    #expect(device.badge(of: app) == (ends ? 0 : 1))
    #expect(device.widgetReloads(of: app) == (ends ? [] : ["*"]))
  }

  @Test func `code of a launch that has ended changes nothing, also while the process runs again`() {
    let device = VirtualDevice(at: "2026-08-13 12:00", in: "America/Los_Angeles")
    let app = device.install(ScreenTimeApp("com.example.focus"))
    device.run(in: app) {
      device.terminate(app)
      device.run(in: app) { ManagedSettingsStore().siri.denySiri = true }
      ManagedSettingsStore().siri.denySiri = false
      #expect(ManagedSettingsStore().siri.denySiri == nil)
    }
    #expect(device.run(in: app) { ManagedSettingsStore().siri.denySiri } == true)
  }

  @Test(.virtualDevice) func `code of no process means no app where there are two, also on one device`() {
    let device = VirtualDevice(at: "2026-08-13 12:00", in: "America/Los_Angeles")
    let first = device.install(ScreenTimeApp("com.example.first"))
    ManagedSettingsStore().siri.denySiri = true
    #expect(device.run(in: first) { ManagedSettingsStore().siri.denySiri } == true)
    device.terminate(first)
    device.run(in: first) {}
    #expect(ManagedSettingsStore().siri.denySiri == true)
    device.install(ScreenTimeApp("com.example.second"))
    ManagedSettingsStore().siri.denySiri = false
    #expect(device.run(in: first) { ManagedSettingsStore().siri.denySiri } == true)
    #expect(VirtualDevice.takeUnboundCalls() == ["ManagedSettingsStore.set with 2 apps"])
  }
}
