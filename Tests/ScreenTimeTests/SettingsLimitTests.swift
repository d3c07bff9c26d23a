import Foundation
import ManagedSettings
import ScreenTimeTesting
import Testing

@Suite struct SettingsLimitTests {
  private static let store = StoreIdentity(app: "com.example.app")

  private static func applications(_ count: Int) -> [InstalledApplication] {
    (0..<count).map { InstalledApplication(bundleIdentifier: "com.example.\($0)") }
  }

  @Test(arguments: [(50, 50, 0), (51, 0, 1)])
  func `AT28: 50 shields, 51 does not`(count: Int, shielded: Int, diagnostics: Int) {
    let device = StubDevice()
    let applications = Self.applications(count)
    device.process().run {
      ManagedSettingsStore().shield.applications = Set(applications.map(\.token))
      #expect(ManagedSettingsStore().shield.applications?.count == (shielded == 0 ? nil : shielded))
    }
    #expect(applications.filter { device.settings.effective(for: $0).isShielded }.count == shielded)
    #expect(device.diagnostics.count == diagnostics)
  }

  @Test func `AT28: under keepsFirst50, 51 shields 50`() {
    let device = StubDevice(settings: SettingsPolicy(overflow: .keepsFirst50))
    let applications = Self.applications(51)
    device.process().run {
      ManagedSettingsStore().shield.applications = Set(applications.map(\.token))
      #expect(ManagedSettingsStore().shield.applications?.count == 50)
    }
    #expect(applications.filter { device.settings.effective(for: $0).isShielded }.count == 50)
    #expect(
      device.diagnostics == [.tooManyItems(setting: .shieldApplications, store: Self.store, count: 51)])
    #expect(
      device.diagnostics.map(\.description) == [
        "'shield.applications' in store 'default of com.example.app' has 51 items in a set, of at most 50"
      ])
  }

  private static let categories = Set((0..<51).map { DeviceTokens.category("\($0)") })
  private static let tokens = Set(applications(51).map(\.token))
  private static let domains = Set((0..<51).map { WebDomain(domain: "\($0).test") })

  @Test(arguments: [
    (SettingName.shieldApplicationCategories, SettingValue.applicationCategories(.specific(categories))),
    (.shieldApplicationCategories, .applicationCategories(.specific([], except: tokens))),
    (.shieldApplicationCategories, .applicationCategories(.all(except: tokens))),
    (.shieldWebDomains, .webDomainTokens(Set((0..<51).map { DeviceTokens.webDomain("\($0)") }))),
    (.shieldWebDomainCategories, .webDomainCategories(.specific(categories))),
    (.blockedApplications, .applications(Set(tokens.map(Application.init(token:))))),
    (.blockedByFilter, .filter(.specific(domains))), (.blockedByFilter, .filter(.auto(domains))),
    (.blockedByFilter, .filter(.auto(except: domains))), (.blockedByFilter, .filter(.all(except: domains))),
  ])
  func `AT28: each set counts to 50, under both policies`(setting: SettingName, value: SettingValue) {
    let process = ProcessIdentity(app: "com.example.app", bundleIdentifier: "com.example.app")
    for overflow in OverflowPolicy.allCases {
      var settings = DeviceSettings(policy: SettingsPolicy(overflow: overflow))
      let diagnostics = settings.set(value, for: setting, in: Self.store, by: process)
      #expect(diagnostics == [.tooManyItems(setting: setting, store: Self.store, count: 51)])
      let read = settings.value(of: setting, in: Self.store, readBy: process)
      #expect((read == nil) == (overflow == .unsetsProperty))
      #expect(read != value)
    }
  }

  @Test func `AT28: a 51st named store takes no settings, and deleting one makes room`() {
    let device = StubDevice()
    func store(_ number: Int) -> ManagedSettingsStore { ManagedSettingsStore(named: .init("store \(number)")) }
    device.process().run {
      ManagedSettingsStore().siri.denySiri = true
      for number in 1...51 { store(number).siri.denySiri = true }
      #expect(ManagedSettingsStore.stores.count == 51)
      #expect(store(50).siri.denySiri == true)
      #expect(store(51).siri.denySiri == nil)
      store(1).deleteStore()
      store(51).siri.denySiri = true
      #expect(store(51).siri.denySiri == true)
    }
    let refused = StoreIdentity(app: "com.example.app", name: .init("store 51"))
    #expect(device.diagnostics == [.tooManyStores(store: refused)])
    device.process("com.other", app: "com.other").run {
      store(1).siri.denySiri = true
      #expect(store(1).siri.denySiri == true)
    }
  }

  @Test func `AT28: 50 named stores leave room for the default store, and none for an inactive one`() {
    let device = StubDevice()
    device.process().run {
      for number in 1...50 { ManagedSettingsStore(named: .init("\(number)")).siri.denySiri = true }
      ManagedSettingsStore().siri.denySiri = true
      #expect(ManagedSettingsStore().siri.denySiri == true)
      ManagedSettingsStore(named: .init("51")).isActive = false
      #expect(ManagedSettingsStore(named: .init("51")).isActive)
    }
    #expect(device.diagnostics == [.tooManyStores(store: StoreIdentity(app: "com.example.app", name: .init("51")))])
  }
}
