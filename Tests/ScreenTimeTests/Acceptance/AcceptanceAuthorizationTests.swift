import DeviceActivity
import FamilyControls
import ManagedSettings
import ScreenTimeTesting
import Testing

/// A monitor that counts its callbacks, but ignores them unless its process reads that the app is authorized, as the
/// guard of a shipping app did.
private final class GuardedMonitor: DeviceActivityMonitor {
  override func eventDidReachThreshold(_ event: DeviceActivityEvent.Name, activity: DeviceActivityName) {
    guard AuthorizationCenter.shared.authorizationStatus == .approved else { return }
    let defaults = UserDefaults(suiteName: "group.com.example.focus")
    defaults?.set((defaults?.integer(forKey: "handled") ?? 0) + 1, forKey: "handled")
  }
}

/// Acceptance rows of authorization on a device: D26.
@Suite struct AcceptanceAuthorizationTests {
  @Test(arguments: [(StatusScope.perProcess, 0), (.sharedByApp, 2)])
  func `AT26: a guard on the status loses two of two callbacks in a monitor`(scope: StatusScope, handled: Int) throws {
    let policy = SemanticsPolicy.documented.with(\.authorization.statusScope, as: scope)
    let bench = Bench("09:00", policy: policy) { GuardedMonitor() }
    try bench.start(
      "day", "09:00–17:00", events: [.init("a"): Bench.event(minutes: 5), .init("b"): Bench.event(minutes: 10)])
    bench.device.use("com.example.game", for: .minutes(15))
    #expect(
      bench.lines == ["08-13 09:00:00 start day", "08-13 09:05:00 reached day a", "08-13 09:10:00 reached day b"])
    let count = bench.device.run(in: bench.app) {
      UserDefaults(suiteName: "group.com.example.focus")?.integer(forKey: "handled")
    }
    #expect(count == handled)
  }

  @Test func `AT26: each process reads notDetermined until a request succeeds in it, and anew after a relaunch`()
    async throws
  {
    let bench = Bench()
    func status(_ kind: ProcessKind) -> AuthorizationStatus {
      bench.device.run(in: bench.app, as: kind) { AuthorizationCenter.shared.authorizationStatus }
    }
    #expect(ProcessKind.allCases.map(status) == [.approved, .notDetermined, .notDetermined, .notDetermined])
    // The app may monitor nevertheless, from its extension too.
    try bench.start("day", "09:00–17:00", as: .monitor)
    bench.device.terminate(bench.app)
    #expect(status(.app) == .notDetermined)
    bench.device.answerAuthorizationRequests(with: [.deny])
    try await bench.device.run(in: bench.app) {
      try await AuthorizationCenter.shared.requestAuthorization(for: .individual)
    }
    #expect(status(.app) == .approved, "an authorized app is not asked about")
  }

  @Test func `AT26: a revocation clears stores, voids tokens and drops activities without an end`() throws {
    let bench = Bench("09:30")
    let (device, app) = (bench.device, bench.app)
    let token = device.token(for: "com.example.game")
    try bench.start("day", "09:00–17:00")
    device.run(in: app) { ManagedSettingsStore().shield.applications = [token] }
    #expect(device.effective(for: "com.example.game").isShielded)

    device.revokeAuthorization(of: app)
    #expect(!device.isAuthorized(app))
    #expect(!device.effective(for: "com.example.game").isShielded)
    #expect(device.activities(of: app) == [])
    #expect(device.token(for: "com.example.game") != token)
    device.advance(to: "18:00")
    #expect(bench.lines == ["08-13 09:30:00 start day"])
    #expect(bench.refusal("09:00–17:00") == .unauthorized)
    device.run(in: app) {
      #expect(AuthorizationCenter.shared.authorizationStatus == .notDetermined)
      ManagedSettingsStore().shield.applicationCategories = .all()
      #expect(ManagedSettingsStore().shield.applicationCategories == nil)
    }
  }

  @Test func `AT26: tokens from before a revocation shield nothing after a new authorization`() async throws {
    let bench = Bench()
    let (device, app) = (bench.device, bench.app)
    let token = device.token(for: "com.example.game")
    await device.run(in: app) {
      await withCheckedContinuation { done in
        AuthorizationCenter.shared.revokeAuthorization { _ in done.resume() }
      }
    }
    try await device.run(in: app) { try await AuthorizationCenter.shared.requestAuthorization(for: .individual) }
    device.run(in: app) { ManagedSettingsStore().shield.applications = [token] }
    #expect(!device.effective(for: "com.example.game").isShielded)
    device.run(in: app) { ManagedSettingsStore().shield.applications = [device.token(for: "com.example.game")] }
    #expect(device.effective(for: "com.example.game").isShielded)
  }

  @Test(arguments: [(false, AuthorizationStatus.approved), (true, .notDetermined)])
  func `AT26: the publisher is silent on a revocation unless the policy says otherwise`(
    publishes: Bool, next: AuthorizationStatus
  ) async throws {
    let bench = Bench(policy: SemanticsPolicy.documented.with(\.authorization.publishesRevocation, as: publishes))
    let statuses = bench.device.run(in: bench.app) { AuthorizationCenter.shared.authorizationStatuses }
    var iterator = statuses.makeAsyncIterator()
    #expect(await iterator.next() == .approved)
    bench.device.revokeAuthorization(of: bench.app)
    try await bench.device.run(in: bench.app) {
      try await AuthorizationCenter.shared.requestAuthorization(for: .individual)
    }
    #expect(await iterator.next() == next)
  }

  @Test func `AT26: a second app that asks for a child conflicts with the first`() async throws {
    let device = VirtualDevice(at: "2026-08-13 13:26", in: Bench.losAngeles)
    device.install(ScreenTimeApp("com.example.first"), authorizedFor: .child)
    let second = device.install(ScreenTimeApp("com.example.second"), authorizedFor: nil)
    await #expect(throws: FamilyControlsError.authorizationConflict) {
      try await device.run(in: second) { try await AuthorizationCenter.shared.requestAuthorization(for: .child) }
    }
    try await device.run(in: second) { try await AuthorizationCenter.shared.requestAuthorization(for: .individual) }
    #expect(device.isAuthorized(second))
  }

  @Test func `AT26: a revocation drops a start that is on its way, and leaves other apps alone`() throws {
    let bench = Bench("09:00", policy: SemanticsPolicy.documented.with(\.latency, as: .observed))
    let other = bench.device.install(ScreenTimeApp("com.example.other"))
    let game = bench.device.token(for: "com.example.game")
    try bench.start("day", "09:00–17:00")
    try bench.device.run(in: other) {
      try DeviceActivityCenter().startMonitoring(.init("other"), during: Bench.schedule("09:00–17:00"))
      ManagedSettingsStore().shield.applications = [game]
    }
    bench.device.revokeAuthorization(of: bench.app)
    bench.device.advance(by: .hours(1))
    #expect(bench.lines == ["08-13 09:00:03 start other"])
    #expect(bench.device.effective(for: "com.example.game").isShielded)
  }
}
