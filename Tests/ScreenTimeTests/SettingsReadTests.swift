import ManagedSettings
import ScreenTimeSystem
import ScreenTimeTesting
import Testing

@Suite struct SettingsReadTests {
  private static let tokens: Set = [DeviceTokens.application("a"), DeviceTokens.application("b")]
  private static let store = ManagedSettingsStore()

  @Test func `AT29: by default another process reads what was written`() {
    let device = StubDevice()
    device.process("com.example.app.monitor").run { Self.store.shield.applications = Self.tokens }
    device.process().run { #expect(Self.store.shield.applications == Self.tokens) }
  }

  @Test func `AT29: under alwaysStale an app reads none while two are shielded`() {
    let device = StubDevice(settings: SettingsPolicy(crossProcessReads: .alwaysStale))
    let monitor = device.process("com.example.app.monitor")
    monitor.run { Self.store.shield.applications = Self.tokens }
    device.process().run {
      #expect(Self.store.shield.applications == nil)
      Self.store.shield.applications = [DeviceTokens.application("c")]
    }
    monitor.run {
      #expect(Self.store.shield.applications == Self.tokens)
      Self.store.clearAllSettings()
      #expect(Self.store.shield.applications == nil)
    }
    device.process().run { #expect(Self.store.shield.applications == [DeviceTokens.application("c")]) }
    #expect(!device.settings.effective(for: InstalledApplication(bundleIdentifier: "a")).isShielded)
  }

  @Test func `AT29: stale reads depend on the seed alone`() {
    func reads(seed: UInt64) -> [Bool] {
      let device = StubDevice(settings: SettingsPolicy(crossProcessReads: .staleReads(seed: seed)))
      let (monitor, app) = (device.process("com.example.app.monitor"), device.process())
      return (0..<32).map { _ in
        monitor.run { Self.store.shield.applications = Self.tokens }
        return app.run { Self.store.shield.applications == nil }
      }
    }
    #expect(reads(seed: 1) == reads(seed: 1))
    #expect(reads(seed: 1) != reads(seed: 2))
    #expect(Set(reads(seed: 1)).count == 2)
  }

  @Test func `a write of one setting leaves the others of its group, even under stale reads`() {
    let device = StubDevice(settings: SettingsPolicy(crossProcessReads: .alwaysStale))
    device.process("com.example.app.monitor").run { Self.store.shield.applications = Self.tokens }
    device.process().run { Self.store.shield.webDomains = [] }
    #expect(device.settings.effective(for: InstalledApplication(bundleIdentifier: "a")).isShielded)
  }

  @Test func `a process that ended has forgotten what it wrote`() {
    let device = StubDevice(settings: SettingsPolicy(crossProcessReads: .alwaysStale))
    let app = device.process()
    app.run { Self.store.shield.applications = Self.tokens }
    device.state.withLock { $0.settings.forget(app.identity) }
    app.run { #expect(Self.store.shield.applications == nil) }
    #expect(device.settings.effective(for: InstalledApplication(bundleIdentifier: "a")).isShielded)
  }

  @Test(arguments: [CrossProcessReadPolicy.immediate, .alwaysStale])
  func `deleted and revoked stores are gone for the process that wrote them`(policy: CrossProcessReadPolicy) {
    let device = StubDevice(settings: SettingsPolicy(crossProcessReads: policy))
    device.process().run {
      Self.store.shield.applications = Self.tokens
      Self.store.deleteStore()
      #expect(Self.store.shield.applications == nil)
      Self.store.shield.applications = Self.tokens
      device.state.withLock { $0.settings.revoke(app: "com.example.app") }
      #expect(Self.store.shield.applications == nil)
    }
  }

  @Test func `assigning a group copies each setting of it`() {
    StubDevice().process().run {
      let (first, second) = (ManagedSettingsStore(named: .init("1")), ManagedSettingsStore(named: .init("2")))
      first.shield.applications = Self.tokens
      second.shield.webDomains = []
      second.siri.denySiri = true
      second.shield = first.shield
      #expect(second.shield.applications == Self.tokens)
      #expect(second.shield.webDomains == nil)
      #expect(second.siri.denySiri == true)
    }
  }

  @Test func `removing a setting creates no store, and deleted stores are gone`() {
    StubDevice().process().run {
      Self.store.siri.denySiri = nil
      #expect(ManagedSettingsStore.stores.isEmpty)
      Self.store.siri.denySiri = true
      ManagedSettingsStore.deleteStores([.default, .init("unknown")])
      #expect(ManagedSettingsStore.stores.isEmpty)
      #expect(Self.store.siri.denySiri == nil)
    }
  }

  @Test func `the stores of two apps are apart`() {
    let device = StubDevice()
    device.process().run { Self.store.siri.denySiri = true }
    device.process("com.other", app: "com.other").run { #expect(Self.store.siri.denySiri == nil) }
  }

  @Test(.virtualDevice) func `outside of any process reads return nil and writes do nothing`() {
    CurrentProcess.$bound.withValue(Outsider()) {
      Self.store.siri.denySiri = true
      #expect(Self.store.siri.denySiri == nil)
      #expect(Self.store.shield.applications == nil)
      #expect(Self.store.isActive)
      #expect(Self.store.effectiveMaximumMovieRating == 1000)
      #expect(ManagedSettingsStore.stores.isEmpty)
    }
  }
}

/// A process that uses none of the modules.
private final class Outsider: SystemProcess {
  let bundleIdentifier = "com.example.outsider"
}
