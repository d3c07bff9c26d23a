import DeviceActivity
import ManagedSettings
import ManagedSettingsUI
import ScreenTimeTesting
import Testing

/// Responds as the defaults of its app say, and counts how it was asked.
private final class ScriptedActions: ShieldActionDelegate {
  override func handle(
    action: ShieldAction, for application: ApplicationToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) { respond("application", completionHandler) }

  override func handle(
    action: ShieldAction, for webDomain: WebDomainToken, completionHandler: @escaping (ShieldActionResponse) -> Void
  ) { respond("domain", completionHandler) }

  override func handle(
    action: ShieldAction, for category: ActivityCategoryToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) { respond("category", completionHandler) }

  private func respond(_ kind: String, _ completionHandler: (ShieldActionResponse) -> Void) {
    let defaults = UserDefaults(suiteName: "group.com.example.focus")
    defaults?.set(kind, forKey: "asked")
    guard let raw = defaults?.object(forKey: "response") as? Int else { return }
    ShieldActionResponse(rawValue: raw).map(completionHandler)
  }
}

private final class PlainShields: ShieldConfigurationDataSource {}

/// Acceptance rows of presses on shields and of time on them: D30.
@Suite struct AcceptanceShieldTests {
  private static let game = "com.example.game"

  /// A device whose app shields the game and a web site.
  private func device(
    responding response: ShieldActionResponse?, policy: SemanticsPolicy = .documented
  ) -> (VirtualDevice, InstalledApp) {
    let device = VirtualDevice(at: "2026-08-13 13:00", in: Bench.losAngeles, policy: policy)
    device.addApplication(Self.game, category: "games")
    let app = device.install(
      ScreenTimeApp(
        "com.example.focus", shieldAction: { ScriptedActions() }, shieldConfiguration: { PlainShields() }))
    device.run(in: app) {
      UserDefaults(suiteName: "group.com.example.focus")?.set(response?.rawValue, forKey: "response")
      ManagedSettingsStore().shield.applications = [device.token(for: Self.game)]
      ManagedSettingsStore().shield.webDomains = [device.token(forWebDomain: "example.com")]
    }
    return (device, app)
  }

  private func asked(_ device: VirtualDevice, _ app: InstalledApp) -> String? {
    device.run(in: app) { UserDefaults(suiteName: "group.com.example.focus")?.string(forKey: "asked") }
  }

  private func configurations(_ device: VirtualDevice) -> Int {
    device.journal.count { $0.description.contains("configure the shield") }
  }

  @Test(
    arguments: [
      (ShieldActionResponse.close, nil, 0), (.defer, game, 1), (ShieldActionResponse.none, game, 0),
      (.openParentalControlsApp, "com.example.focus", 0),
    ] as [(ShieldActionResponse, String?, Int)])
  func `AT30: each response does what it says, and the shield stays`(
    response: ShieldActionResponse, front: String?, drawn: Int
  ) throws {
    let (device, app) = device(responding: response)
    let shield = try #require(device.open(Self.game).shield)
    #expect(shield.press(.primaryButtonPressed) == response)
    #expect(device.foreground == front)
    #expect(configurations(device) == drawn)
    #expect(asked(device, app) == "application")
    #expect(device.effective(for: Self.game).isShielded)
    device.run(in: app) { ManagedSettingsStore().shield.applications = nil }
    #expect(!device.effective(for: Self.game).isShielded)
  }

  @Test func `AT30: an extension that never responds leaves the shield in front`() throws {
    let (device, _) = device(responding: nil)
    let shield = try #require(device.open(Self.game).shield)
    #expect(shield.press(.secondaryButtonPressed) == nil)
    #expect(device.foreground == Self.game)
  }

  @Test func `AT30: web sites and categories have methods of their own`() throws {
    let (device, app) = device(responding: .close)
    try #require(device.open(webDomain: "example.com").shield).press(.primaryButtonPressed)
    #expect(asked(device, app) == "domain" && device.foreground == nil)
    device.run(in: app) {
      ManagedSettingsStore().shield.applications = nil
      ManagedSettingsStore().shield.applicationCategories = .specific([device.token(forCategory: "games")])
    }
    try #require(device.open(Self.game).shield).press(.primaryButtonPressed)
    #expect(asked(device, app) == "category")
  }

  @Test func `AT30: an app without an action extension closes what it shields`() throws {
    let bench = Bench()
    bench.device.run(in: bench.app) { ManagedSettingsStore().shield.applicationCategories = .all() }
    let shield = try #require(bench.device.open(Self.game).shield)
    #expect(shield.configuration() == nil)
    #expect(shield.press(.primaryButtonPressed) == .close)
    #expect(bench.device.foreground == nil)
  }

  @Test(arguments: [(SemanticsPolicy.ShieldTime.ignored, "13:40:00"), (.counted, "13:20:00")])
  func `AT30: time on a shield counts as use only if the policy says so`(
    time: SemanticsPolicy.ShieldTime, reached: String
  ) throws {
    let (device, app) = device(responding: .close, policy: SemanticsPolicy.documented.with(\.shieldTime, as: time))
    try device.run(in: app) {
      try DeviceActivityCenter().startMonitoring(
        .init("day"), during: Bench.schedule("13:00–17:00"),
        events: [.init("limit"): Bench.event(minutes: 20, of: [device.token(for: Self.game)])])
    }
    device.open(Self.game)
    device.advance(by: .minutes(20))
    device.run(in: app) { ManagedSettingsStore().shield.applications = nil }
    device.advance(by: .minutes(30))
    #expect(device.transcript.last == "2026-08-13 \(reached) eventDidReachThreshold day limit")
  }
}
