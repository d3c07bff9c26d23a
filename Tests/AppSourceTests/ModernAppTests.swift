import DeviceActivity
import FamilyControls
import ManagedSettings
import ScreenTimeTesting
import Testing

@testable import IsolatedApp6
@testable import ModernApp5
@testable import ModernApp6

/// Actors, a model on the main actor, overrides without isolation.
@Suite(.virtualDevice) @MainActor struct ModernAppTests {
  /// Starts the plan of the app of a mode, and returns what reads the date at which it ended last.
  private func start(
    _ mode: LanguageMode, _ selection: FamilyActivitySelection, on device: VirtualDevice
  ) async throws -> (InstalledApp, @Sendable () -> String?) {
    switch mode {
    case .swift5:
      let app = device.install(ScreenTimeApp("com.example.modern") { ModernApp5.FocusMonitor() }, authorizedFor: nil)
      let plan = ModernApp5.FocusPlan(
        name: "Lunch", mode: .block, selection: selection, startMinute: 720, endMinute: 780)
      try await device.run(in: app) {
        let model = ModernApp5.FocusModel()
        await model.authorize()
        #expect(model.status == .approved && model.lastError == nil)
        try await model.save(plan)
      }
      return (app, { ModernApp5.PlanFile().ending(of: plan) })
    case .swift6:
      let app = device.install(ScreenTimeApp("com.example.modern") { ModernApp6.FocusMonitor() }, authorizedFor: nil)
      let plan = ModernApp6.FocusPlan(
        name: "Lunch", mode: .block, selection: selection, startMinute: 720, endMinute: 780)
      try await device.run(in: app) {
        let model = ModernApp6.FocusModel()
        await model.authorize()
        #expect(model.status == .approved && model.lastError == nil)
        try await model.save(plan)
      }
      return (app, { ModernApp6.PlanFile().ending(of: plan) })
    }
  }

  @Test(arguments: LanguageMode.allCases)
  func `the modern app shields at noon on each day of a week`(mode: LanguageMode) async throws {
    let device = VirtualWeek.device()
    var selection = FamilyActivitySelection()
    selection.applicationTokens = [device.token(for: "com.example.game")]
    selection.webDomainTokens = [device.token(forWebDomain: "example.com")]
    let (app, ending) = try await start(mode, selection, on: device)
    let name = try #require(device.activities(of: app).first)
    let store = ManagedSettingsStore.Name("focus")
    for day in VirtualWeek.days {
      device.advance(to: "\(day) 12:30")
      #expect(device.shielded(by: store, of: app) == selection.applicationTokens)
      #expect(device.open(webDomain: "example.com").shield != nil)
      device.advance(to: "\(day) 13:00")
      #expect(device.shielded(by: store, of: app) == nil)
      #expect(device.run(in: app, ending) == "\(day)T11:00:00Z")
    }
    #expect(
      device.transcript
        == VirtualWeek.transcript(
          [("12:00", "intervalDidStart \(name)"), ("13:00", "intervalDidEnd \(name)")], on: VirtualWeek.days))
  }

  @Test func `an app that isolates everything to the main actor shields on each evening of a week`() async throws {
    let device = VirtualWeek.device()
    let app = device.install(ScreenTimeApp("com.example.isolated") { IsolatedMonitor() })
    try device.run(in: app) { try IsolatedModel.shared.start() }
    for day in VirtualWeek.days {
      device.advance(to: "\(day) 21:00")
      #expect(device.effective(for: "com.example.game").isShielded)
      device.advance(to: "\(day) 22:00")
      #expect(!device.effective(for: "com.example.game").isShielded)
      let started = device.run(in: app) {
        UserDefaults(suiteName: "group.com.example.isolated")?.double(forKey: "evening")
      }
      #expect(started == device.now.timeIntervalSince1970 - 7_200)
    }
    for _ in 0..<100_000 where IsolatedModel.shared.finished.count < 7 { await Task.yield() }
    #expect(IsolatedModel.shared.finished == Array(repeating: "evening", count: 7))
    #expect(
      device.transcript
        == VirtualWeek.transcript(
          [("20:00", "intervalDidStart evening"), ("22:00", "intervalDidEnd evening")], on: VirtualWeek.days))
  }
}
