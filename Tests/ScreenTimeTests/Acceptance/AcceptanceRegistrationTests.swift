import DeviceActivity
import ScreenTimeTesting
import Testing

/// Acceptance rows of `startMonitoring` and `stopMonitoring`: D8 to D13, and D16.
@Suite struct AcceptanceRegistrationTests {
  @Test(
    arguments: [
      ("14:00–14:14", .intervalTooShort), ("14:00–14:15", .unauthorized), ("14:00–14:10", .intervalTooShort),
      ("14:00–14:16", .unauthorized), ("25:00–14:15", .invalidDateComponents), ("day1–day15", .intervalTooLong),
    ] as [(String, DeviceActivityCenter.MonitoringError)])
  func `AT8: the schedule is checked before authorization`(
    interval: String, error: DeviceActivityCenter.MonitoringError
  ) {
    #expect(Bench(isAuthorized: false).refusal(interval) == error)
  }

  @Test func `AT8: authorization is checked before the number of activities`() throws {
    let bench = Bench()
    for number in 1...20 { try bench.start("a\(number)", "14:00–15:00") }
    #expect(bench.refusal("14:00–14:14") == .intervalTooShort)
    #expect(bench.refusal("14:00–15:00") == .excessiveActivities)
    bench.device.revokeAuthorization(of: bench.app)
    #expect(bench.refusal("14:00–15:00") == .unauthorized)
  }

  @Test(arguments: ["14:00–14:14", "25:00–06:00", "day1–day15"])
  func `AT8: a call that throws leaves the earlier activity of that name untouched`(interval: String) throws {
    let bench = Bench("09:30")
    let event = Bench.event(minutes: 10)
    try bench.start("a", "09:00–17:00", events: [.init("limit"): event])
    bench.device.use("com.example.game", for: .minutes(6))
    #expect(bench.refusal(interval) != nil)
    let (schedule, events) = bench.device.run(in: bench.app) {
      (DeviceActivityCenter().schedule(for: .init("a")), DeviceActivityCenter().events(for: .init("a")))
    }
    #expect(schedule == Bench.schedule("09:00–17:00") && events == [.init("limit"): event])
    bench.device.use("com.example.game", for: .minutes(6))
    bench.device.advance(to: "18:00")
    #expect(bench.lines == ["08-13 09:30:00 start a", "08-13 09:40:00 reached a limit", "08-13 17:00:00 end a"])
  }

  @Test(
    arguments: [
      ("2026-08-14 09:00–2026-08-14 09:14:59", .intervalTooShort), ("2026-08-14 09:00–2026-08-14 09:15", nil),
      ("2026-08-14 09:00–2026-08-21 09:00", nil), ("2026-08-14 09:00–2026-08-21 09:00:01", .intervalTooLong),
    ] as [(String, DeviceActivityCenter.MonitoringError?)])
  func `AT9: an interval has 900 to 604800 seconds`(interval: String, error: DeviceActivityCenter.MonitoringError?) {
    for length in SemanticsPolicy.IntervalLength.allCases {
      let policy = SemanticsPolicy.documented.with(\.intervalLength, as: length)
      #expect(Bench(policy: policy).refusal(interval, repeats: false) == error, "\(length)")
    }
  }

  @Test(
    arguments: [
      ("2026-08-13 00:05", "00:00:00–00:10:00", .intervalTooShort), ("2026-08-13 00:20", "00:00:00–00:25:00", nil),
      ("2026-08-13 00:10:30", "00:00:00–00:15:00", nil),
    ] as [(String, String, DeviceActivityCenter.MonitoringError?)])
  func `AT9: the whole interval counts, and not the time that is left`(
    now: String, interval: String, error: DeviceActivityCenter.MonitoringError?
  ) {
    #expect(Bench(now).refusal(interval, repeats: false) == error)
  }

  @Test(
    arguments: [
      ("2026-03-07 12:00", "01:55–03:00", .elapsed, .intervalTooShort),
      ("2026-03-07 12:00", "01:55–03:00", .wallClock, nil),
      ("2026-10-30 12:00", "2026-10-31 09:00–2026-11-07 09:00", .elapsed, .intervalTooLong),
      ("2026-10-30 12:00", "2026-10-31 09:00–2026-11-07 09:00", .wallClock, nil),
      ("2026-10-31 12:00", "01:50–2026-11-01 02:00", .elapsed, nil),
    ] as [(String, String, SemanticsPolicy.IntervalLength, DeviceActivityCenter.MonitoringError?)])
  func `AT9: elapsed time counts when the clocks change, and clock readings under the other policy`(
    now: String, interval: String, length: SemanticsPolicy.IntervalLength, error: DeviceActivityCenter.MonitoringError?
  ) {
    let bench = Bench(now, policy: .documented.with(\.intervalLength, as: length))
    #expect(bench.refusal(interval, repeats: false) == error)
  }

  @Test func `AT10: an app and its extensions monitor twenty activities`() throws {
    let bench = Bench()
    let kinds: [ProcessKind] = [.app, .monitor, .shieldAction]
    for number in 0..<20 { try bench.start("a\(number)", "14:00–15:00", as: kinds[number % 3]) }
    #expect(bench.refusal("14:00–15:00", name: "b") == .excessiveActivities)
    #expect(throws: DeviceActivityCenter.MonitoringError.excessiveActivities) {
      try bench.start("b", "14:00–15:00", as: .monitor)
    }
    #expect(bench.refusal("14:00–16:00", name: "a3") == nil)
    bench.stop("a7")
    #expect(bench.refusal("14:00–15:00", name: "b") == nil)
    #expect(bench.refusal("14:00–15:00", name: "c") == .excessiveActivities)
  }

  @Test func `AT10: each app has twenty activities of its own`() throws {
    let bench = Bench()
    for number in 0..<20 { try bench.start("a\(number)", "14:00–15:00") }
    let other = bench.device.install(ScreenTimeApp("com.example.other"))
    try bench.device.run(in: other) {
      try DeviceActivityCenter().startMonitoring(.init("a0"), during: Bench.schedule("14:00–15:00"))
    }
    #expect(bench.device.activities(of: other) == ["a0"])
  }

  @Test func `AT11: the start of a running interval follows the call`() throws {
    let bench = Bench()
    try bench.start("a", "09:00–17:00")
    #expect(
      bench.device.journal.suffix(2).map(\.description) == [
        "2026-08-13 13:26:00 startMonitoring a", "2026-08-13 13:26:00 intervalDidStart a",
      ])
  }

  @Test func `AT11: a device that is down delivers the start when it is picked up`() throws {
    let bench = Bench()
    bench.device.putDown()
    try bench.start("a", "09:00–17:00")
    bench.device.advance(to: "15:00")
    #expect(bench.lines == [])
    bench.device.pickUp()
    #expect(bench.lines == ["08-13 15:00:00 start a"])
  }

  @Test(
    arguments: [
      (.silent, ["08-13 10:00:00 start a", "08-13 10:20:00 start a"]),
      (.endsInterval, ["08-13 10:00:00 start a", "08-13 10:20:00 end a", "08-13 10:20:00 start a"]),
    ] as [(SemanticsPolicy.Overwrite, [String])])
  func `AT12: a replaced activity starts again, and its counters start anew`(
    choice: SemanticsPolicy.Overwrite, expected: [String]
  ) throws {
    let bench = Bench("10:00", policy: .documented.with(\.overwrite, as: choice))
    let events = [DeviceActivityEvent.Name("limit"): Bench.event(minutes: 10)]
    try bench.start("a", "09:00–17:00", events: events)
    bench.device.use("com.example.game", for: .minutes(8))
    bench.device.advance(to: "10:20")
    try bench.start("a", "09:00–18:00", events: events)
    bench.device.use("com.example.game", for: .minutes(8))
    #expect(bench.lines == expected)
    bench.device.use("com.example.game", for: .minutes(2))
    bench.device.advance(to: "18:30")
    #expect(bench.lines.dropFirst(expected.count) == ["08-13 10:30:00 reached a limit", "08-13 18:00:00 end a"])
    #expect(bench.device.activities(of: bench.app) == ["a"])
  }

  @Test(arguments: SemanticsPolicy.Overwrite.allCases)
  func `AT12: a replaced activity that has not started sends nothing`(choice: SemanticsPolicy.Overwrite) throws {
    let bench = Bench("08:00", policy: .documented.with(\.overwrite, as: choice))
    try bench.start("a", "09:00–17:00")
    try bench.start("a", "10:00–11:00")
    bench.device.advance(to: "18:00")
    #expect(bench.lines == ["08-13 10:00:00 start a", "08-13 11:00:00 end a"])
  }

  @Test func `AT13: stopping ends an interval that has started, and only that`() throws {
    let bench = Bench()
    try bench.start("open", "09:00–17:00")
    try bench.start("later", "18:00–19:00")
    bench.stop("unknown")
    bench.stop("later", "open")
    bench.device.advance(by: .days(2))
    #expect(bench.lines == ["08-13 13:26:00 start open", "08-13 13:26:00 end open"])
    #expect(bench.device.lints == [])
  }

  @Test func `AT13: stopping before the first use sends no end`() throws {
    let bench = Bench()
    bench.device.putDown()
    try bench.start("a", "09:00–17:00")
    bench.device.advance(by: .minutes(5))
    bench.stop("a")
    bench.device.pickUp()
    bench.device.advance(by: .days(1))
    #expect(bench.lines == [])
  }

  @Test(arguments: [true, false])
  func `AT13: no names stop everything, and an empty array has a lint`(isExplicit: Bool) throws {
    let bench = Bench()
    try bench.start("a", "09:00–17:00")
    try bench.start("b", "09:00–18:00")
    bench.device.run(in: bench.app) {
      if isExplicit { DeviceActivityCenter().stopMonitoring([]) } else { DeviceActivityCenter().stopMonitoring() }
    }
    #expect(bench.lines.suffix(2) == ["08-13 13:26:00 end a", "08-13 13:26:00 end b"])
    #expect(bench.device.lints == (isExplicit ? [.emptyStopStopsAll] : []))
    #expect(bench.device.activities(of: bench.app) == [])
  }

  @Test(arguments: SemanticsPolicy.FinishedActivities.allCases)
  func `AT16: finished activities count unless the policy drops them`(
    choice: SemanticsPolicy.FinishedActivities
  ) throws {
    let bench = Bench("10:00", policy: .documented.with(\.finishedActivities, as: choice))
    for number in 0..<20 { try bench.start("a\(number)", "10:00–11:00", repeats: false) }
    bench.device.advance(to: "2026-08-15 10:30")
    #expect(bench.lines.count == 40)
    #expect(bench.device.activities(of: bench.app).count == (choice == .kept ? 20 : 0))
    #expect(bench.refusal("12:00–13:00", name: "b") == (choice == .kept ? .excessiveActivities : nil))
    bench.stop("a1")
    #expect(bench.refusal("12:00–13:00", name: "b") == nil)
    #expect(bench.lines.count == 40)
  }
}
