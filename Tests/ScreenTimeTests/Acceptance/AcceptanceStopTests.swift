import DeviceActivity
import ScreenTimeSystem
import ScreenTimeTesting
import Testing

/// A stop while callbacks of several intervals are on their way.
@Suite struct AcceptanceStopTests {
  @Test(arguments: [SemanticsPolicy.StopBeforeStart.dropsStart, .lateStart])
  func `AT24: a stop keeps the end of an interval whose start has arrived`(
    stop: SemanticsPolicy.StopBeforeStart
  ) throws {
    let policy = SemanticsPolicy.documented.with(\.latency, as: .fixed(milliseconds: 3_000)).with(
      \.stopBeforeStart, as: stop)
    let bench = Bench("12:00", policy: policy)
    try bench.start("day", "00:00:00–23:59:59")
    bench.device.advance(to: "2026-08-14 00:00:01")
    // The end of yesterday and the start of today are on their way.
    bench.stop("day")
    bench.device.advance(by: .minutes(1))
    let late = stop == .lateStart ? ["08-14 00:00:03 start day"] : []
    #expect(bench.lines == ["08-13 12:00:03 start day", "08-14 00:00:02 end day"] + late)
  }

  @Test func `a copy of a start that has arrived does not swallow the end`() throws {
    let device = VirtualDevice(
      at: "2026-08-13 08:00", in: "Europe/Berlin",
      faults: [.duplicate(.init(.intervalDidStart)), .delay(.init(.intervalDidStart), milliseconds: 0)])
    final class Monitor: DeviceActivityMonitor {
      override func intervalDidStart(for activity: DeviceActivityName) {
        DeviceActivityCenter().stopMonitoring([activity])
      }
    }
    let app = device.install(ScreenTimeApp("com.example.focus") { Monitor() })
    try device.run(in: app) {
      try DeviceActivityCenter().startMonitoring(
        DeviceActivityName("work"),
        during: DeviceActivitySchedule(
          intervalStart: DateComponents(hour: 9), intervalEnd: DateComponents(hour: 17), repeats: true))
    }
    device.advance(to: "10:00")
    #expect(
      device.transcript == [
        "2026-08-13 09:00:00 intervalDidStart work", "2026-08-13 09:00:00 intervalDidEnd work",
      ])
  }

  @Test(
    arguments: [
      ("02:00", "03:00", "2026-03-08 03:00:00", "2026-03-09 03:00:00"),
      ("02:30", "03:30", "2026-03-08 03:30:00", "2026-03-09 03:30:00"),
    ])
  func `AT17: a reboot keeps an interval that the clocks stretch`(
    start: String, end: String, started: String, ended: String
  ) throws {
    let device = VirtualDevice(at: "2026-03-08 01:00", in: "America/Los_Angeles")
    let app = device.install(ScreenTimeApp("com.example.focus"))
    try device.run(in: app) {
      try DeviceActivityCenter().startMonitoring(
        DeviceActivityName("a"),
        during: DeviceActivitySchedule(
          intervalStart: NextIntervalTests.components(start), intervalEnd: NextIntervalTests.components(end),
          repeats: true))
    }
    device.advance(to: "12:00")
    device.reboot()
    device.pickUp()
    device.advance(to: "2026-03-09 04:00")
    #expect(device.transcript.prefix(2).map { $0 } == ["\(started) intervalDidStart a", "\(ended) intervalDidEnd a"])
  }

  @Test func `a stop that blocks moves the clock that its code reads`() throws {
    final class Monitor: DeviceActivityMonitor {
      override func intervalDidStart(for activity: DeviceActivityName) {
        let before = Date()
        DeviceActivityCenter().stopMonitoring([activity])
        seconds.withLock { $0 = Date().timeIntervalSince(before) }
      }
    }
    let device = VirtualDevice(
      at: "2026-08-13 08:00", in: "Europe/Berlin", policy: .documented.with(\.stopInCallback, as: .blocks))
    let app = device.install(ScreenTimeApp("com.example.focus") { Monitor() })
    try device.run(in: app) {
      try DeviceActivityCenter().startMonitoring(
        DeviceActivityName("work"),
        during: DeviceActivitySchedule(
          intervalStart: DateComponents(hour: 9), intervalEnd: DateComponents(hour: 17), repeats: true))
    }
    device.advance(to: "09:00")
    #expect(seconds.withLock { $0 } == 31)
  }

  @Test(arguments: [(SemanticsPolicy.ComponentZone.ignored, 12), (.honored, 5)])
  func `AT7: nextInterval follows the choice for zones without a calendar`(
    choice: SemanticsPolicy.ComponentZone, hour: Int
  ) throws {
    let device = VirtualDevice(
      at: "2026-08-13 01:00", in: "America/Los_Angeles", policy: .documented.with(\.componentZone, as: choice))
    let app = device.install(ScreenTimeApp("com.example.focus"))
    let schedule = DeviceActivitySchedule(
      intervalStart: DateComponents(timeZone: .gmt, hour: 12), intervalEnd: DateComponents(timeZone: .gmt, hour: 13),
      repeats: true)
    let next = try #require(device.run(in: app) { schedule.nextInterval })
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = device.timeZone
    #expect(calendar.component(.hour, from: next.start) == hour)
  }

  @Test func `AT20: a weekly interval that the clocks stretch has a lint`() throws {
    let device = VirtualDevice(at: "2026-03-07 12:00", in: "America/Los_Angeles")
    let app = device.install(ScreenTimeApp("com.example.focus"))
    try device.run(in: app) {
      try DeviceActivityCenter().startMonitoring(
        DeviceActivityName("sunday"),
        during: DeviceActivitySchedule(
          intervalStart: DateComponents(hour: 2, weekday: 1), intervalEnd: DateComponents(hour: 3, weekday: 1),
          repeats: true))
    }
    #expect(device.lints == [.dstStretchedInterval(activity: "sunday", minutes: 10_080)])
  }
}

/// What the monitor of a test measured.
private let seconds = SharedState(0.0)
