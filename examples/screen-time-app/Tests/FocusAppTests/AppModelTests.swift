import DeviceActivity
import FamilyControls
import Foundation
import ScreenTimeTesting
import Testing

@testable import FocusCore

/// The model of a screen, isolated to the main actor like everything in this target.
final class AppModel {
  private(set) var isBlocking = false
  private(set) var problem: String?

  func refresh() { isBlocking = SharedData.session != nil }

  func start(_ profile: Profile) {
    do {
      try SessionCommands().start(profile)
    } catch {
      problem = (error as? DeviceActivityCenter.MonitoringError)?.errorDescription ?? "\(error)"
    }
    refresh()
  }
}

/// Remembers what it hears. Subclasses of Apple's classes are called off the main actor, which the word says.
nonisolated final class CountingMonitor: FocusMonitor {
  override func intervalDidStart(for activity: DeviceActivityName) {
    super.intervalDidStart(for: activity)
    let defaults = UserDefaults(suiteName: SharedData.groupName)
    defaults?.set((defaults?.integer(forKey: "starts") ?? 0) + 1, forKey: "starts")
  }
}

/// A target whose code is isolated to the main actor, as that of new apps is.
@Suite(.virtualDevice) struct AppModelTests {
  let device = VirtualDevice(at: "2026-08-13 10:00", in: "Europe/Berlin")

  @Test func `the model shows that a session ended while the app was in the background`() throws {
    let app = device.install(ScreenTimeApp("com.example.focus") { CountingMonitor() })
    let model = AppModel()
    let profile = Profile(name: "Focus", timerMinutes: 25)
    try device.run(in: app) { try SessionCommands().save([profile]) }
    device.run(in: app) { model.start(profile) }
    #expect(model.isBlocking)
    device.advance(by: .minutes(25))
    #expect(model.isBlocking, "the app has not looked yet")
    device.run(in: app) { model.refresh() }
    #expect(!model.isBlocking)
    device.run(in: app) {
      #expect(UserDefaults(suiteName: SharedData.groupName)?.integer(forKey: "starts") == 1)
    }
  }

  @Test func `the model shows why a timer cannot start`() throws {
    let app = device.install(ScreenTimeApp("com.example.focus"), authorizedFor: nil)
    let model = AppModel()
    device.run(in: app) { model.start(Profile(name: "Focus", timerMinutes: 25)) }
    #expect(model.problem == "The app may not monitor device activity.")
  }

  @Test func `asking for authorization suspends, and the device answers`() async throws {
    let app = device.install(ScreenTimeApp("com.example.focus"), authorizedFor: nil)
    device.answerAuthorizationRequests(with: [.deny, .approve])
    try await device.run(in: app) {
      await #expect(throws: FamilyControlsError.authorizationCanceled) {
        try await AuthorizationCenter.shared.requestAuthorization(for: .individual)
      }
      try await AuthorizationCenter.shared.requestAuthorization(for: .individual)
      #expect(AuthorizationCenter.shared.authorizationStatus == .approved)
    }
  }
}
