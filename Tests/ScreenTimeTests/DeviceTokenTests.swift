import DeviceActivity
import FamilyControls
import ManagedSettings
import ScreenTimeSystem
import ScreenTimeTesting
import Testing

/// The tokens of the apps of one device: what a revocation voids, and what it leaves.
@Suite struct DeviceTokenTests {
  private static let game = "com.example.game"
  private let device = VirtualDevice(at: "2026-08-13 12:00", in: "America/Los_Angeles")
  /// The tokens with which the extensions of apps were asked about shields.
  private let asked = SharedState<[ApplicationToken]>([])

  private final class Actions: ShieldActionDelegate {
    let asked: SharedState<[ApplicationToken]>

    init(_ asked: SharedState<[ApplicationToken]>) { self.asked = asked }

    override func handle(
      action: ShieldAction, for application: ApplicationToken,
      completionHandler: @escaping (ShieldActionResponse) -> Void
    ) {
      asked.withLock { $0.append(application) }
      completionHandler(.close)
    }
  }

  /// Keeps the completion handler for later, as its address, because the handler belongs to no thread in particular.
  private final class Slow: ShieldActionDelegate {
    final class Handler {
      let respond: (ShieldActionResponse) -> Void

      init(_ respond: @escaping (ShieldActionResponse) -> Void) { self.respond = respond }
    }

    let later: SharedState<UInt?>

    init(_ later: SharedState<UInt?>) { self.later = later }

    override func handle(
      action: ShieldAction, for application: ApplicationToken,
      completionHandler: @escaping (ShieldActionResponse) -> Void
    ) {
      let address = Unmanaged.passRetained(Handler(completionHandler)).toOpaque()
      later.withLock { $0 = UInt(bitPattern: address) }
    }
  }

  private func install(_ name: String) -> InstalledApp {
    device.addApplication(Self.game, category: "games")
    return device.install(ScreenTimeApp(name, monitor: { DeviceActivityMonitor() }, shieldAction: { Actions(asked) }))
  }

  /// Shields the application of a token, and monitors a minute of its use.
  private func start(_ app: InstalledApp, with token: ApplicationToken) throws {
    try device.run(in: app) {
      ManagedSettingsStore().shield.applications = [token]
      let event = DeviceActivityEvent(applications: [token], threshold: DateComponents(minute: 1))
      try DeviceActivityCenter().startMonitoring(
        .init("use"), during: Bench.schedule("00:00–23:59"), events: [.init("a minute"): event])
    }
  }

  private var shieldingApps: [String] { device.effective(for: Self.game).shields.map(\.store.app) }

  private func reached(_ app: InstalledApp) -> Int {
    device.transcript(of: app).lines.filter { $0.contains("eventDidReachThreshold") }.count
  }

  private func authorizeAgain(_ app: InstalledApp) async throws {
    try await device.run(in: app) { try await AuthorizationCenter.shared.requestAuthorization(for: .individual) }
  }

  private func liftShields(of apps: InstalledApp...) {
    for app in apps { device.run(in: app) { ManagedSettingsStore().shield.applications = nil } }
  }

  @Test func `a revocation voids the tokens of that app, and other apps keep theirs`() async throws {
    let (revoked, other) = (install("com.example.a"), install("com.example.b"))
    let old = device.token(for: Self.game)
    for app in [revoked, other] { try start(app, with: old) }
    #expect(shieldingApps == ["com.example.a", "com.example.b"])
    device.revokeAuthorization(of: revoked)
    try await authorizeAgain(revoked)

    try start(revoked, with: old)
    #expect(shieldingApps == ["com.example.b"])
    liftShields(of: revoked, other)
    device.use(Self.game, for: .seconds(61))
    #expect((reached(revoked), reached(other)) == (0, 1))

    let new = device.token(for: Self.game, in: revoked)
    #expect(new != old)
    let others = device.token(for: Self.game, in: other)
    #expect(others == old)
    try start(revoked, with: new)
    #expect(shieldingApps == ["com.example.a"])
    liftShields(of: revoked)
    device.use(Self.game, for: .seconds(61))
    #expect((reached(revoked), reached(other)) == (1, 1))
  }

  @Test func `each app is asked about a shield with the token that it knows`() async throws {
    let (revoked, other) = (install("com.example.a"), install("com.example.b"))
    device.revokeAuthorization(of: revoked)
    try await authorizeAgain(revoked)
    for app in [revoked, other] {
      let token = device.token(for: Self.game, in: app)
      try start(app, with: token)
      if case .shielded(let shield) = device.open(Self.game) { shield.press(.primaryButtonPressed) }
      let last = asked.withLock { $0.last }
      #expect(last == token)
      liftShields(of: app)
    }
    #expect(asked.withLock { $0.count } == 2)
  }

  @Test func `void tokens of categories and web sites mean nothing, also as exceptions`() async throws {
    let app = install("com.example.a")
    device.addWebDomain("example.com", category: "news")
    let (application, category) = (device.token(for: Self.game), device.token(forCategory: "games"))
    let site = device.token(forWebDomain: "example.com")
    device.revokeAuthorization(of: app)
    try await authorizeAgain(app)
    device.run(in: app) {
      ManagedSettingsStore().shield.applicationCategories = .specific([category])
      ManagedSettingsStore().shield.webDomains = [site]
    }
    #expect(shieldingApps == [])
    #expect(device.open(webDomain: "example.com").shield == nil)
    device.run(in: app) { ManagedSettingsStore().shield.applicationCategories = .all(except: [application]) }
    #expect(shieldingApps == ["com.example.a"])
    let categoryToday = device.token(forCategory: "games")
    device.run(in: app) { ManagedSettingsStore().shield.applicationCategories = .specific([categoryToday]) }
    #expect(shieldingApps == ["com.example.a"])
  }

  @Test func `an answer to a shield that comes after the method has returned is followed`() throws {
    device.addApplication(Self.game)
    let later = SharedState<UInt?>(nil)
    let app = device.install(ScreenTimeApp("com.example.slow", shieldAction: { Slow(later) }))
    try start(app, with: device.token(for: Self.game))
    let shield = try #require(device.open(Self.game).shield)
    #expect(shield.press(.primaryButtonPressed) == nil)
    #expect(device.foreground == Self.game)
    let answer = try #require(UnsafeRawPointer(bitPattern: later.withLock { $0 } ?? 0))
    let handler = Unmanaged<Slow.Handler>.fromOpaque(answer).takeRetainedValue()
    handler.respond(.close)
    device.advance(by: .zero)
    #expect(device.foreground == nil)
    handler.respond(.openParentalControlsApp)
    device.advance(by: .zero)
    #expect(device.foreground == nil)
  }

  @Test(arguments: ["another app", "terminate", "reboot"])
  func `a late answer to a shield that is gone changes nothing`(end: String) throws {
    let later = SharedState<UInt?>(nil)
    let app = device.install(ScreenTimeApp("com.example.slow", shieldAction: { Slow(later) }))
    try start(app, with: device.token(for: Self.game))
    let shield = try #require(device.open(Self.game).shield)
    #expect(shield.press(.primaryButtonPressed) == nil)
    switch end {
    case "another app": device.open("com.example.mail")
    case "terminate": device.terminate(app)
    default: device.reboot()
    }
    let before = device.foreground
    let answer = try #require(UnsafeRawPointer(bitPattern: later.withLock { $0 } ?? 0))
    Unmanaged<Slow.Handler>.fromOpaque(answer).takeRetainedValue().respond(.close)
    device.advance(by: .zero)
    #expect(device.foreground == before)
  }

  @Test func `void tokens in stores and events are named`() async throws {
    let app = install("com.example.a")
    let old = device.token(for: Self.game)
    device.revokeAuthorization(of: app)
    try await authorizeAgain(app)
    try start(app, with: old)
    let store = StoreIdentity(app: "com.example.a", name: .default)
    #expect(device.diagnostics == [.voidTokens(setting: .shieldApplications, store: store, count: 1)])
    #expect(device.lints == [.voidTokens(activity: "use", event: "a minute")])
    try start(app, with: device.token(for: Self.game))
    #expect(device.diagnostics.count == 1)
  }
}
