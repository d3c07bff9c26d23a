import SchedulerCivilTime
import SchedulerDiagnostics
import Testing

@testable import Scheduler

/// Names of windows, of which those that come from a window's place are not kept as text.
@Suite struct WindowNameTests {
  @Test(arguments: [
    "window", "", "window-", "window-0", "window-1", "window-01", "window-+1", "window-255", "window-256", "windows-1",
    "windowx7", "Window-1", "morning", "window-1 ", "fenêtre-1",
  ])
  func `setting a window's name replaces any earlier name`(name: String) {
    for earlier in ["window", "window-3", "a name of some length"] {
      var window = Window(name: earlier, days: .weekdays(.daily), start: .midnight, end: .endOfDay)
      #expect(window.name == earlier)
      window.name = name
      #expect(window.name == name)
      #expect(window == Window(name: name, days: .weekdays(.daily), start: .midnight, end: .endOfDay))
    }
  }

  @Test func `a window's default name contains its position in the list, however large`() throws {
    let count = 300
    let windows = (0..<count).map { "\"daily 0\($0 / 60):\($0 % 60 / 10)\($0 % 10)-06:00\"" }
    let text = "[profile.p]\nwindow = [\(windows.joined(separator: ", "))]"
    let profile = try #require(try configuration(text).profiles.first)
    #expect(profile.windows.map(\.name) == (1...count).map { "window-\($0)" })
  }

  @Test func `each range of a string has a number, a place and a share of the limit of its own`() throws {
    let profile = try configuration(
      "[profile.p]\nwindow = [\"mon 09:00-12:00, 14:00-17:00\", \"tue 10:00-11:00\"]"
    ).profiles[0]
    #expect(profile.windows.map(\.name) == ["window-1", "window-2", "window-3"])
    #expect(Set(profile.windows.map(\.source)).count == 3)
    let ranges = [String](repeating: "09:00-10:00", count: ConfigurationLimits.windowsPerProfile)
    let full = "[profile.p]\nwindow = [\"mon \(ranges.joined(separator: ", "))\"]"
    #expect(try configuration(full).profiles[0].windows.count == ranges.count)
    var list = DiagnosticList()
    var sources = SourceMap()
    _ = sources.add(SourceText(name: "config.toml", full.dropLast(2) + ", 11:00-12:00\"]"))
    #expect(Configuration(reading: sources, zones: machineZones, diagnostics: &list) == nil)
    #expect(list.diagnostics.map(\.code) == [.tooMany])
  }

  @Test func `the profile's skip applies to every window without 'on', beside the window's own`() throws {
    let text = """
      [calendar.holidays]
      dates = [2026-12-25]
      [profile.p]
      skip = ["holidays", 2026-12-31]
      window = [
        "09:00-12:00, 14:00-17:00",
        { start = "20:00", end = "21:00", skip = [2026-12-24] },
        { on = ["holidays"], start = "20:00", end = "21:00", skip = [2026-12-24] },
      ]
      """
    let windows = try configuration(text).profiles[0].windows
    let dates = try (24...31).map { try #require(CivilDate(year: 2026, month: 12, day: $0)) }
    let skipped = windows.map { window in (24...31).filter { window.skip.contains(dates[$0 - 24]) } }
    #expect(skipped == [[25, 31], [25, 31], [24, 25, 31], [24]])
  }

  @Test func `a window's days can change from weekdays to dates and back`() throws {
    let date = try #require(CivilDate(year: 2026, month: 11, day: 22))
    let dates = Window.Days.dates(DateSet(ranges: [date...date]))
    var window = Window(days: .weekdays(.weekends), start: .midnight, end: .endOfDay)
    window.days = dates
    #expect(window.days == dates)
    window.days = .weekdays(.weekdays)
    #expect(window.days == .weekdays(.weekdays))
    #expect(window == Window(days: .weekdays(.weekdays), start: .midnight, end: .endOfDay))
  }
}
