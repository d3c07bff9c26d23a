import DeviceActivity
import ScreenTimeTesting
import Testing

/// Apps that never come to an end, and clocks that move while their code runs.
@Suite struct EndlessTests {
  final class Restarting: DeviceActivityMonitor {
    override func intervalDidStart(for activity: DeviceActivityName) { register(activity) }
  }

  private static func register(_ activity: DeviceActivityName) {
    let schedule = DeviceActivitySchedule(
      intervalStart: DateComponents(hour: 9), intervalEnd: DateComponents(hour: 17), repeats: true)
    do { try DeviceActivityCenter().startMonitoring(activity, during: schedule) } catch { Issue.record(error) }
  }

  private static func device(_ monitor: (@Sendable () -> DeviceActivityMonitor)? = nil) -> (
    VirtualDevice, InstalledApp
  ) {
    let device = VirtualDevice(at: "2026-08-13 08:00", in: "America/Los_Angeles")
    let app = device.install(ScreenTimeApp("com.example.focus", monitor: monitor))
    device.run(in: app) { register(DeviceActivityName("work")) }
    return (device, app)
  }

  @Test func `a callback that registers its own activity again ends with a lint and an issue`() {
    let (device, _) = Self.device { Restarting() }
    withKnownIssue { device.advance(to: "10:00") }
    #expect(
      device.lints.contains(.endlessDeliveries(last: "com.example.focus monitor: intervalDidStart work")))
    device.advance(to: "11:00")
  }

  @Test func `many deliveries at one moment that come to an end are no endless ones`() throws {
    let (device, app) = Self.device()
    device.advance(to: "10:00")
    for _ in 0..<6_000 {
      device.run(in: app) { Self.register(DeviceActivityName("work")) }
      device.run(in: app) { DeviceActivityCenter().stopMonitoring() }
    }
    #expect(device.transcript.count == 1 + 6_000 * 2)
    #expect(!device.lints.contains { "\($0)".contains("without end") })
  }

  @Test func `an exploration of deliveries that never end reports them and ends`() {
    let report = Explorer().explore {
      Self.device { Restarting() }.0
    } scenario: {
      $0.advance(to: "10:00")
    } check: { _ in
      nil
    }
    #expect(report.orders == 1 && !report.isComplete)
    #expect(report.failure?.message.contains("they never end") == true)
  }

  @Test func `a nested run and a step of the device keep what a thread has slept`() {
    let (device, app) = Self.device()
    device.run(in: app) {
      let start = Date()
      Thread.sleep(forTimeInterval: 0.05)
      let slept = Date()
      device.run(in: app) {}
      #expect(Date() == slept)
      device.advance(by: .hours(1))
      #expect(Date() == start.addingTimeInterval(3_600))
    }
  }

  @Test func `a sleeping thread sees the time pass that it slept, and the device does not`() {
    let (device, app) = Self.device()
    let seen = device.run(in: app) {
      let start = Date()
      Thread.sleep(forTimeInterval: 0.01)
      return Date().timeIntervalSince(start)
    }
    #expect(seen > 0.009 && seen < 5)
    #expect(device.run(in: app) { Date() } == device.now)
  }

  @Test func `code that lets time pass sees the new time`() {
    let (device, app) = Self.device()
    device.run(in: app) {
      let start = Date()
      device.advance(by: .hours(4))
      #expect(Date().timeIntervalSince(start) == 4 * 3_600)
      device.travel(to: "Europe/Berlin")
      #expect(Date() == device.now)
    }
  }

  @Test(arguments: [
    (DateComponents(hour: 9), DateComponents(hour: 17)),
    (DateComponents(hour: 9, weekday: 5), DateComponents(hour: 17, weekday: 5)),
    (
      DateComponents(year: 2026, month: 8, day: 13, hour: 9), DateComponents(year: 2026, month: 8, day: 13, hour: 17)
    ),
  ])
  func `AT18: an interval whose end the new zone has passed ends on arrival`(
    start: DateComponents, end: DateComponents
  ) throws {
    let device = VirtualDevice(at: "2026-08-13 08:00", in: "America/Los_Angeles")
    let app = device.install(ScreenTimeApp("com.example.focus"))
    try device.run(in: app) {
      try DeviceActivityCenter().startMonitoring(
        DeviceActivityName("work"),
        during: DeviceActivitySchedule(intervalStart: start, intervalEnd: end, repeats: false))
    }
    device.advance(to: "10:00")
    device.travel(to: "Europe/London")
    #expect(
      device.transcript == [
        "2026-08-13 09:00:00 intervalDidStart work", "2026-08-13 18:00:00 intervalDidEnd work",
      ])
  }

  @Test func `a bundle identifier with a slash is one of an app`() {
    let device = VirtualDevice(at: "2026-08-13 08:00", in: "America/Los_Angeles")
    let app = device.install(ScreenTimeApp("a/b"))
    device.run(in: app) { Self.register(DeviceActivityName("work")) }
    device.advance(to: "09:00")
    #expect(device.transcript(of: app) == ["2026-08-13 09:00:00 intervalDidStart work"])
  }
}
