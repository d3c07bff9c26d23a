import FamilyControls
import ManagedSettings
import ScreenTimeSystem
import ScreenTimeTesting
import Testing

/// Uses every public symbol of FamilyControls as an app spells it.
@Suite struct FamilyControlsSurfaceTests {
  @Test func `a selection survives being archived, and derives its activities`() throws {
    var selection = FamilyActivitySelection(includeEntireCategory: true)
    selection.applicationTokens = [DeviceTokens.application("a")]
    selection.categoryTokens = [DeviceTokens.category("c")]
    selection.webDomainTokens.insert(DeviceTokens.webDomain("a.test"))
    let archived = try JSONDecoder().decode(FamilyActivitySelection.self, from: try JSONEncoder().encode(selection))
    #expect(archived == selection)
    #expect(archived.includeEntireCategory)
    #expect(selection.applications == [Application(token: DeviceTokens.application("a"))])
    #expect(selection.categories == [ActivityCategory(token: DeviceTokens.category("c"))])
    #expect(selection.webDomains == [WebDomain(token: DeviceTokens.webDomain("a.test"))])
    #expect(!FamilyActivitySelection().includeEntireCategory)
    #expect(try JSONDecoder().decode(FamilyActivitySelection.self, from: Data("{}".utf8)) == FamilyActivitySelection())
  }

  @Test func `statuses and members have names and raw values`() {
    let statuses: [AuthorizationStatus] = [.notDetermined, .denied, .approved, .approvedWithDataAccess]
    #expect(statuses.map(\.rawValue) == [0, 1, 2, 3])
    #expect(statuses.map(\.description) == ["notDetermined", "denied", "approved", "approvedWithDataAccess"])
    #expect([FamilyControlsMember.child, .individual].map(\.rawValue) == [0, 1])
    #expect([FamilyControlsMember.child, .individual].map(\.description) == ["child", "individual"])
  }

  @Test func `each error says what it means`() {
    let errors: [FamilyControlsError] = [
      .restricted, .unavailable, .invalidAccountType, .invalidArgument, .authorizationConflict,
      .authorizationCanceled, .networkError, .authenticationMethodUnavailable, .unauthorized,
    ]
    #expect(Set(errors.compactMap(\.errorDescription)).count == errors.count)
    #expect(errors.allSatisfy { $0.localizedDescription == $0.errorDescription })
  }

  @available(*, deprecated, message: "The request that it tests is deprecated.")
  @Test func `the completion handlers are called before the calls return`() {
    let app = StubDevice().process()
    app.run {
      var results: [Result<Void, any Error>] = []
      AuthorizationCenter.shared.requestAuthorization { results.append($0) }
      #expect(AuthorizationCenter.shared.authorizationStatus == .approved)
      app.device.state.withLock { $0.ledger.scripted = [.fail(.networkError)] }
      AuthorizationCenter.shared.revokeAuthorization { results.append($0) }
      AuthorizationCenter.shared.requestAuthorization { results.append($0) }
      let errors = results.map { result -> FamilyControlsError? in
        if case .failure(let error) = result { error as? FamilyControlsError } else { nil }
      }
      #expect(errors == [nil, nil, .networkError])
    }
  }

  @Test func `data about activities is for the authorized`() async {
    await CurrentProcess.$bound.withValue(StubDevice().process()) {
      await #expect(throws: FamilyControlsError.unauthorized) {
        try await FamilyActivityData.shared.installedApplications
      }
      await #expect(throws: FamilyControlsError.unauthorized) { try await FamilyActivityData.shared.visitedWebDomains }
      await #expect(throws: FamilyControlsError.unauthorized) {
        try await FamilyActivityData.shared.activityCategories
      }
    }
  }

  @Test(.virtualDevice) func `outside of any process the status is notDetermined and requests are unavailable`() async {
    await CurrentProcess.$bound.withValue(Outsider()) {
      #expect(AuthorizationCenter.shared.authorizationStatus == .notDetermined)
      await #expect(throws: FamilyControlsError.unavailable) {
        try await AuthorizationCenter.shared.requestAuthorization(for: .child)
      }
      await #expect(throws: FamilyControlsError.unavailable) { try await FamilyActivityData.shared.visitedWebDomains }
      var seen = 0
      for await _ in AuthorizationCenter.shared.authorizationStatuses { seen += 1 }
      #expect(seen == 0)
    }
  }
}

/// A process that uses none of the modules.
private final class Outsider: SystemProcess {
  let bundleIdentifier = "com.example.outsider"
}
