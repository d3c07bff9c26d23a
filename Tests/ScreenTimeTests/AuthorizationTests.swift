import FamilyControls
import ManagedSettings
import ScreenTimeSystem
import ScreenTimeTesting
import Testing

@Suite struct AuthorizationTests {
  private static let app = ProcessIdentity(app: "app", bundleIdentifier: "app")
  private static let monitor = ProcessIdentity(app: "app", bundleIdentifier: "app.monitor")
  private static let other = ProcessIdentity(app: "other", bundleIdentifier: "other")

  private static func ledger(_ policy: AuthorizationPolicy = AuthorizationPolicy()) -> AuthorizationLedger {
    var ledger = AuthorizationLedger(policy: policy)
    for process in [app, monitor, other] { ledger.start(process) }
    return ledger
  }

  @Test(arguments: [(StatusScope.perProcess, AuthorizationStatus.notDetermined), (.sharedByApp, .approved)])
  func `AT26: an extension reads notDetermined although its app is authorized`(
    scope: StatusScope, status: AuthorizationStatus
  ) {
    var ledger = Self.ledger(AuthorizationPolicy(statusScope: scope))
    let answer = ledger.request(for: .individual, by: Self.app)
    #expect(answer.error == nil)
    #expect(answer.effects.first == .publish(.approved, process: Self.app))
    #expect(ledger.status(of: Self.app) == .approved)
    #expect(ledger.status(of: Self.monitor) == status)
    #expect(ledger.isAuthorized("app"))
    #expect(ledger.member(authorizing: "app") == .individual)
    #expect(!ledger.isAuthorized("other"))
    let relaunched = ProcessIdentity(app: "app", bundleIdentifier: "app", launch: 1)
    ledger.start(relaunched)
    #expect(ledger.status(of: relaunched) == status)
  }

  @Test func `AT26: an authorized app that asks again is not asked about`() {
    var ledger = Self.ledger()
    _ = ledger.request(for: .individual, by: Self.app)
    ledger.scripted = [.deny]
    #expect(ledger.request(for: .individual, by: Self.monitor).error == nil)
    #expect(ledger.status(of: Self.monitor) == .approved)
    #expect(ledger.scripted == [.deny])
  }

  @Test func `a status that stays is not published again`() {
    var ledger = Self.ledger()
    #expect(ledger.request(for: .individual, by: Self.app).effects == [.publish(.approved, process: Self.app)])
    #expect(ledger.request(for: .individual, by: Self.app).effects.isEmpty)
  }

  @Test func `an app that asks for another member is asked about`() {
    var ledger = Self.ledger()
    _ = ledger.request(for: .individual, by: Self.app)
    ledger.scripted = [.fail(.invalidAccountType)]
    #expect(ledger.request(for: .child, by: Self.app).error == .invalidAccountType)
    #expect(ledger.member(authorizing: "app") == .individual)
    #expect(ledger.request(for: .child, by: Self.app).error == nil)
    #expect(ledger.member(authorizing: "app") == .child)
  }

  @Test(arguments: [
    (RevokedStatus.notDetermined, false, AuthorizationStatus.notDetermined),
    (.notDetermined, true, .notDetermined), (.denied, true, .denied), (.denied, false, .denied),
    (.staleUntilRelaunch, true, .approved),
  ])
  func `AT26: revoking clears what the app had, and is published only by policy`(
    revoked: RevokedStatus, publishes: Bool, status: AuthorizationStatus
  ) {
    var ledger = Self.ledger(AuthorizationPolicy(revokedStatus: revoked, publishesRevocation: publishes))
    _ = ledger.request(for: .individual, by: Self.app)
    let effects = ledger.revoke("app")
    #expect(
      effects.prefix(3) == [.clearStores(app: "app"), .voidTokens(app: "app"), .dropRegistrations(app: "app")])
    #expect(effects.contains(.publish(status, process: Self.app)) == (publishes && status != .approved))
    #expect(ledger.status(of: Self.app) == status)
    #expect(!ledger.isAuthorized("app"))
    #expect(ledger.revoke("app").isEmpty)
    ledger.end(Self.app)
    ledger.start(Self.app)
    #expect(ledger.status(of: Self.app) == .notDetermined)
  }

  @Test(arguments: [
    (FamilyControlsMember.child, FamilyControlsMember.child, FamilyControlsError?.some(.authorizationConflict)),
    (.child, .individual, nil), (.individual, .child, nil), (.individual, .individual, nil),
  ])
  func `AT26: only one app of a device can have a child's authorization`(
    first: FamilyControlsMember, second: FamilyControlsMember, error: FamilyControlsError?
  ) {
    var ledger = Self.ledger()
    #expect(ledger.request(for: first, by: Self.app).error == nil)
    #expect(ledger.request(for: second, by: Self.other).error == error)
    #expect(ledger.isAuthorized("other") == (error == nil))
    _ = ledger.revoke("app")
    #expect(ledger.request(for: second, by: Self.other).error == nil)
  }

  @Test(arguments: [
    (AuthorizationOutcome.approve, FamilyControlsError?.none, AuthorizationStatus.approved),
    (.approveWithDataAccess, nil, .approvedWithDataAccess), (.deny, .authorizationCanceled, .denied),
    (.fail(.authorizationCanceled), .authorizationCanceled, .notDetermined),
    (.fail(.networkError), .networkError, .notDetermined),
    (.fail(.authenticationMethodUnavailable), .authenticationMethodUnavailable, .notDetermined),
  ])
  func `AT26: a scripted outcome answers one request`(
    outcome: AuthorizationOutcome, error: FamilyControlsError?, status: AuthorizationStatus
  ) {
    var ledger = Self.ledger()
    ledger.scripted = [outcome]
    #expect(ledger.request(for: .individual, by: Self.app).error == error)
    #expect(ledger.status(of: Self.app) == status)
    #expect(ledger.request(for: .individual, by: Self.app).error == nil)
  }

  @Test func `access to data moves to the app that got it last`() {
    var ledger = Self.ledger()
    ledger.scripted = [.approveWithDataAccess, .approveWithDataAccess]
    _ = ledger.request(for: .individual, by: Self.app)
    let answer = ledger.request(for: .individual, by: Self.other)
    #expect(
      answer.effects == [
        .publish(.approved, process: Self.app), .publish(.approvedWithDataAccess, process: Self.other),
      ])
  }

  @Test func `AT26: a guard that ignores callbacks unless approved loses 2 of 2 in a monitor`() async throws {
    let device = StubDevice()
    let (app, monitor) = (device.process(), device.process("com.example.app.monitor"))
    try await CurrentProcess.$bound.withValue(app) {
      try await AuthorizationCenter.shared.requestAuthorization(for: .individual)
    }
    let handled = (1...2).filter { _ in
      monitor.run { AuthorizationCenter.shared.authorizationStatus == .approved }
    }
    #expect(handled.isEmpty)
    #expect(app.run { AuthorizationCenter.shared.authorizationStatus } == .approved)
  }

  @Test func `AT26: revoking through the center clears the stores, and the sequence of statuses stays silent`() async {
    let device = StubDevice()
    let app = device.process()
    let statuses = app.run {
      let statuses = AuthorizationCenter.shared.authorizationStatuses
      #expect(throws: Never.self) { try app.requestAuthorizationAtOnce(for: .individual) }
      ManagedSettingsStore().siri.denySiri = true
      var results: [Bool] = []
      AuthorizationCenter.shared.revokeAuthorization { result in results.append((try? result.get()) != nil) }
      #expect(results == [true])
      #expect(AuthorizationCenter.shared.authorizationStatus == .notDetermined)
      #expect(ManagedSettingsStore().siri.denySiri == nil)
      return statuses
    }
    device.state.withLock { for stream in $0.streams[app.identity] ?? [] { stream.finish() } }
    var seen: [AuthorizationStatus] = []
    for await status in statuses { seen.append(status) }
    #expect(seen == [.notDetermined, .approved])
  }
}
