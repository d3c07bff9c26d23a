import DeviceActivity
import ScreenTimeTesting
import Synchronization
import Testing

/// What the processes of a device exchange, and what remains of one that has ended.
@Suite struct DeviceProcessTests {
  /// What happened, in order.
  final class Record: Sendable {
    private let state = Mutex<[String]>([])

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
}
