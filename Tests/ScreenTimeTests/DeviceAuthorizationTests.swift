import FamilyControls
import ManagedSettings
import ScreenTimeTesting
import Testing

/// What an app may know of a device, and what installing and authorizing it do.
@Suite struct DeviceAuthorizationTests {
  private static func device() -> VirtualDevice { VirtualDevice(at: "2026-08-13 12:00", in: "America/Los_Angeles") }

  @Test func `an app with access to data reads what the device knows, and no other app does`() async throws {
    let device = Self.device()
    device.addApplication("com.example.game", category: "games", displayName: "Game")
    device.addWebDomain("example.com", category: "news")
    let app = device.install(ScreenTimeApp("com.example.focus"), authorizedFor: nil)
    let other = device.install(ScreenTimeApp("com.example.other"))
    device.answerAuthorizationRequests(with: [.approveWithDataAccess])
    try await device.run(in: app) {
      try await AuthorizationCenter.shared.requestAuthorization(for: .individual)
      let data = FamilyActivityData.shared
      let applications = try await data.installedApplications
      #expect(applications.map(\.bundleIdentifier) == ["com.example.game"])
      #expect(applications.map(\.localizedDisplayName) == ["Game"])
      #expect(applications.map(\.token) == [device.token(for: "com.example.game")])
      #expect(try await data.visitedWebDomains.map(\.domain) == ["example.com"])
      #expect(Set(try await data.activityCategories.map(\.localizedDisplayName)) == ["games", "news"])
    }
    await #expect(throws: FamilyControlsError.unauthorized) {
      try await device.run(in: other) { _ = try await FamilyActivityData.shared.installedApplications }
    }
  }

  @Test func `refreshed tokens of before a revocation shield again, and unknown ones are refused`() async throws {
    let device = Self.device()
    let app = device.install(ScreenTimeApp("com.example.focus"))
    var (applications, sites) = ([device.token(for: "com.example.game")], [device.token(forWebDomain: "example.com")])
    var categories = [device.token(forCategory: "games")]
    device.revokeAuthorization(of: app)
    device.run(in: app) {
      #expect(throws: FamilyControlsError.unauthorized) { try ManagedSettingsStore.refresh(&applications) }
    }
    try await device.run(in: app) { try await AuthorizationCenter.shared.requestAuthorization(for: .individual) }
    try device.run(in: app) {
      try ManagedSettingsStore.refresh(&applications)
      try ManagedSettingsStore.refresh(&sites)
      try ManagedSettingsStore.refresh(&categories)
      ManagedSettingsStore().shield.applications = Set(applications)
      var unknown = [DeviceTokens.application("com.example.unknown")]
      #expect(throws: FamilyControlsError.invalidArgument) { try ManagedSettingsStore.refresh(&unknown) }
    }
    #expect(sites == [device.token(forWebDomain: "example.com")])
    #expect(categories == [device.token(forCategory: "games")])
    #expect(device.effective(for: "com.example.game").isShielded)
  }

  @Test func `an installation leaves scripted answers for the requests of the app`() async throws {
    let device = Self.device()
    device.answerAuthorizationRequests(with: [.deny])
    device.install(ScreenTimeApp("com.example.focus"))
    let app = device.install(ScreenTimeApp("com.example.other"), authorizedFor: nil)
    await #expect(throws: FamilyControlsError.authorizationCanceled) {
      try await device.run(in: app) { try await AuthorizationCenter.shared.requestAuthorization(for: .individual) }
    }
  }

  @Test func `the journal says that a second app for a child is not authorized`() {
    let device = Self.device()
    device.install(ScreenTimeApp("com.example.first"), authorizedFor: .child)
    let second = device.install(ScreenTimeApp("com.example.second"), authorizedFor: .child)
    #expect(!device.isAuthorized(second))
    #expect(
      device.journal.last?.description
        == "2026-08-13 12:00:00 authorize com.example.second: authorizationConflict")
  }

  @Test func `a write of an app that is not authorized is a diagnostic`() {
    let device = Self.device()
    let app = device.install(ScreenTimeApp("com.example.focus"), authorizedFor: nil)
    device.run(in: app) { ManagedSettingsStore().siri.denySiri = true }
    let store = StoreIdentity(app: "com.example.focus", name: .default)
    #expect(device.diagnostics == [.unauthorized(setting: .denySiri, store: store)])
    #expect(device.diagnostics.map(\.description).joined().contains("not authorized"))
  }
}
