import ManagedSettings
import ScreenTimeTesting
import Testing

@Suite struct SettingsEffectiveTests {
  private static let strict = ManagedSettingsStore(named: .init("strict"))
  private static let lax = ManagedSettingsStore(named: .init("lax"))

  @Test func `AT27: a setting of true or false is on if any active store has it as true`() {
    let device = StubDevice()
    device.process().run {
      Self.strict.dateAndTime.requireAutomaticDateAndTime = true
      Self.lax.dateAndTime.requireAutomaticDateAndTime = false
    }
    #expect(device.settings.isOn(.requireAutomaticDateAndTime))
    #expect(!device.settings.isOn(.denySiri))
    #expect(device.settings.stores(deciding: .requireAutomaticDateAndTime).map(\.name.rawValue) == ["strict"])
    device.process().run { Self.strict.dateAndTime.requireAutomaticDateAndTime = nil }
    #expect(!device.settings.isOn(.requireAutomaticDateAndTime))
    #expect(device.settings.stores(deciding: .requireAutomaticDateAndTime).isEmpty)
  }

  @Test func `AT27: the lowest rating counts, and the default without any`() {
    let device = StubDevice()
    device.process().run {
      #expect(Self.lax.effectiveMaximumMovieRating == 1000)
      Self.strict.media.maximumMovieRating = 200
      Self.lax.media.maximumMovieRating = 600
      #expect(Self.lax.effectiveMaximumMovieRating == 200)
      #expect(Self.lax.effectiveMaximumTVShowRating == 1000)
      #expect(!Self.lax.effectiveDenyExplicitContent)
      Self.strict.media.denyExplicitContent = true
      #expect(Self.lax.effectiveDenyExplicitContent)
    }
    #expect(device.settings.rating(.maximumMovieRating) == 200)
    #expect(device.settings.rating(.maximumRating) == 1000)
    #expect(device.settings.rating(.denySiri) == nil)
    #expect(device.settings.stores(deciding: .maximumMovieRating).map(\.name.rawValue) == ["strict"])
  }

  @Test(arguments: [(-1, 0), (0, 0), (1000, 1000), (1001, 1000)])
  func `a rating out of bounds counts as the nearer bound, and is reported`(rating: Int, effective: Int) {
    let device = StubDevice()
    device.process().run {
      Self.strict.media.maximumTVShowRating = rating
      #expect(Self.strict.media.maximumTVShowRating == rating)
    }
    #expect(device.settings.rating(.maximumTVShowRating) == effective)
    #expect(device.diagnostics.isEmpty == (rating == effective))
  }

  @Test func `AT27: the strictest cookie policy counts`() {
    let device = StubDevice()
    #expect(device.settings.cookiePolicy == .always)
    device.process().run {
      Self.strict.safari.cookiePolicy = .currentWebsite
      Self.lax.safari.cookiePolicy = .visitedWebsites
    }
    #expect(device.settings.cookiePolicy == .currentWebsite)
    #expect(device.settings.stores(deciding: .cookiePolicy).map(\.name.rawValue) == ["strict"])
  }

  @Test func `AT27: shielded sets of all stores are united`() {
    let device = StubDevice()
    let (first, second) = (DeviceTokens.application("first"), DeviceTokens.application("second"))
    device.process().run {
      Self.strict.shield.applications = [first]
      Self.lax.shield.applications = [second]
    }
    #expect(device.settings.effectiveValue(of: .shieldApplications) == .applicationTokens([first, second]))
    #expect(device.settings.stores(deciding: .shieldApplications).map(\.name.rawValue) == ["lax", "strict"])
    let (site, page) = (DeviceTokens.webDomain("site"), DeviceTokens.webDomain("page"))
    device.process().run {
      Self.strict.shield.webDomains = [site]
      Self.lax.shield.webDomains = [page]
      Self.strict.application.blockedApplications = [Application(token: first)]
      Self.lax.application.blockedApplications = []
    }
    #expect(device.settings.effectiveValue(of: .shieldWebDomains) == .webDomainTokens([site, page]))
    #expect(device.settings.effectiveValue(of: .blockedApplications) == .applications([Application(token: first)]))
    #expect(device.settings.stores(deciding: .shieldWebDomains).count == 2)
    #expect(device.settings.stores(deciding: .blockedApplications).map(\.name.rawValue) == ["strict"])
  }

  @Test func `policies have no union: they are asked for a subject`() {
    let device = StubDevice()
    device.process().run {
      Self.strict.shield.applicationCategories = .all()
      Self.strict.shield.webDomainCategories = .all()
      Self.strict.webContent.blockedByFilter = .all()
    }
    for setting in [SettingName.shieldApplicationCategories, .shieldWebDomainCategories, .blockedByFilter] {
      #expect(device.settings.effectiveValue(of: setting) == nil)
      #expect(device.settings.stores(deciding: setting).isEmpty)
    }
  }

  @Test(arguments: [
    (WebContentSettings.FilterPolicy.none, "example.com", false, FilterReason.Cause?.none),
    (.specific([WebDomain(domain: "example.com")]), "example.com", false, .listed),
    (.specific([WebDomain(domain: "example.com")]), "www.Example.com", false, .listed),
    (.specific([WebDomain(domain: "example.com")]), "notexample.com", false, nil),
    (.specific([WebDomain(domain: "example.com")]), "adult.test", true, nil),
    (.specific([WebDomain(token: DeviceTokens.webDomain("example.com"))]), "example.com", false, .listed),
    (.auto(), "adult.test", true, .adult), (.auto(), "example.com", false, nil),
    (.auto([WebDomain(domain: "example.com")]), "example.com", false, .listed),
    (.auto(except: [WebDomain(domain: "adult.test")]), "adult.test", true, nil),
    (
      .auto([WebDomain(domain: "example.com")], except: [WebDomain(domain: "example.com")]), "example.com", false, nil
    ),
    (.all(), "example.com", false, .everything),
    (.all(except: [WebDomain(domain: "example.com")]), "www.example.com", false, nil),
  ])
  func `AT27: a web filter blocks a domain`(
    policy: WebContentSettings.FilterPolicy, domain: String, isAdult: Bool, cause: FilterReason.Cause?
  ) {
    let device = StubDevice()
    device.process().run { ManagedSettingsStore().webContent.blockedByFilter = policy }
    let reasons = device.settings.filters(on: KnownWebDomain(domain: domain, isAdult: isAdult))
    #expect(reasons.map(\.cause) == (cause.map { [$0] } ?? []))
    #expect(device.settings.deniesPrivateBrowsing == (policy != .none))
  }

  @Test func `AT27: a domain is blocked if any store blocks it`() {
    let device = StubDevice()
    device.process().run {
      Self.lax.webContent.blockedByFilter = .all(except: [WebDomain(domain: "example.com")])
      Self.strict.webContent.blockedByFilter = .specific([WebDomain(domain: "example.com")])
    }
    let reasons = device.settings.filters(on: KnownWebDomain(domain: "example.com"))
    #expect(reasons.map(\.store.name.rawValue) == ["strict"])
  }
}
