import DeviceActivity
import ManagedSettings
import ScreenTimeTesting
import Testing

@testable import SurfaceApp5
@testable import SurfaceApp6

/// Everything of DeviceActivity that Apple documents, used once.
@Suite(.virtualDevice) struct SurfaceAppTests {
  static func monitor(_ mode: LanguageMode) -> ScreenTimeApp {
    switch mode {
    case .swift5: ScreenTimeApp("com.example.surface") { SurfaceApp5.SurfaceMonitor() }
    case .swift6: ScreenTimeApp("com.example.surface") { SurfaceApp6.SurfaceMonitor() }
    }
  }

  static func lines(_ mode: LanguageMode, _ applications: Set<ApplicationToken>) -> [[String]] {
    switch mode {
    case .swift5:
      let names = SurfaceApp5.NamesAndSchedules(applications: applications, categories: [], webDomains: [])
      return [names.nameLines(), names.eventLines(), names.scheduleLines(), SurfaceApp5.CenterTour().lines()]
    case .swift6:
      let names = SurfaceApp6.NamesAndSchedules(applications: applications, categories: [], webDomains: [])
      return [names.nameLines(), names.eventLines(), names.scheduleLines(), SurfaceApp6.CenterTour().lines()]
    }
  }

  @Test(arguments: LanguageMode.allCases)
  func `each symbol of DeviceActivity answers`(mode: LanguageMode) {
    let device = VirtualWeek.device(at: "12:00")
    let app = device.install(Self.monitor(mode))
    let applications: Set = [device.token(for: "com.example.game")]
    let lines = device.run(in: app) { Self.lines(mode, applications) }
    #expect(lines[0] == ["bedtime", "2", "true", "true", "true", "true", "encouraged"])
    #expect(lines[1] == ["true", "false", "false", "true", "1 0 0", "20", "true false"])
    #expect(lines[2] == ["false", "true", "true", "5", "43200.0", "true"])
    #expect(
      lines[3] == [
        "monitors bedtime homework", "true true", #"["encouraged"] true"#, "too short", "too long", "invalid",
        "monitors 1",
      ])
    let reasons = SurfaceApp6.CenterTour().explain(.unauthorized)
    #expect(reasons[0] == reasons[4] && reasons[1] == nil && reasons[2] == nil && reasons[3] != nil)
  }

  @Test(arguments: LanguageMode.allCases)
  func `each callback arrives on each day of a week`(mode: LanguageMode) throws {
    let device = VirtualWeek.device()
    let app = device.install(Self.monitor(mode))
    try device.run(in: app) {
      try DeviceActivityCenter().startMonitoring(
        .init("day"),
        during: DeviceActivitySchedule(
          intervalStart: DateComponents(hour: 10, minute: 0), intervalEnd: DateComponents(hour: 11, minute: 0),
          repeats: true, warningTime: DateComponents(minute: 5)),
        events: [.init("half"): DeviceActivityEvent(threshold: DateComponents(minute: 30))])
    }
    device.use("com.example.game", for: .days(7))
    #expect(
      device.transcript
        == VirtualWeek.transcript(
          [
            ("09:55", "intervalWillStartWarning day"), ("10:00", "intervalDidStart day"),
            ("10:25", "eventWillReachThresholdWarning day half"), ("10:30", "eventDidReachThreshold day half"),
            ("10:55", "intervalWillEndWarning day"), ("11:00", "intervalDidEnd day"),
          ], on: VirtualWeek.days))
    let notes = device.run(in: app) {
      UserDefaults(suiteName: "group.com.example.surface")?.stringArray(forKey: "notes")
    }
    let day = [
      "start warning day", "start day", "nearly reached half day", "reached half day", "end warning day", "end day",
    ]
    #expect(notes == Array(repeating: day, count: 7).flatMap { $0 })
  }

  @Test func `the configuration of a report is made of activity that a test supplies`() async {
    let day = DateInterval(start: Date(timeIntervalSince1970: 1_786_579_200), duration: 86_400)
    let data = DeviceActivityData(
      device: .init(.iPhone, name: "Phone"), segmentInterval: .daily(during: day), lastUpdatedDate: day.end,
      activitySegments: [
        .init(
          dateInterval: day,
          categories: [
            .init(
              ActivityCategory(token: DeviceTokens.category("games")),
              applications: [.init(Application(bundleIdentifier: "com.example.game"), duration: 600, pickups: 3)])
          ])
      ])
    let results = DeviceActivityResults([data])
    #expect(await SurfaceApp6.ReportTotals().makeConfiguration(representing: results) == "600")
    #expect(
      await SurfaceApp5.ReportTotals().lines(of: results) == [
        "true true Phone", "86400.0 0", "category", "com.example.game 600.0 3 0",
      ])
    #expect(SurfaceApp6.ReportTotals.thisWeek.users == .all)
  }
}
