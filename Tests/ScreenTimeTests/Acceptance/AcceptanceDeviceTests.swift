import DeviceActivity
import FamilyControls
import ManagedSettings
import ScreenTimeTesting
import Testing

/// Notes the dates at which intervals start, in a suite that all devices name alike.
private final class NotingMonitor: DeviceActivityMonitor {
  override func intervalDidStart(for activity: DeviceActivityName) {
    let defaults = UserDefaults(suiteName: "group.com.example.focus")
    defaults?.set(
      (defaults?.stringArray(forKey: "starts") ?? []) + ["\(Int(Date().timeIntervalSince1970))"], forKey: "starts")
    let url = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.com.example.focus")
    url.map { try? Data(activity.rawValue.utf8).write(to: $0.appending(path: "last")) }
  }
}

/// Acceptance rows of devices beside each other, and of code that runs in no process: D31.
@Suite struct AcceptanceDeviceTests {
  @Test(arguments: 1...6) func `AT31: devices of tests that run at one time share nothing`(number: Int) async throws {
    let zone = number % 2 == 0 ? "Asia/Tokyo" : "America/New_York"
    let bench = Bench("2026-08-13 00:0\(number)", in: zone) { NotingMonitor() }
    let (device, app) = (bench.device, bench.app)
    try bench.start("day-\(number)", "09:0\(number)–17:00")
    for _ in 0..<3 {
      device.advance(by: .days(1))
      await Task.yield()
    }
    #expect(bench.lines.count == 6 && bench.lines.allSatisfy { $0.hasSuffix("day-\(number)") })
    let starts = device.run(in: app) {
      UserDefaults(suiteName: "group.com.example.focus")?.stringArray(forKey: "starts")
    }
    let first = (zone == "Asia/Tokyo" ? 1_786_579_200 : 1_786_626_000) + number * 60
    #expect(starts == (0..<3).map { "\(first + $0 * 86_400)" })
    let url = device.run(in: app) {
      FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.com.example.focus")
    }
    #expect(try String(contentsOf: #require(url).appending(path: "last"), encoding: .utf8) == "day-\(number)")
    #expect(device.activities(of: app) == ["day-\(number)"])
  }

  @Test(.virtualDevice) func `AT31: code in no process means the only device, on other threads too`() async throws {
    let bench = Bench()
    try DeviceActivityCenter().startMonitoring(.init("here"), during: Bench.schedule("15:00–17:00"))
    await Task.detached { ManagedSettingsStore().application.denyAppRemoval = true }.value
    await withCheckedContinuation { done in
      DispatchQueue.global().async {
        DeviceActivityCenter().stopMonitoring([.init("elsewhere")])
        done.resume()
      }
    }
    #expect(bench.device.activities(of: bench.app) == ["here"])
    bench.device.run(in: bench.app) { #expect(ManagedSettingsStore().application.denyAppRemoval == true) }
    #expect(VirtualDevice.takeUnboundCalls() == [])
  }

  @Test(.virtualDevice) func `AT31: with two devices a call from no process does nothing and is named`() async {
    let bench = Bench(), other = Bench()
    ManagedSettingsStore().application.denyAppRemoval = true
    #expect(throws: DeviceActivityCenter.MonitoringError.unauthorized) {
      try DeviceActivityCenter().startMonitoring(.init("a"), during: Bench.schedule("15:00–17:00"))
    }
    await Task.detached { #expect(DeviceActivityCenter().activities == []) }.value
    #expect(AuthorizationCenter.shared.authorizationStatus == .notDetermined)
    #expect(
      VirtualDevice.takeUnboundCalls() == [
        "ManagedSettingsStore.set with 2 apps", "DeviceActivityCenter.startMonitoring with 2 apps",
        "DeviceActivityCenter.activities with 2 apps", "AuthorizationCenter.authorizationStatus with 2 apps",
      ])
    for bench in [bench, other] {
      #expect(bench.device.activities(of: bench.app) == [])
      bench.device.run(in: bench.app) { #expect(ManagedSettingsStore().application.denyAppRemoval == nil) }
    }
  }

  @Test func `AT31: the trait records an issue for each call from no process that no single device could answer`()
    async throws
  {
    let test = try #require(Test.current)
    try await withKnownIssue {
      try await VirtualDeviceTrait.virtualDevice.provideScope(for: test, testCase: nil) {
        let benches = [Bench(), Bench()]
        ManagedSettingsStore().clearAllSettings()
        withExtendedLifetime(benches) {}
      }
    } matching: { issue in
      issue.description.contains("ManagedSettingsStore.clearAllSettings with 2 apps")
    }
    try await VirtualDeviceTrait.virtualDevice.provideScope(for: test, testCase: nil) {
      let bench = Bench()
      ManagedSettingsStore().clearAllSettings()
      withExtendedLifetime(bench) {}
    }
  }

  @Test(.virtualDevice) func `AT31: two devices in different zones each have their own time in one program`() throws {
    let berlin = Bench("2026-08-13 08:00", in: "Europe/Berlin"), tokyo = Bench("2026-08-13 08:00", in: "Asia/Tokyo")
    for bench in [berlin, tokyo] { try bench.start("day", "09:00–17:00") }
    for (bench, offset) in [(berlin, 7_200), (tokyo, 32_400), (berlin, 7_200)] {
      bench.device.run(in: bench.app) {
        #expect(Calendar.current.component(.hour, from: Date()) == 8)
        #expect(TimeZone.current.secondsFromGMT(for: Date()) == offset)
        let next = DeviceActivityCenter().schedule(for: .init("day"))?.nextInterval
        #expect(next?.start.timeIntervalSince(Date()) == 3_600)
      }
    }
    tokyo.device.advance(to: "10:00")
    #expect(tokyo.lines == ["08-13 09:00:00 start day"] && berlin.lines == [])
    berlin.device.advance(to: "18:00")
    #expect(berlin.lines == ["08-13 09:00:00 start day", "08-13 17:00:00 end day"])
    #expect(tokyo.lines.count == 1)
  }
}
