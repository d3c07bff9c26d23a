import DeviceActivity
import ScreenTimeTesting
import Testing

/// Acceptance rows of intervals: D2 to D7.
@Suite struct AcceptanceIntervalTests {
  @Test func `AT2: an interval with equal ends begins with the next day`() throws {
    let bench = Bench()
    try bench.start("day", "00:00–00:00")
    bench.device.advance(to: "23:59")
    #expect(bench.lines == [])
    bench.device.putDown()
    bench.device.advance(to: "07:10")
    #expect(bench.lines == [])
    bench.device.pickUp()
    #expect(bench.lines == ["08-14 07:10:00 start day"])
    bench.device.advance(to: "2026-08-15 00:00")
    #expect(bench.lines.dropFirst() == ["08-15 00:00:00 end day", "08-15 00:00:00 start day"])
  }

  @Test func `AT3: an overnight interval starts and ends once a night for thirty nights`() throws {
    let bench = Bench()
    try bench.start("night", "22:00–06:00")
    bench.device.advance(by: .days(30))
    let nights = (13..<43).flatMap { day in
      let date = { (day: Int) in day > 31 ? "09-\(day < 41 ? "0" : "")\(day - 31)" : "08-\(day)" }
      return ["\(date(day)) 22:00:00 start night", "\(date(day + 1)) 06:00:00 end night"]
    }
    #expect(bench.lines == nights)
  }

  @Test func `AT3: an overnight interval that runs at its registration starts at once`() throws {
    let bench = Bench("23:30")
    try bench.start("night", "22:00–06:00")
    #expect(bench.lines == ["08-13 23:30:00 start night"])
  }

  @Test func `AT4: an interval of several days starts and ends once`() throws {
    let bench = Bench("2026-08-12 18:37")
    try bench.start("week", "wd2 09:00–wd6 17:00")
    bench.device.advance(to: "2026-08-17 08:59")
    #expect(bench.lines == ["08-12 18:37:00 start week", "08-14 17:00:00 end week"])
    bench.device.advance(to: "2026-08-17 09:00")
    #expect(bench.lines.dropFirst(2) == ["08-17 09:00:00 start week"])
  }

  @Test func `AT4: starts within an open interval are absorbed`() throws {
    let bench = Bench("2026-08-12 10:00")
    try bench.start("daily", "09:00–wd6 17:00")
    bench.device.advance(to: "2026-08-15 08:00")
    #expect(bench.lines == ["08-12 10:00:00 start daily", "08-14 17:00:00 end daily"])
    bench.device.advance(to: "2026-08-15 09:00")
    #expect(bench.lines.dropFirst(2) == ["08-15 09:00:00 start daily"])
  }

  @Test(
    arguments: [
      ("13:30–2026-08-13 13:45", .matched, ["08-13 13:26:00 start mixed", "08-13 13:45:00 end mixed"]),
      ("13:30–2026-08-13 13:45", .silent, ["08-13 13:45:00 end mixed"]),
      ("2026-08-13 13:30–13:45", .matched, ["08-13 13:30:00 start mixed", "08-13 13:45:00 end mixed"]),
      ("2026-08-13 13:30–13:45", .silent, ["08-13 13:30:00 start mixed"]),
      ("13:30–13:45", .silent, ["08-13 13:30:00 start mixed", "08-13 13:45:00 end mixed"]),
      (
        "2026-08-13 13:30–2026-08-13 13:45", .silent,
        ["08-13 13:30:00 start mixed", "08-13 13:45:00 end mixed"]
      ),
    ] as [(String, SemanticsPolicy.MixedComponents, [String])])
  func `AT5: components of different kinds are matched, or lose a callback under the other policy`(
    interval: String, choice: SemanticsPolicy.MixedComponents, expected: [String]
  ) throws {
    let bench = Bench(policy: .documented.with(\.mixedComponents, as: choice))
    try bench.start("mixed", interval, repeats: false)
    let isMixed = interval.split(separator: "–").map { $0.contains("-") } != [true, true] && interval.contains("-")
    #expect(bench.device.lints == (isMixed ? [.mismatchedComponents(activity: "mixed")] : []))
    bench.device.advance(to: "2026-08-14 13:00")
    #expect(bench.lines == expected)
  }

  @Test(
    arguments: [
      "2026-08-12 09:00–2026-08-12 10:00", "25:00–06:00", "22:00–25:00", "wd9 09:00–17:00", "–17:00", "09:00–",
      "24:00–06:00", "09:75–17:00", "2026-08-15 10:00–2026-08-15 09:00", "2026-08-14 wd2 09:00–2026-08-14 17:00",
    ])
  func `AT6: components that match no future date throw`(interval: String) throws {
    let bench = Bench()
    let ends = interval.split(separator: "–", omittingEmptySubsequences: false).map {
      NextIntervalTests.components(String($0))
    }
    let schedule = DeviceActivitySchedule(intervalStart: ends[0], intervalEnd: ends[1], repeats: false)
    #expect(throws: DeviceActivityCenter.MonitoringError.invalidDateComponents) { try bench.start("a", schedule) }
    #expect(bench.device.activities(of: bench.app) == [])
  }

  @Test func `AT6: February 30 is March 1`() throws {
    let bench = Bench()
    try bench.start("a", "month2 day30 09:00–month3 day1 17:00")
    bench.device.advance(to: "2027-03-02 00:00")
    #expect(
      bench.device.transcript == [
        "2027-03-01 09:00:00 intervalDidStart a", "2027-03-01 17:00:00 intervalDidEnd a",
      ])
  }

  /// Components of noon in UTC, and of one o'clock.
  private static func utc(withCalendar: Bool) -> DeviceActivitySchedule {
    let ends = [12, 13].map { hour in
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = .gmt
      return DateComponents(
        calendar: withCalendar ? calendar : nil, timeZone: withCalendar ? nil : .gmt, hour: hour, minute: 0)
    }
    return DeviceActivitySchedule(intervalStart: ends[0], intervalEnd: ends[1], repeats: true)
  }

  @Test func `AT7: a time zone without a calendar is ignored, with a lint`() throws {
    let bench = Bench("01:00")
    try bench.start("noon", Self.utc(withCalendar: false))
    bench.device.advance(to: "14:00")
    #expect(bench.lines == ["08-13 12:00:00 start noon", "08-13 13:00:00 end noon"])
    #expect(bench.device.lints == [.timeZoneWithoutCalendar(activity: "noon")])
  }

  @Test func `AT7: a time zone without a calendar counts under the other policy, with a lint`() throws {
    let bench = Bench("01:00", policy: .documented.with(\.componentZone, as: .honored))
    try bench.start("noon", Self.utc(withCalendar: false))
    bench.device.advance(to: "14:00")
    #expect(bench.lines == ["08-13 05:00:00 start noon", "08-13 06:00:00 end noon"])
    #expect(bench.device.lints == [.timeZoneWithoutCalendar(activity: "noon")])
  }

  @Test func `AT7: a calendar's time zone counts, wherever the device travels`() throws {
    let bench = Bench("01:00")
    try bench.start("noon", Self.utc(withCalendar: true))
    bench.device.advance(to: "04:00")
    bench.device.travel(to: "America/New_York")
    bench.device.advance(to: "14:00")
    #expect(bench.lines == ["08-13 08:00:00 start noon", "08-13 09:00:00 end noon"])
    #expect(bench.device.lints == [])
  }
}
