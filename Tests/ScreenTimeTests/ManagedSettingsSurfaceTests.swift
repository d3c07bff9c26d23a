import ManagedSettings
import ScreenTimeTesting
import Testing

/// Uses every public symbol of ManagedSettings as an app spells it.
@Suite struct ManagedSettingsSurfaceTests {
  private static let store = ManagedSettingsStore()
  private static let named = ManagedSettingsStore(named: ManagedSettingsStore.Name(rawValue: "focus"))

  @Test func `each setting of true or false keeps what is written to it`() {
    func check(_ path: ReferenceWritableKeyPath<ManagedSettingsStore, Bool?>, _ metadata: SettingMetadata<Bool>) {
      #expect(metadata.defaultValue == false)
      for value in [true, false, nil] {
        Self.named[keyPath: path] = value
        #expect(Self.named[keyPath: path] == value)
      }
    }
    StubDevice().process().run {
      check(\.account.lockAccounts, AccountSettings.lockAccounts)
      check(\.application.denyAppInstallation, ApplicationSettings.denyAppInstallation)
      check(\.application.denyAppRemoval, ApplicationSettings.denyAppRemoval)
      check(\.appStore.denyInAppPurchases, AppStoreSettings.denyInAppPurchases)
      check(\.appStore.requirePasswordForPurchases, AppStoreSettings.requirePasswordForPurchases)
      check(\.cellular.lockAppCellularData, CellularSettings.lockAppCellularData)
      check(\.cellular.lockCellularPlan, CellularSettings.lockCellularPlan)
      check(\.cellular.lockESIM, CellularSettings.lockESIM)
      check(\.dateAndTime.requireAutomaticDateAndTime, DateAndTimeSettings.requireAutomaticDateAndTime)
      check(\.gameCenter.denyAddingFriends, GameCenterSettings.denyAddingFriends)
      check(\.gameCenter.denyMultiplayerGaming, GameCenterSettings.denyMultiplayerGaming)
      check(\.media.denyBookstoreErotica, MediaSettings.denyBookstoreErotica)
      check(\.media.denyExplicitContent, MediaSettings.denyExplicitContent)
      check(\.media.denyMusicService, MediaSettings.denyMusicService)
      check(\.passcode.lockPasscode, PasscodeSettings.lockPasscode)
      check(\.safari.denyAutoFill, SafariSettings.denyAutoFill)
      check(\.siri.denySiri, SiriSettings.denySiri)
    }
  }

  @Test func `each rating keeps what is written to it`() {
    func check(_ path: ReferenceWritableKeyPath<ManagedSettingsStore, Int?>, _ metadata: BoundedSettingMetadata<Int>) {
      #expect(metadata.defaultValue == 1000)
      Self.named[keyPath: path] = metadata.bounds.lowerBound
      #expect(Self.named[keyPath: path] == 0)
      Self.named[keyPath: path] = nil
      #expect(Self.named[keyPath: path] == nil)
    }
    StubDevice().process().run {
      check(\.appStore.maximumRating, AppStoreSettings.maximumRating)
      check(\.media.maximumMovieRating, MediaSettings.maximumMovieRating)
      check(\.media.maximumTVShowRating, MediaSettings.maximumTVShowRating)
    }
    #expect(AppStoreSettings.maximumRating.bounds == 0...2000)
    #expect(MediaSettings.maximumMovieRating.bounds == 0...1000)
    #expect(MediaSettings.maximumTVShowRating.bounds == 0...1000)
  }

  @Test func `each other setting keeps what is written to it`() {
    func check<Value: Equatable>(
      _ path: ReferenceWritableKeyPath<ManagedSettingsStore, Value?>, _ metadata: SettingMetadata<Value>,
      value: Value
    ) {
      for value in [value, metadata.defaultValue, nil] {
        Self.named[keyPath: path] = value
        #expect(Self.named[keyPath: path] == value)
      }
    }
    let (app, site) = (DeviceTokens.application("a"), DeviceTokens.webDomain("a.test"))
    let category = DeviceTokens.category("c")
    StubDevice().process().run {
      check(\.shield.applications, ShieldSettings.applications, value: [app])
      check(\.shield.webDomains, ShieldSettings.webDomains, value: [site])
      check(
        \.shield.applicationCategories, ShieldSettings.applicationCategories,
        value: .specific([category], except: [app]))
      check(\.shield.applicationCategories, ShieldSettings.applicationCategories, value: .specific([category]))
      check(\.shield.webDomainCategories, ShieldSettings.webDomainCategories, value: .all(except: [site]))
      check(\.shield.webDomainCategories, ShieldSettings.webDomainCategories, value: .all())
      check(\.webContent.blockedByFilter, WebContentSettings.blockedByFilter, value: .auto())
      check(
        \.application.blockedApplications, ApplicationSettings.blockedApplications, value: [Application(token: app)])
      for policy in [SafariSettings.CookiePolicy.never, .currentWebsite, .visitedWebsites, .always] {
        check(\.safari.cookiePolicy, SafariSettings.cookiePolicy, value: policy)
      }
    }
  }

  @Test func `a store is its name`() {
    StubDevice().process().run {
      let again = ManagedSettingsStore(named: .init("focus"))
      Self.named.siri.denySiri = true
      #expect(again.siri.denySiri == true)
      #expect(Self.store.siri.denySiri == nil)
      ManagedSettingsStore(named: .default).siri.denySiri = false
      #expect(Self.store.siri.denySiri == false)
      #expect(ManagedSettingsStore.stores.map(\.rawValue).sorted() == ["default", "focus"])
      Self.named.deleteStore()
      ManagedSettingsStore.deleteStores([.default])
      #expect(ManagedSettingsStore.stores.isEmpty)
    }
  }

  @Test func `the groups of a store are groups of settings`() {
    let groups: [any ManagedSettingsGroup] = [
      Self.store.account, Self.store.application, Self.store.appStore, Self.store.cellular, Self.store.dateAndTime,
      Self.store.gameCenter, Self.store.media, Self.store.passcode, Self.store.safari, Self.store.shield,
      Self.store.siri, Self.store.webContent,
    ]
    #expect(groups.count == Set(SettingName.allCases.map(\.group)).count)
  }

  @Test func `the order of cookie policies is from strict to lax`() {
    let policies: [SafariSettings.CookiePolicy] = [.never, .currentWebsite, .visitedWebsites, .always]
    #expect(policies.sorted() == policies)
    #expect(policies.map(\.rawValue) == ["never", "currentWebsite", "visitedWebsites", "always"])
  }

  @Test func `a token is archived as an object with its bytes`() throws {
    let token = try JSONDecoder().decode(ApplicationToken.self, from: Data(#"{"data":"AQI="}"#.utf8))
    #expect(String(decoding: try JSONEncoder().encode(token), as: UTF8.self) == #"{"data":"AQI="}"#)
    let plist = try PropertyListEncoder().encode([token])
    #expect(try PropertyListDecoder().decode([ApplicationToken].self, from: plist) == [token])
  }

  @Test func `activities are known by what they are made of`() {
    let (app, site) = (DeviceTokens.application("a"), DeviceTokens.webDomain("a.test"))
    let category = DeviceTokens.category("c")
    #expect(Application(token: app).token == app)
    #expect(Application(token: app).bundleIdentifier == nil)
    #expect(Application(bundleIdentifier: "a").bundleIdentifier == "a")
    #expect(Application(bundleIdentifier: "a").localizedDisplayName == nil)
    #expect(Application(bundleIdentifier: "a") != Application(token: app))
    #expect(WebDomain(domain: "a.test").domain == "a.test")
    #expect(WebDomain(token: site).token == site)
    #expect(ActivityCategory(token: category).token == category)
    #expect(ActivityCategory(token: category).localizedDisplayName == nil)
  }

  @Test func `tokens of two generations differ`() {
    #expect(DeviceTokens.application("a") == DeviceTokens.application("a"))
    #expect(DeviceTokens.application("a") != DeviceTokens.application("a", generation: 1))
    #expect(DeviceTokens.application("a") != DeviceTokens.application("b"))
  }

  @Test func `refreshing leaves tokens that did not expire`() throws {
    var (apps, sites) = ([DeviceTokens.application("a")], [DeviceTokens.webDomain("a.test")])
    var categories = [DeviceTokens.category("c")]
    try StubDevice().process().run {
      try ManagedSettingsStore.refresh(&apps)
      try ManagedSettingsStore.refresh(&sites)
      try ManagedSettingsStore.refresh(&categories)
    }
    #expect(apps == [DeviceTokens.application("a")])
    #expect(sites == [DeviceTokens.webDomain("a.test")])
    #expect(categories == [DeviceTokens.category("c")])
  }

  @Test func `observers learn of expired tokens`() async {
    let center = NotificationCenter()
    await confirmation { confirm in
      let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
      let token = center.addObserver(of: ManagedSettingsStore.self, for: .tokensDidExpire) { _ in
        continuation.yield(())
      }
      center.post(ManagedSettingsStore.TokenExpiryMessage(), subject: Self.store)
      for await _ in stream.prefix(1) { confirm() }
      center.removeObserver(token)
    }
  }
}
