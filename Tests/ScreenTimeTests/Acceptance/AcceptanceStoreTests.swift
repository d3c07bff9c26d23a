import DeviceActivity
import ManagedSettings
import ScreenTimeTesting
import Testing

extension ManagedSettingsStore.Name {
  fileprivate static let other = Self("other")
}

/// Writes shields from the monitor of an app.
private final class ShieldingMonitor: DeviceActivityMonitor {
  override func intervalDidStart(for activity: DeviceActivityName) {
    ManagedSettingsStore().shield.applications = [DeviceTokens.application("a"), DeviceTokens.application("b")]
  }
}

/// Acceptance rows of stores on a device: D27, D28 and D29.
@Suite struct AcceptanceStoreTests {
  private static let game = "com.example.game"

  @Test func `AT27: an exception in one store does not lift the shield of another`() throws {
    let bench = Bench()
    let (device, app) = (bench.device, bench.app)
    let game = device.addApplication(Self.game, category: "games")
    let category = try #require(game.category)
    device.run(in: app) {
      ManagedSettingsStore().shield.applicationCategories = .all(except: [game.token])
      ManagedSettingsStore(named: .other).shield.applicationCategories = .specific([category])
    }
    #expect(
      device.effective(for: Self.game).shields == [
        ShieldReason(
          store: StoreIdentity(app: "com.example.focus", name: .other), setting: .shieldApplicationCategories,
          cause: .category(category))
      ])
    #expect(device.open(Self.game).shield != nil)
    device.run(in: app) { ManagedSettingsStore(named: .other).clearAllSettings() }
    #expect(!device.effective(for: Self.game).isShielded)
    #expect(device.effective(for: "com.example.mail").isShielded, "clearing one store leaves the other")
    #expect(!device.effective(for: "com.example.focus").isShielded, "the app that asks is never shielded by all")
  }

  @Test func `AT27: nil, false and the empty set read back as they are`() {
    let bench = Bench()
    bench.device.run(in: bench.app) {
      let store = ManagedSettingsStore()
      #expect(store.application.denyAppRemoval == nil && store.shield.applications == nil)
      store.application.denyAppRemoval = false
      store.shield.applications = []
      #expect(store.application.denyAppRemoval == false && store.shield.applications == [])
      store.application.denyAppRemoval = nil
      #expect(store.application.denyAppRemoval == nil)
    }
  }

  @Test func `AT27: the strictest setting of all apps governs the device`() throws {
    let bench = Bench()
    let other = bench.device.install(ScreenTimeApp("com.example.other"))
    bench.device.run(in: bench.app) {
      ManagedSettingsStore().media.maximumMovieRating = 600
      ManagedSettingsStore().dateAndTime.requireAutomaticDateAndTime = true
    }
    bench.device.run(in: other) {
      ManagedSettingsStore().media.maximumMovieRating = 400
      ManagedSettingsStore().dateAndTime.requireAutomaticDateAndTime = false
      #expect(ManagedSettingsStore().effectiveMaximumMovieRating == 400)
    }
    #expect(throws: DeviceRefusal.automaticDateAndTimeRequired) { try bench.device.setClock(to: "18:00") }
    bench.device.run(in: bench.app) { ManagedSettingsStore().dateAndTime.requireAutomaticDateAndTime = nil }
    try bench.device.setClock(to: "18:00")
  }

  @Test(
    arguments: [(50, OverflowPolicy.unsetsProperty, 50), (51, .unsetsProperty, nil), (51, .keepsFirst50, 50)]
      as [(Int, OverflowPolicy, Int?)])
  func `AT28: fifty applications are shielded, and one more makes none`(
    count: Int, overflow: OverflowPolicy, kept: Int?
  ) {
    let bench = Bench(policy: SemanticsPolicy.documented.with(\.settings.overflow, as: overflow))
    let names = (0..<count).map { "com.example.app\($0)" }
    let tokens = Set(names.map(bench.device.token(for:)))
    bench.device.run(in: bench.app) {
      ManagedSettingsStore().shield.applications = tokens
      #expect(ManagedSettingsStore().shield.applications?.count == kept)
    }
    #expect(names.count { bench.device.effective(for: $0).isShielded } == kept ?? 0)
    let store = StoreIdentity(app: "com.example.focus")
    #expect(
      bench.device.diagnostics
        == (count > 50 ? [.tooManyItems(setting: .shieldApplications, store: store, count: 51)] : []))
  }

  @Test func `AT28: writes to the fifty-first named store are ignored, from a monitor too`() {
    let bench = Bench()
    bench.device.run(in: bench.app) {
      for number in 1...50 { ManagedSettingsStore(named: .init("\(number)")).application.denyAppRemoval = false }
      #expect(ManagedSettingsStore.stores.count == 50)
    }
    bench.device.run(in: bench.app, as: .monitor) {
      ManagedSettingsStore(named: .other).shield.applicationCategories = .all()
      #expect(ManagedSettingsStore(named: .other).shield.applicationCategories == nil)
    }
    #expect(bench.device.diagnostics == [.tooManyStores(store: StoreIdentity(app: "com.example.focus", name: .other))])
    #expect(!bench.device.effective(for: Self.game).isShielded)
  }

  /// What an app reads for each of some shields that its monitor set, and how many the device shields.
  private func reads(_ policy: CrossProcessReadPolicy) throws -> [Int] {
    let bench = Bench("08:00", policy: SemanticsPolicy.documented.with(\.settings.crossProcessReads, as: policy)) {
      ShieldingMonitor()
    }
    try bench.start("day", "09:00–17:00")
    bench.device.advance(to: "10:00")
    let shielded = ["a", "b"].count { bench.device.effective(for: $0).isShielded }
    let read = (0..<24).map { number in
      bench.device.run(in: bench.app) {
        // Each write may change what is stale.
        ManagedSettingsStore(named: .other).application.denyAppRemoval = number % 2 == 0
        return ManagedSettingsStore().shield.applications?.count ?? 0
      }
    }
    return [shielded] + read
  }

  @Test func `AT29: an app reads none while the two of its monitor are shielded, if reads are stale`() throws {
    #expect(try reads(.immediate) == Array(repeating: 2, count: 25))
    #expect(try reads(.alwaysStale) == [2] + Array(repeating: 0, count: 24))
    let some = try reads(.staleReads(seed: 7))
    #expect(some.first == 2 && Set(some.dropFirst()) == [0, 2])
    #expect(try reads(.staleReads(seed: 7)) == some)
    #expect(try reads(.staleReads(seed: 8)) != some)
  }

  @Test func `AT29: either process can clear the settings of the other`() throws {
    let bench = Bench("08:00", policy: SemanticsPolicy.documented.with(\.settings.crossProcessReads, as: .alwaysStale))
    {
      ShieldingMonitor()
    }
    try bench.start("day", "09:00–17:00")
    bench.device.advance(to: "10:00")
    bench.device.run(in: bench.app) { ManagedSettingsStore().clearAllSettings() }
    #expect(!bench.device.effective(for: "a").isShielded)
    bench.device.run(in: bench.app, as: .monitor) {
      #expect(ManagedSettingsStore().shield.applications?.count == 2, "the monitor still reads what it wrote")
    }
  }
}
