import ManagedSettings
import ScreenTimeTesting
import Testing

@Suite struct SettingsMergeTests {
  private static let social = DeviceTokens.category("social")
  private static let app = InstalledApplication(bundleIdentifier: "com.example.chat", category: social)
  private static let storeA = ManagedSettingsStore(named: .init("a"))
  private static let storeB = ManagedSettingsStore(named: .init("b"))
  private static let b = StoreIdentity(app: "com.example.app", name: .init("b"))

  @Test func `AT27: an exception in one store does not lift the shield of another`() {
    let device = StubDevice()
    device.process().run {
      Self.storeA.shield.applicationCategories = .all(except: [Self.app.token])
      Self.storeB.shield.applicationCategories = .specific([Self.social])
    }
    let shields = device.settings.effective(for: Self.app).shields
    #expect(
      shields == [ShieldReason(store: Self.b, setting: .shieldApplicationCategories, cause: .category(Self.social))])
    #expect(shields.map(\.description) == ["shield.applicationCategories in b of com.example.app, by its category"])
    device.process().run { Self.storeB.clearAllSettings() }
    #expect(!device.settings.effective(for: Self.app).isShielded)
  }

  @Test func `AT27: nil, false and the empty set are three different things`() {
    StubDevice().process().run {
      let store = ManagedSettingsStore()
      #expect(store.application.denyAppRemoval == nil)
      store.application.denyAppRemoval = false
      #expect(store.application.denyAppRemoval == false)
      #expect(store.shield.applications == nil)
      store.shield.applications = []
      #expect(store.shield.applications == [])
      store.shield.applications = nil
      #expect(store.shield.applications == nil)
      #expect(store.application.denyAppRemoval == false)
    }
  }

  @Test func `AT27: clearAllSettings on one store leaves the others`() {
    StubDevice().process().run {
      Self.storeA.shield.applications = [Self.app.token]
      Self.storeB.shield.applications = [Self.app.token]
      Self.storeA.clearAllSettings()
      #expect(Self.storeA.shield.applications == nil)
      #expect(Self.storeB.shield.applications == [Self.app.token])
      #expect(ManagedSettingsStore.stores == [.init("a"), .init("b")])
    }
  }

  @Test(arguments: [
    ("com.example.app", false), ("com.apple.mobilephone", false), ("com.apple.findmy", false),
    ("com.example.chat", true), ("com.apple.camera", true),
  ])
  func `AT27: the managing app and the spared applications are never shielded by all`(name: String, shielded: Bool) {
    let device = StubDevice()
    let app = InstalledApplication(bundleIdentifier: name)
    device.process().run { ManagedSettingsStore().shield.applicationCategories = .all() }
    #expect(device.settings.effective(for: app).isShielded == shielded)
  }

  @Test(arguments: ["com.example.app", "com.apple.findmy"])
  func `a category and a listing shield the managing app and the spared applications too`(name: String) {
    let device = StubDevice()
    let app = InstalledApplication(bundleIdentifier: name, category: Self.social)
    device.process().run {
      Self.storeA.shield.applicationCategories = .specific([Self.social])
      Self.storeB.shield.applications = [app.token]
    }
    #expect(device.settings.effective(for: app).shields.map(\.cause) == [.category(Self.social), .listed])
  }

  @Test func `AT27: all of one app shields another managing app`() {
    let device = StubDevice()
    device.process("com.other", app: "com.other").run {
      ManagedSettingsStore().shield.applicationCategories = .all()
    }
    let app = InstalledApplication(bundleIdentifier: "com.example.app")
    #expect(device.settings.effective(for: app).shields.map(\.cause) == [.everything])
  }

  @Test func `under an empty spared set, all shields the applications of the system too`() {
    let device = StubDevice(settings: SettingsPolicy(sparedByAll: []))
    device.process().run { ManagedSettingsStore().shield.applicationCategories = .all() }
    #expect(device.settings.effective(for: InstalledApplication(bundleIdentifier: "com.apple.findmy")).isShielded)
  }

  @Test(arguments: [
    (ShieldSettings.ActivityCategoryPolicy<Application>.none, ShieldReason.Cause?.none),
    (.specific([social]), .category(social)), (.specific([social], except: [app.token]), nil),
    (.specific([DeviceTokens.category("games")]), nil), (.specific([]), nil), (.all(), .everything),
    (.all(except: [app.token]), nil),
  ])
  func `AT27: a policy of categories covers an application`(
    policy: ShieldSettings.ActivityCategoryPolicy<Application>, cause: ShieldReason.Cause?
  ) {
    let device = StubDevice()
    device.process().run { ManagedSettingsStore().shield.applicationCategories = policy }
    #expect(device.settings.effective(for: Self.app).shields.map(\.cause) == (cause.map { [$0] } ?? []))
  }

  @Test func `an exception to a category does not lift the listing in the store itself`() {
    let device = StubDevice()
    device.process().run {
      let store = ManagedSettingsStore()
      store.shield.applications = [Self.app.token]
      store.shield.applicationCategories = .all(except: [Self.app.token])
    }
    #expect(device.settings.effective(for: Self.app).shields.map(\.cause) == [.listed])
  }

  @Test func `AT27: an inactive store shields nothing and keeps its settings`() {
    let device = StubDevice()
    device.process().run {
      Self.storeA.shield.applications = [Self.app.token]
      Self.storeA.isActive = false
      #expect(!Self.storeA.isActive)
      #expect(Self.storeA.shield.applications == [Self.app.token])
    }
    #expect(!device.settings.effective(for: Self.app).isShielded)
    device.process().run { Self.storeA.isActive = true }
    #expect(device.settings.effective(for: Self.app).isShielded)
  }

  @Test func `an application is blocked by its bundle identifier or by its token`() {
    let device = StubDevice()
    device.process().run {
      Self.storeA.application.blockedApplications = [Application(bundleIdentifier: Self.app.bundleIdentifier)]
      Self.storeB.application.blockedApplications = [Application(token: Self.app.token)]
    }
    #expect(device.settings.effective(for: Self.app).blocks.map(\.name.rawValue) == ["a", "b"])
    let other = InstalledApplication(bundleIdentifier: "com.example.other")
    #expect(!device.settings.effective(for: other).isBlocked)
  }

  @Test func `web domains are shielded by their token and by their category`() {
    let device = StubDevice()
    let domain = KnownWebDomain(domain: "example.com", category: Self.social)
    device.process().run {
      Self.storeA.shield.webDomains = [domain.token]
      Self.storeB.shield.webDomainCategories = .specific([Self.social])
    }
    #expect(device.settings.shields(on: domain).map(\.cause) == [.listed, .category(Self.social)])
    #expect(device.settings.shields(on: KnownWebDomain(domain: "example.org")).isEmpty)
  }
}
