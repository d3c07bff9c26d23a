import SchedulerCivilTime
import TestSupport
import Testing

@testable import Scheduler

/// The warnings of `check` that the clocks jump over an end of a window, against a look at every date.
@Suite struct ClockChangeTests {
  private static let windows = [
    "02:10-02:40", "22:00-02:30", "sat 02:15 - sat 02:45", "sun 02:30 - sat 02:20", "fri 23:30-24:00", "09:00-17:00",
  ]

  @Test(
    arguments: ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Nuuk", "Asia/Tokyo"],
    windows)
  func `check finds the first clock change that affects a window, however near or far`(identifier: String, text: String)
    throws
  {
    let window = try configuration("[profile.p]\nwindow = [\"\(text)\"]\n").profiles[0].windows[0]
    let zone = try zone(identifier)
    let start = try instant("2026-01-01 12:00", zone)
    for day in stride(from: 0, to: 800, by: Laws.areWhole ? 3 : 17) as StrideTo<Int64> {
      let now = start.adding(seconds: day * 86_400)
      let found = window.findings(in: zone, at: now).filter { $0.code.name == "clock-change" }.map(\.message)
      #expect(found == (expected(window, zone, now).map { [message($0, window)] } ?? []), "\(zone.civil(at: now))")
    }
  }

  @Test func `check reports a date that does not exist as a clock change`() throws {
    let window = try configuration("[profile.p]\nwindow = [\"09:00-17:00\"]\n").profiles[0].windows[0]
    let zone = try zone("Pacific/Apia")
    for day in ["2011-01-01 12:00", "2011-12-29 12:00"] {
      let findings = window.findings(in: zone, at: try instant(day, zone))
      #expect(findings.map(\.message) == ["on 2011-12-30 the clocks change during window 'window-1'"])
    }
  }

  private func message(_ date: CivilDate, _ window: Window) -> String {
    "on \(date) the clocks change during window '\(window.name)'"
  }

  /// The date of the first jump over an end of an occurrence that is not past, of those that start within 396 days.
  private func expected(_ window: Window, _ zone: ZoneRules, _ now: Instant) -> CivilDate? {
    let today = zone.civil(at: now).date
    var clock = LocalClock(zone: zone)
    for offset in -9...396 {
      guard let date = today.adding(days: offset), window.nextStartDate(onOrAfter: date) == date else { continue }
      guard let jump = window.gapMoves(on: date, in: zone).first else { continue }
      let end = window.occurrence(index: 0, on: date, clock: &clock)?.end
      if let end, end <= now { continue }
      if end == nil, zone.resolve(jump.planned).compatible < now { continue }
      return jump.planned.date
    }
    return nil
  }
}
