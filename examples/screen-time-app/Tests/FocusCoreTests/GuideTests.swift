import DeviceActivity
import FamilyControls
import ManagedSettings
import ScreenTimeTesting
import Testing

@testable import FocusCore

/// The code that docs/testing-screen-time-apps.md shows, section by section.
@Suite(.virtualDevice) struct GuideTests {
  /// Every day from 09:00 until 17:00.
  static let day = DeviceActivitySchedule(
    intervalStart: DateComponents(hour: 9), intervalEnd: DateComponents(hour: 17), repeats: true)

  /// A device with an app whose monitor does nothing.
  static func make(policy: SemanticsPolicy = .documented, faults: [Fault] = []) -> (VirtualDevice, InstalledApp) {
    let device = VirtualDevice(at: "2026-08-13 08:00", in: "America/Los_Angeles", policy: policy, faults: faults)
    return (device, device.install(ScreenTimeApp("com.example.focus") { DeviceActivityMonitor() }))
  }

  @Test func `time and use`() throws {
    let (device, app) = Self.make()
    try device.run(in: app) {
      try DeviceActivityCenter().startMonitoring(.init("day"), during: Self.day)
    }
    device.putDown()
    device.advance(to: "12:00")
    #expect(device.transcript.isEmpty)  // not used within the interval yet

    device.pickUp()
    #expect(device.transcript == ["2026-08-13 12:00:00 intervalDidStart day"])
  }

  @Test func `thresholds count use`() throws {
    let (device, app) = Self.make()
    let video = device.token(for: "com.example.video")
    try device.run(in: app) {
      try DeviceActivityCenter().startMonitoring(
        .init("day"), during: Self.day,
        events: [
          .init("limit"): DeviceActivityEvent(applications: [video], threshold: DateComponents(minute: 10))
        ])
    }
    device.advance(to: "09:00")
    device.use("com.example.video", for: .minutes(6))
    device.use("com.example.mail", for: .minutes(30))
    device.use("com.example.video", for: .minutes(6))
    #expect(device.transcript.last == "2026-08-13 09:40:00 eventDidReachThreshold day limit")
  }

  @Test func `shields have reasons, looks and buttons`() throws {
    let device = VirtualDevice(at: "2026-08-13 08:00", in: "America/Los_Angeles")
    let app = device.install(
      ScreenTimeApp(
        "com.example.focus", monitor: { FocusMonitor() }, shieldAction: { FocusShieldAction() },
        shieldConfiguration: { FocusShieldConfiguration() }))
    let video = device.addApplication("com.example.video", category: "Entertainment", displayName: "Video")
    device.run(in: app) { ManagedSettingsStore().shield.applications = [video.token] }

    let shield = try #require(device.open("com.example.video").shield)
    #expect(shield.reasons.map(\.cause) == [.listed])
    #expect(shield.configuration()?.title?.text == "Video can wait")
    #expect(shield.press(.primaryButtonPressed) == .close)
    #expect(device.foreground == nil)
  }

  @Test func `reboot, travel and the clock`() throws {
    let (device, app) = Self.make()
    try device.run(in: app) { try DeviceActivityCenter().startMonitoring(.init("day"), during: Self.day) }
    device.advance(to: "12:00")
    device.reboot()  // processes lose their memory, and the device is not in use
    device.pickUp()
    device.travel(to: "America/New_York")  // 15:00 there, so two hours are left
    try device.setClock(to: "16:59")
    device.advance(by: .minutes(1))
    #expect(
      device.transcript == [
        "2026-08-13 09:00:00 intervalDidStart day",
        "2026-08-13 17:00:00 intervalDidEnd day",
      ])
  }

  @Test func `revocation`() throws {
    let (device, app) = Self.make()
    try device.run(in: app) { try DeviceActivityCenter().startMonitoring(.init("day"), during: Self.day) }
    device.revokeAuthorization(of: app)
    #expect(device.activities(of: app) == [])
    #expect(throws: DeviceActivityCenter.MonitoringError.unauthorized) {
      try device.run(in: app) { try DeviceActivityCenter().startMonitoring(.init("day"), during: Self.day) }
    }
    device.answerAuthorizationRequests(with: [.fail(.networkError)])
  }

  @Test func `transcripts and the journal`() throws {
    let (device, app) = Self.make()
    try device.run(in: app) { try DeviceActivityCenter().startMonitoring(.init("day"), during: Self.day) }
    device.advance(to: "10:00")
    device.run(in: app) { DeviceActivityCenter().stopMonitoring([.init("day")]) }
    #expect(
      device.journal.map(\.description) == [
        "2026-08-13 08:00:00 install com.example.focus",
        "2026-08-13 08:00:00 startMonitoring day",
        "2026-08-13 09:00:00 intervalDidStart day",
        "2026-08-13 10:00:00 stopMonitoring day",
        "2026-08-13 10:00:00 intervalDidEnd day",
      ])
  }

  @Test func lints() throws {
    let (device, app) = Self.make()
    device.run(in: app) { DeviceActivityCenter().stopMonitoring([]) }
    #expect(device.lints == [.emptyStopStopsAll])
  }

  @Test(arguments: SemanticsPolicy.allVariants)
  func `nothing depends on a choice`(policy: SemanticsPolicy) throws {
    let (device, app) = Self.make(policy: policy)
    try device.run(in: app) { try DeviceActivityCenter().startMonitoring(.init("day"), during: Self.day) }
    device.advance(to: "18:00")
    #expect(device.transcript.count == 2)
  }

  @Test func `one choice`() throws {
    let policy = SemanticsPolicy.documented.with(\.overwrite, as: .endsInterval).with(\.latency, as: .observed)
    let (device, app) = Self.make(policy: policy)
    try device.run(in: app) { try DeviceActivityCenter().startMonitoring(.init("day"), during: Self.day) }
    device.advance(to: "10:00")
    try device.run(in: app) { try DeviceActivityCenter().startMonitoring(.init("day"), during: Self.day) }
    device.advance(to: "10:01")
    #expect(
      device.transcript == [
        "2026-08-13 09:00:03 intervalDidStart day", "2026-08-13 10:00:00 intervalDidEnd day",
        "2026-08-13 10:00:03 intervalDidStart day",
      ])
  }

  @Test func faults() throws {
    let lost = Fault.drop(.init(.intervalDidEnd, activity: "day", skipping: 1, count: 1))
    let (device, app) = Self.make(faults: [lost])
    try device.run(in: app) { try DeviceActivityCenter().startMonitoring(.init("day"), during: Self.day) }
    device.advance(by: .days(3))
    #expect(device.transcript.filter { $0.contains("intervalDidEnd") }.count == 2)  // the second of three is lost
  }
}
