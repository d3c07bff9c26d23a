import DeviceActivity
import FamilyControls
import ManagedSettings
import ScreenTimeTesting
import Testing

@testable import SharedApp5
@testable import SharedApp6

/// A file that app and monitor share, and arithmetic with days.
@Suite(.virtualDevice) struct SharedAppTests {
  static func app(_ mode: LanguageMode) -> ScreenTimeApp {
    switch mode {
    case .swift5: ScreenTimeApp("com.example.shared") { SharedApp5.SharedMonitor() }
    case .swift6: ScreenTimeApp("com.example.shared") { SharedApp6.SharedMonitor() }
    }
  }

  static func start(_ mode: LanguageMode, _ selection: FamilyActivitySelection) throws {
    switch mode {
    case .swift5: try SharedApp5.SharedScheduling.start(selection)
    case .swift6: try SharedApp6.SharedScheduling.start(selection)
    }
  }

  /// The revision, the date of the last change and the days in the file.
  static func file(_ mode: LanguageMode) throws -> (Int, Date?, [String]) {
    switch mode {
    case .swift5:
      let file = try SharedApp5.SnapshotStore().load()
      return (file.revision, file.updatedAt, file.openDays)
    case .swift6:
      let file = try SharedApp6.SnapshotStore().load()
      return (file.revision, file.updatedAt, file.openDays)
    }
  }

  @Test(arguments: LanguageMode.allCases)
  func `the school app shields on the five schooldays of a week, and its file says so`(mode: LanguageMode) throws {
    let device = VirtualWeek.device(in: "America/Los_Angeles")
    let app = device.install(Self.app(mode))
    var selection = FamilyActivitySelection(includeEntireCategory: true)
    selection.applicationTokens = [device.token(for: "com.example.game")]
    try device.run(in: app) { try Self.start(mode, selection) }
    for day in VirtualWeek.days {
      device.advance(to: "\(day) 12:00")
      let isSchoolday = VirtualWeek.workdays.contains(day)
      #expect(
        device.shielded(by: .init("school"), of: app) == (isSchoolday ? selection.applicationTokens : nil))
    }
    device.advance(by: .hours(12))
    var lines: [String] = []
    for (index, day) in VirtualWeek.workdays.enumerated() {
      let name = "school-\(index + 2)"
      lines += [
        "\(day) 08:25:00 intervalWillStartWarning \(name)", "\(day) 08:30:00 intervalDidStart \(name)",
        "\(day) 15:55:00 intervalWillEndWarning \(name)", "\(day) 16:00:00 intervalDidEnd \(name)",
      ]
    }
    #expect(device.transcript == Transcript(lines: lines))
    let (revision, updated, days) = try device.run(in: app) { try Self.file(mode) }
    #expect(days == Array(VirtualWeek.workdays))
    #expect(revision == 11)
    #expect(updated == Date(timeIntervalSince1970: 1_787_352_900), "Friday at 15:55 in Los Angeles")
  }

  @Test func `without a device there is no file to share`() {
    let device = VirtualWeek.device(), other = VirtualWeek.device()
    device.install(Self.app(.swift6))
    other.install(Self.app(.swift6))
    #expect(throws: SharedApp6.SnapshotError.self) { try Self.file(.swift6) }
    #expect(
      VirtualDevice.takeUnboundCalls() == [
        "FileManager.containerURL(forSecurityApplicationGroupIdentifier:) with 2 apps"
      ])
    withExtendedLifetime((device, other)) {}
  }
}
