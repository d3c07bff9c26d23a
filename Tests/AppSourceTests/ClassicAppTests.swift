import DeviceActivity
import FamilyControls
import ManagedSettings
import ScreenTimeTesting
import Testing

@testable import ClassicApp5

/// A monitor with statics and a singleton, which Swift 6 mode rejects.
@Suite(.virtualDevice) struct ClassicAppTests {
  @Test func `the classic app limits a game on each day of a week`() throws {
    let device = VirtualWeek.device()
    device.addApplication("com.example.game", category: "games")
    let app = device.install(ScreenTimeApp("com.example.classic") { ClassicMonitor() })
    let game = device.token(for: "com.example.game")
    var selection = FamilyActivitySelection()
    selection.applicationTokens = [game]
    device.run(in: app) { LimitScheduling.shared.start(selection: selection, limitInMinutes: 30) }

    for day in VirtualWeek.days {
      device.advance(to: "\(day) 12:00")
      #expect(device.shielded(by: .limits, of: app) == nil)
      device.use("com.example.game", for: .minutes(45))
      #expect(device.shielded(by: .limits, of: app) == [game])
      #expect(device.effective(for: "com.example.game").isShielded)
      let reached = device.run(in: app) { SharedSettings.shared.limitReachedAt }
      #expect(reached == device.now.addingTimeInterval(-15 * 60))
      device.advance(to: "\(day) 17:00")
      #expect(device.shielded(by: .limits, of: app) == [])
      #expect(!device.effective(for: "com.example.game").isShielded)
    }
    #expect(
      device.transcript
        == VirtualWeek.transcript(
          [
            ("08:45", "intervalWillStartWarning daily"), ("09:00", "intervalDidStart daily"),
            ("12:15", "eventWillReachThresholdWarning daily limit"), ("12:30", "eventDidReachThreshold daily limit"),
            ("16:45", "intervalWillEndWarning daily"), ("17:00", "intervalDidEnd daily"),
          ], on: VirtualWeek.days))
    #expect(device.run(in: app) { SharedSettings.shared.lines.count } == 14)
    #expect(device.lints == [] && device.diagnostics == [])
    let logged = device.logs.map(\.text)
    #expect(logged.count { $0 == "interval starts: daily" } == 7)
    #expect(logged.count { $0 == "<private> reached, 01 apps, <private>" } == 7)
  }

  @Test func `the classic app asks for authorization in a task`() async {
    let device = VirtualWeek.device()
    let app = device.install(ScreenTimeApp("com.example.classic") { ClassicMonitor() }, authorizedFor: nil)
    let isAuthorized = await device.run(in: app) {
      await withCheckedContinuation { continuation in
        LimitScheduling.shared.authorize { continuation.resume(returning: $0) }
      }
    }
    #expect(isAuthorized && device.isAuthorized(app))
  }
}
