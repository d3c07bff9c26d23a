import DeviceActivity
import ManagedSettings
import ScreenTimeTesting
import Testing

/// The monitor of an app, driven by the history of a daemon.
@Suite struct DaemonMonitorTests {
  /// A monitor that shields everything while an activity of the daemon runs, and notes the time.
  final class Monitor: DeviceActivityMonitor {
    let store = ManagedSettingsStore()

    override func intervalDidStart(for activity: DeviceActivityName) {
      store.shield.applicationCategories = .all()
      UserDefaults(suiteName: "group.com.example")?.set(Date().timeIntervalSince1970, forKey: "start")
    }

    override func intervalDidEnd(for activity: DeviceActivityName) { store.clearAllSettings() }
  }

  private static func line(_ sequence: Int, _ event: String, _ time: String) -> String {
    #"{"sequence":\#(sequence),"event":"\#(event)","activity":"schedule:04f91bfa-82f1-5686-afe4-9a38d2e62035","#
      + #""planned":"2026-11-23T\#(time)Z","delivered":"2026-11-23T\#(time).250Z"}"#
  }

  @Test(.virtualDevice) func `a replayed history drives the monitor at the times of the daemon`() throws {
    let history = [
      Self.line(1, "intervalDidStart", "08:00:00"), Self.line(2, "intervalWillEndWarning", "15:55:00"),
      Self.line(3, "intervalDidEnd", "16:00:00"),
    ]
    let callbacks = try HistoryFeed.callbacks(in: history.joined(separator: "\n").utf8)
    let device = VirtualDevice(at: "2026-11-23 06:00", in: "Europe/Berlin")
    let app = device.install(ScreenTimeApp("com.example.focus") { Monitor() })
    device.replay(callbacks.prefix(1), to: app)
    #expect(device.effective(for: "com.example.video").isShielded)
    let start = device.run(in: app) { UserDefaults(suiteName: "group.com.example")?.double(forKey: "start") }
    #expect(start == callbacks[0].delivered.timeIntervalSince1970)
    device.replay(callbacks.dropFirst(), to: app)
    #expect(!device.effective(for: "com.example.video").isShielded)
    let activity = "schedule:04f91bfa-82f1-5686-afe4-9a38d2e62035"
    #expect(
      device.transcript == [
        "2026-11-23 09:00:00 intervalDidStart \(activity)", "2026-11-23 16:55:00 intervalWillEndWarning \(activity)",
        "2026-11-23 17:00:00 intervalDidEnd \(activity)",
      ])
  }

  @Test(.virtualDevice) func `activities that the app monitors itself are delivered in between`() throws {
    let device = VirtualDevice(at: "2026-11-23 08:30", in: "Europe/Berlin")
    let app = device.install(ScreenTimeApp("com.example.focus") { Monitor() })
    try device.run(in: app) {
      try DeviceActivityCenter().startMonitoring(
        DeviceActivityName("own"),
        during: DeviceActivitySchedule(
          intervalStart: DateComponents(hour: 8, minute: 45), intervalEnd: DateComponents(hour: 12), repeats: false))
    }
    let history = [Self.line(1, "intervalDidStart", "08:00:00")].joined().utf8
    device.replay(try HistoryFeed.callbacks(in: history), to: app)
    #expect(device.transcript.first == "2026-11-23 08:45:00 intervalDidStart own")
    #expect(device.transcript.count == 2)
  }
}
