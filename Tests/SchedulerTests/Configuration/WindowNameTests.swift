import SchedulerCivilTime
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
