import DeviceActivity
import ManagedSettings
import ManagedSettingsUI
import ScreenTimeTesting
import Testing

@testable import ShieldsApp5
@testable import ShieldsApp6

/// A shield with a look of its own, whose second button lifts it in the end.
@Suite(.virtualDevice) struct ShieldAppTests {
  static func app(_ mode: LanguageMode) -> ScreenTimeApp {
    switch mode {
    case .swift5:
      ScreenTimeApp(
        "com.example.shields", monitor: { ShieldsApp5.NightMonitor() },
        shieldAction: { ShieldsApp5.ShieldActionExtension() },
        shieldConfiguration: { ShieldsApp5.ShieldConfigurationExtension() })
    case .swift6:
      ScreenTimeApp(
        "com.example.shields", monitor: { ShieldsApp6.NightMonitor() },
        shieldAction: { ShieldsApp6.ShieldActionExtension() },
        shieldConfiguration: { ShieldsApp6.ShieldConfigurationExtension() })
    }
  }

  static func start(_ mode: LanguageMode, _ applications: Set<ApplicationToken>) throws {
    switch mode {
    case .swift5: try ShieldsApp5.NightPlan.start(shielding: applications)
    case .swift6: try ShieldsApp6.NightPlan.start(shielding: applications)
    }
  }

  static func attempts(_ mode: LanguageMode) -> (Int, Date?) {
    switch mode {
    case .swift5: (ShieldsApp5.AttemptLog.shared.count, ShieldsApp5.AttemptLog.shared.lastAttempt)
    case .swift6: (ShieldsApp6.AttemptLog.shared.count, ShieldsApp6.AttemptLog.shared.lastAttempt)
    }
  }

  @Test(arguments: LanguageMode.allCases)
  func `the shield shows its look and gives way at the second press, for a week`(mode: LanguageMode) throws {
    let device = VirtualWeek.device()
    device.addApplication("com.example.game", category: "games", displayName: "Game")
    let app = device.install(Self.app(mode))
    let game = device.token(for: "com.example.game")
    try device.run(in: app) { try Self.start(mode, [game]) }
    for (index, day) in VirtualWeek.days.enumerated() {
      device.advance(to: "\(day) 23:00")
      let shield = try #require(device.open("com.example.game").shield)
      let look = try #require(shield.configuration())
      #expect(look.title?.text == "Game is paused")
      #expect(look.subtitle?.text == (index == 0 ? "Take a breath" : "Opened \(index + 1) times"))
      #expect(look.secondaryButtonLabel?.text == "One more minute")
      if index == 0 {
        #expect(shield.press(.secondaryButtonPressed) == .defer)
        #expect(device.shielded(by: .default, of: app) == [game])
      }
      #expect(shield.press(.secondaryButtonPressed) == ShieldActionResponse.none)
      #expect(device.shielded(by: .default, of: app) == nil)
      let (count, last) = device.run(in: app) { Self.attempts(mode) }
      #expect(count == index + 2 && last == device.now)
      device.goHome()
    }
    device.advance(by: .hours(7))
    #expect(device.transcript.count == 16, "the app starts within a night, and seven more follow")
    #expect(device.transcript.last == "2026-08-24 06:00:00 intervalDidEnd night")
  }
}
