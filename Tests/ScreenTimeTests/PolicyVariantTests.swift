import DeviceActivity
import ManagedSettings
import ScreenTimeTesting
import Testing

/// The array of all policies, and one app that runs under each of them.
@Suite struct PolicyVariantTests {
  @Test func `the variants are distinct, and each says which choice differs`() {
    let descriptions = SemanticsPolicy.allVariants.map(\.description)
    #expect(descriptions.first == "documented")
    #expect(Set(descriptions).count == descriptions.count)
    #expect(Set(SemanticsPolicy.allVariants).count == descriptions.count)
    #expect(descriptions.contains("overwrite: endsInterval"))
    #expect(descriptions.contains("settings.crossProcessReads: staleReads(seed: 1)"))
    #expect(descriptions.contains("stopBeforeStart: lateStart, latency: observed"))
    #expect(descriptions.contains("settings.sparedByAll: none"))
  }

  @Test func `every other value of a choice is a variant`() {
    let variants = SemanticsPolicy.allVariants
    #expect(Set(variants.map(\.mixedComponents)) == Set(SemanticsPolicy.MixedComponents.allCases))
    #expect(Set(variants.map(\.componentZone)) == Set(SemanticsPolicy.ComponentZone.allCases))
    #expect(Set(variants.map(\.intervalLength)) == Set(SemanticsPolicy.IntervalLength.allCases))
    #expect(Set(variants.map(\.overwrite)) == Set(SemanticsPolicy.Overwrite.allCases))
    #expect(Set(variants.map(\.finishedActivities)) == Set(SemanticsPolicy.FinishedActivities.allCases))
    #expect(Set(variants.map(\.reboot)) == Set(SemanticsPolicy.Reboot.allCases))
    #expect(Set(variants.map(\.warnings)) == Set(SemanticsPolicy.Warnings.allCases))
    #expect(Set(variants.map(\.thresholdAtEnd)) == Set(SemanticsPolicy.ThresholdAtEnd.allCases))
    #expect(Set(variants.map(\.concurrency)) == Set(SemanticsPolicy.Concurrency.allCases))
    #expect(Set(variants.map(\.stopInCallback)) == Set(SemanticsPolicy.StopInCallback.allCases))
    #expect(Set(variants.map(\.monitorLifetime)) == Set(SemanticsPolicy.MonitorLifetime.allCases))
    #expect(Set(variants.map(\.stopBeforeStart)) == Set(SemanticsPolicy.StopBeforeStart.allCases))
    #expect(Set(variants.map(\.shieldTime)) == Set(SemanticsPolicy.ShieldTime.allCases))
    #expect(Set(variants.map(\.settings.overflow)) == Set(OverflowPolicy.allCases))
    #expect(Set(variants.map(\.authorization.statusScope)) == Set(StatusScope.allCases))
    #expect(Set(variants.map(\.authorization.revokedStatus)) == Set(RevokedStatus.allCases))
    #expect(Set(variants.map(\.authorization.publishesRevocation)) == [true, false])
    #expect(Set(variants.map(\.latency)).count == 3)
    #expect(Set(variants.map(\.tieOrder)).count == 2)
    // A choice that is added needs variants of its own.
    #expect(Mirror(reflecting: SemanticsPolicy.documented).children.count == 17)
    #expect(Mirror(reflecting: SettingsPolicy()).children.count == 3)
    #expect(Mirror(reflecting: AuthorizationPolicy()).children.count == 3)
  }

  /// Shields a game at night, whatever the system does.
  private final class NightMonitor: DeviceActivityMonitor {
    private let game: ApplicationToken

    init(_ game: ApplicationToken) { self.game = game }

    override func intervalDidStart(for activity: DeviceActivityName) {
      ManagedSettingsStore().shield.applications = [game]
    }
    override func intervalDidEnd(for activity: DeviceActivityName) { ManagedSettingsStore().clearAllSettings() }
  }

  @Test(arguments: SemanticsPolicy.allVariants)
  func `an app that follows its intervals works under every policy`(policy: SemanticsPolicy) throws {
    let device = VirtualDevice(at: "2026-08-13 21:00", in: "Europe/Berlin", policy: policy)
    let game = device.token(for: "com.example.game")
    let app = device.install(ScreenTimeApp("com.example.focus") { NightMonitor(game) })
    let night = Bench.schedule("22:00–06:00")
    let start = {
      try device.run(in: app) { try DeviceActivityCenter().startMonitoring(.init("night"), during: night) }
    }
    try start()
    for day in 13..<16 {
      #expect(device.open("com.example.game").shield == nil)
      device.advance(to: "2026-08-\(day) 22:01")
      #expect(device.open("com.example.game").shield != nil)
      device.putDown()
      device.advance(to: "2026-08-\(day + 1) 05:00")
      device.reboot()
      if policy.reboot == .losesMonitoring { try start() }
      device.advance(to: "2026-08-\(day + 1) 07:00")
      device.pickUp()
      device.advance(by: .minutes(1))
      if policy.reboot == .losesMonitoring {
        device.run(in: app) { ManagedSettingsStore().clearAllSettings() }
      }
    }
    #expect(device.open("com.example.game").shield == nil)
    #expect(device.activities(of: app) == ["night"])
    #expect(device.lints == [])
    #expect(device.transcript.count == (policy.reboot == .losesMonitoring ? 3 : 6))
  }
}
