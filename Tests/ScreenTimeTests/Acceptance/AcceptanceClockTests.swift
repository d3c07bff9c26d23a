import DeviceActivity
import ManagedSettings
import ScreenTimeTesting
import Testing

/// Acceptance rows of time zones, clocks and daylight saving time: D18 to D20.
@Suite struct AcceptanceClockTests {
  @Test(
    arguments: [
      ("America/Los_Angeles", "12:00", "America/New_York", "08-13 17:00:00"),
      ("America/Los_Angeles", "15:00", "America/New_York", "08-13 18:00:00"),
      ("America/New_York", "09:30", "America/Los_Angeles", "08-13 17:00:00"),
      ("America/Los_Angeles", "12:00", "Asia/Tokyo", "08-14 17:00:00"),
    ])
  func `AT18: the end of an interval stays at its time on the clock`(
    zone: String, departure: String, destination: String, shown: String
  ) throws {
    let bench = Bench("08:00", in: zone)
    try bench.start("work", "09:00–17:00")
    bench.device.advance(to: departure)
    bench.device.travel(to: destination)
    bench.device.advance(by: .hours(17))
    #expect(bench.lines.prefix(2) == ["08-13 09:00:00 start work", "\(shown) end work"])
    let ends = bench.device.journal.filter { "\($0)".contains("intervalDidEnd") }
    #expect(ends.count == 1)
    // The next interval begins on the next day of the destination.
    let next = "\(shown.hasPrefix("08-13") ? "08-14" : "08-15") 09:00:00 start work"
    bench.device.advance(by: .hours(12))
    #expect(bench.lines.dropFirst(2).first == next)
  }

  @Test(
    arguments: [
      ("America/Los_Angeles", "12:00", "America/New_York", 300),
      ("America/Los_Angeles", "15:00", "America/New_York", 360),
      ("America/New_York", "09:30", "America/Los_Angeles", 660), ("America/Los_Angeles", "12:00", "Asia/Tokyo", 960),
    ])
  func `AT18: an interval across zones lasts as long as documented`(
    zone: String, departure: String, destination: String, minutes: Int
  ) throws {
    let times = Times()
    let bench = Bench("08:00", in: zone, monitor: { times.monitor })
    try bench.start("work", "09:00–17:00")
    bench.device.advance(to: departure)
    bench.device.travel(to: destination)
    bench.device.advance(by: .hours(17))
    let dates = times.dates.prefix(2)
    #expect(dates[1].timeIntervalSince(dates[0]) == Double(minutes * 60))
  }

  @Test func `AT18: pending warnings move with the end, and delivered ones stay delivered`() throws {
    let bench = Bench("08:00")
    try bench.start("work", "09:00–17:00", warning: 60)
    bench.device.advance(to: "12:00")
    bench.device.travel(to: "America/New_York")
    bench.device.advance(to: "16:30")
    bench.device.travel(to: "America/Los_Angeles")
    bench.device.advance(to: "20:00")
    #expect(
      bench.lines == [
        "08-13 08:00:00 startWarning work", "08-13 09:00:00 start work", "08-13 16:00:00 endWarning work",
        "08-13 17:00:00 end work",
      ])
  }

  @Test func `AT18: an interval that has not started moves to the new zone`() throws {
    let bench = Bench("07:00")
    try bench.start("work", "09:00–17:00")
    bench.device.travel(to: "America/New_York")
    #expect(bench.lines == ["08-13 10:00:00 start work"])
  }

  @Test func `AT18: a start warning is not repeated for one interval`() throws {
    let bench = Bench("08:45")
    try bench.start("work", "09:00–17:00", warning: 30)
    try bench.device.setClock(to: "08:46")
    bench.device.advance(to: "09:00")
    #expect(bench.lines == ["08-13 08:45:00 startWarning work", "08-13 09:00:00 start work"])
  }

  @Test func `AT19: a clock set past the end ends the interval`() throws {
    let bench = Bench("12:00")
    try bench.start("work", "09:00–17:00")
    try bench.device.setClock(to: "18:00")
    #expect(bench.lines.dropFirst() == ["08-13 18:00:00 end work"])
    bench.device.advance(to: "2026-08-14 09:00")
    #expect(bench.lines.dropFirst(2) == ["08-14 09:00:00 start work"])
  }

  @Test func `AT19: a clock set back before the start leaves the interval open until its end`() throws {
    let bench = Bench("12:00")
    try bench.start("work", "09:00–17:00")
    try bench.device.setClock(to: "08:00")
    bench.device.advance(to: "16:59")
    #expect(bench.lines == ["08-13 12:00:00 start work"])
    bench.device.advance(to: "17:00")
    #expect(bench.lines.dropFirst() == ["08-13 17:00:00 end work"])
  }

  @Test func `AT19: an end that is reached again does not fire twice`() throws {
    let bench = Bench("12:00")
    try bench.start("work", "09:00–17:00")
    bench.device.advance(to: "17:30")
    try bench.device.setClock(to: "16:00")
    bench.device.advance(to: "2026-08-14 08:00")
    #expect(bench.lines == ["08-13 12:00:00 start work", "08-13 17:00:00 end work"])
    bench.device.advance(to: "2026-08-14 09:00")
    #expect(bench.lines.dropFirst(2) == ["08-14 09:00:00 start work"])
  }

  @Test func `AT19: use is counted by elapsed time`() throws {
    let bench = Bench("12:00")
    try bench.start("work", "09:00–17:00", events: [.init("limit"): Bench.event(minutes: 10)])
    bench.device.open("com.example.game")
    bench.device.advance(by: .minutes(4))
    try bench.device.setClock(to: "15:00")
    bench.device.advance(by: .minutes(4))
    try bench.device.setClock(to: "11:00")
    bench.device.advance(by: .minutes(4))
    #expect(bench.lines == ["08-13 12:00:00 start work", "08-13 11:02:00 reached work limit"])
  }

  @Test func `AT19: a clock that settings lock cannot be set`() throws {
    let bench = Bench("12:00")
    try bench.start("work", "09:00–17:00")
    bench.device.run(in: bench.app) { ManagedSettingsStore().dateAndTime.requireAutomaticDateAndTime = true }
    #expect(throws: DeviceRefusal.automaticDateAndTimeRequired) { try bench.device.setClock(to: "18:00") }
    #expect(bench.lines == ["08-13 12:00:00 start work"])
    bench.device.run(in: bench.app) { ManagedSettingsStore().dateAndTime.requireAutomaticDateAndTime = false }
    try bench.device.setClock(to: "18:00")
    #expect(bench.lines.count == 2)
  }

  @Test(
    arguments: [
      ("2026-03-07 12:00", "22:00–06:00", ["03-07 22:00:00 start a", "03-08 06:00:00 end a"], 420),
      ("2026-10-31 12:00", "22:00–06:00", ["10-31 22:00:00 start a", "11-01 06:00:00 end a"], 540),
      ("2026-03-07 12:00", "02:30–04:00", ["03-08 03:30:00 start a", "03-08 04:00:00 end a"], 30),
      ("2026-03-08 03:10", "02:30–04:00", ["03-08 03:30:00 start a", "03-08 04:00:00 end a"], 30),
      ("2026-10-31 12:00", "01:30–03:00", ["11-01 01:30:00 start a", "11-01 03:00:00 end a"], 150),
      ("2026-03-07 12:00", "02:00–03:00", ["03-08 03:00:00 start a", "03-09 03:00:00 end a"], 1_440),
      ("2026-03-07 12:00", "02:30–03:30", ["03-08 03:30:00 start a", "03-09 03:30:00 end a"], 1_440),
    ])
  func `AT20: callbacks follow intervals around a change of the clocks`(
    now: String, interval: String, expected: [String], minutes: Int
  ) throws {
    let times = Times()
    let bench = Bench(now, monitor: { times.monitor })
    try bench.start("a", interval, repeats: false)
    bench.device.advance(by: .days(3))
    #expect(bench.lines == expected)
    #expect(times.dates[1].timeIntervalSince(times.dates[0]) == Double(minutes * 60))
    let isStretched = minutes == 1_440
    #expect(bench.device.lints == (isStretched ? [.dstStretchedInterval(activity: "a", minutes: 1_440)] : []))
  }

  @Test func `AT20: an interval that the clocks stretch long after its registration is named when it starts`() throws {
    let bench = Bench("2026-03-05 12:00")
    try bench.start("a", "02:00–03:00")
    bench.device.advance(to: "2026-03-07 12:00")
    #expect(bench.device.lints == [])
    bench.device.advance(by: .days(1))
    #expect(bench.device.lints == [.dstStretchedInterval(activity: "a", minutes: 1_440)])
  }

  @Test func `AT20: a start that the clocks jump over is running ten minutes later`() throws {
    let bench = Bench("2026-03-08 03:40")
    try bench.start("a", "02:30–04:00")
    #expect(bench.lines == ["03-08 03:40:00 start a"])
  }
}
