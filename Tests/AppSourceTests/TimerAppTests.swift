import DeviceActivity
import FamilyControls
import ManagedSettings
import ScreenTimeTesting
import Testing

@testable import TimersApp5
@testable import TimersApp6

/// A monitor that finds out by the name of an activity which of its timers is meant.
@Suite(.virtualDevice) struct TimerAppTests {
  /// What a test calls in the app of one mode.
  struct Calls: Sendable {
    let app: ScreenTimeApp
    let schedule: @Sendable (FamilyActivitySelection) -> Void
    let startBreak: @Sendable (Int) -> Bool
    let removeBreaks: @Sendable () -> Void
  }

  static let id = UUID()

  static func calls(_ mode: LanguageMode) -> Calls {
    let weekdays = Array(2...6)
    switch mode {
    case .swift5:
      let profile: @Sendable (FamilyActivitySelection) -> TimersApp5.ProfileSnapshot = {
        .init(
          id: id, name: "Work", selectedActivity: $0, weekdays: weekdays, enableStrictMode: true,
          domains: ["example.com"])
      }
      return Calls(
        app: ScreenTimeApp("com.example.timers") { TimersApp5.TimerMonitor() },
        schedule: {
          TimersApp5.SharedData.profileSnapshots[id.uuidString] = profile($0)
          TimersApp5.TimerScheduling.scheduleTimerActivity(for: profile($0), from: 9, to: 17)
        },
        startBreak: { TimersApp5.TimerScheduling.startBreak(for: profile(.init()), minutes: $0) },
        removeBreaks: { TimersApp5.TimerScheduling.removeAllBreaks() })
    case .swift6:
      let profile: @Sendable (FamilyActivitySelection) -> TimersApp6.ProfileSnapshot = {
        .init(
          id: id, name: "Work", selectedActivity: $0, weekdays: weekdays, enableStrictMode: true,
          domains: ["example.com"])
      }
      return Calls(
        app: ScreenTimeApp("com.example.timers") { TimersApp6.TimerMonitor() },
        schedule: {
          TimersApp6.SharedData.profileSnapshots[id.uuidString] = profile($0)
          TimersApp6.TimerScheduling.scheduleTimerActivity(for: profile($0), from: 9, to: 17)
        },
        startBreak: { TimersApp6.TimerScheduling.startBreak(for: profile(.init()), minutes: $0) },
        removeBreaks: { TimersApp6.TimerScheduling.removeAllBreaks() })
    }
  }

  @Test(arguments: LanguageMode.allCases)
  func `the app with timers blocks on workdays and lets a break pass`(mode: LanguageMode) {
    let device = VirtualWeek.device()
    let calls = Self.calls(mode)
    let app = device.install(calls.app)
    var selection = FamilyActivitySelection()
    selection.applicationTokens = [device.token(for: "com.example.game")]
    device.run(in: app) { calls.schedule(selection) }
    let store = ManagedSettingsStore.Name("appRestrictions")
    for day in VirtualWeek.days {
      let isWorkday = VirtualWeek.workdays.contains(day)
      device.advance(to: "\(day) 12:00")
      #expect(device.shielded(by: store, of: app) == (isWorkday ? selection.applicationTokens : nil))
      if day == VirtualWeek.days[2] { takeBreak(on: device, app, calls, selection.applicationTokens) }
      device.advance(to: "\(day) 17:00")
      #expect(device.shielded(by: store, of: app) == nil)
    }
    let schedule = "ScheduleTimerActivity:\(Self.id.uuidString)"
    let ofSchedule = device.transcript.filter { $0.contains(schedule) }
    #expect(
      Transcript(lines: ofSchedule)
        == VirtualWeek.transcript(
          [("09:00", "intervalDidStart \(schedule)"), ("17:00", "intervalDidEnd \(schedule)")], on: VirtualWeek.days))
    #expect(
      device.transcript.filter { !$0.contains(schedule) } == [
        "2026-08-19 12:00:00 intervalDidStart BreakScheduleActivity:\(Self.id.uuidString)",
        "2026-08-19 12:05:00 intervalDidEnd BreakScheduleActivity:\(Self.id.uuidString)",
      ])
  }

  private func takeBreak(
    on device: VirtualDevice, _ app: InstalledApp, _ calls: Calls, _ applications: Set<ApplicationToken>
  ) {
    let store = ManagedSettingsStore.Name("appRestrictions")
    #expect(device.run(in: app) { calls.startBreak(5) })
    #expect(device.shielded(by: store, of: app) == nil)
    device.advance(by: .minutes(5))
    #expect(device.shielded(by: store, of: app) == applications)
    #expect(device.run(in: app) { ManagedSettingsStore(named: store).application.denyAppRemoval } == true)
    #expect(device.open(webDomain: "example.com").isBlocked)
    device.goHome()
    // The activity of a break stays until the app removes it.
    #expect(device.activities(of: app).count == 2)
    device.run(in: app) { calls.removeBreaks() }
    #expect(device.activities(of: app).count == 1)
  }

  @Test(arguments: LanguageMode.allCases)
  func `a break right after midnight is too short to be monitored`(mode: LanguageMode) {
    let device = VirtualWeek.device(at: "00:05")
    let calls = Self.calls(mode)
    let app = device.install(calls.app)
    device.run(in: app) {
      #expect(!calls.startBreak(5))
      #expect(calls.startBreak(10))
    }
  }
}

extension Opening {
  /// Whether settings hide the application or filter the site.
  fileprivate var isBlocked: Bool { if case .blocked = self { true } else { false } }
}
