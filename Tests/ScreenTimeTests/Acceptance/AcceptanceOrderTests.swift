import DeviceActivity
import ScreenTimeSystem
import ScreenTimeTesting
import Testing

/// Acceptance rows of the order of callbacks, of threads, and of the time that they take: D23 and D24.
@Suite struct AcceptanceOrderTests {
  @Test func `AT23: a day ends before the next one starts`() throws {
    let bench = Bench("12:00")
    try bench.start("day", "00:00–23:59:59")
    bench.device.advance(by: .days(2))
    #expect(
      bench.lines == [
        "08-13 12:00:00 start day", "08-13 23:59:59 end day", "08-14 00:00:00 start day", "08-14 23:59:59 end day",
        "08-15 00:00:00 start day",
      ])
  }

  @Test func `AT23: callbacks of one activity at one moment have a fixed order`() throws {
    let bench = Bench("09:00")
    let events = [DeviceActivityEvent.Name("limit"): Bench.event(minutes: 0)]
    try bench.start("a", "10:00–10:00", warning: 12 * 60, events: events)
    bench.device.advance(to: "2026-08-14 10:00")
    #expect(
      bench.lines.suffix(6) == [
        "08-13 22:00:00 endWarning a", "08-13 22:00:00 startWarning a", "08-14 10:00:00 end a",
        "08-14 10:00:00 start a",
        "08-14 10:00:00 eventWarning a limit", "08-14 10:00:00 reached a limit",
      ])
  }

  @Test func `AT23: callbacks of several activities at one moment come in the order of registration`() throws {
    let bench = Bench("09:00")
    for name in ["c", "a", "b"] { try bench.start(name, "10:00–11:00") }
    try bench.start("a", "10:00–11:00")
    bench.device.advance(to: "11:00")
    let order = ["c", "b", "a"]
    #expect(bench.lines == order.map { "08-13 10:00:00 start \($0)" } + order.map { "08-13 11:00:00 end \($0)" })
  }

  private static func ties(seed: UInt64) throws -> [String] {
    let bench = Bench("09:00", policy: .documented.with(\.tieOrder, as: .random(seed: seed)))
    for name in ["a", "b", "c", "d"] { try bench.start(name, "10:00–10:00") }
    bench.device.advance(by: .days(3))
    return bench.lines
  }

  @Test func `AT23: a random order depends on the seed alone, and keeps that of each activity`() throws {
    let all = try (1...8).map { try Self.ties(seed: $0) }
    #expect(try (1...8).map { try Self.ties(seed: $0) } == all)
    #expect(Set(all).count > 1)
    for lines in all {
      for name in ["a", "b", "c", "d"] {
        let own = lines.filter { $0.hasSuffix(" \(name)") }.map { $0.split(separator: " ")[2] }
        #expect(own == ["start", "end", "start", "end", "start"])
      }
      #expect(lines.sorted() == all[0].sorted())
    }
  }

  /// Calls a closure in each callback.
  final class Calling: DeviceActivityMonitor {
    private let body: @Sendable (String, DeviceActivityName) -> Void
    private var count = 0

    init(_ body: @escaping @Sendable (String, DeviceActivityName) -> Void) { self.body = body }

    override func intervalDidStart(for activity: DeviceActivityName) {
      count += 1
      body("start \(count)", activity)
    }
    override func intervalDidEnd(for activity: DeviceActivityName) {
      count += 1
      body("end \(count)", activity)
    }
    override func intervalWillEndWarning(for activity: DeviceActivityName) { body("endWarning", activity) }
  }

  @Test func `AT23: a call in a callback takes effect at once, and its callbacks queue behind`() throws {
    let seen = SharedState<[String]>([])
    let bench = Bench("09:00") {
      Calling { kind, activity in
        guard kind.hasPrefix("start"), activity.rawValue == "a" else { return }
        DeviceActivityCenter().stopMonitoring([.init("a")])
        seen.withLock { $0 = DeviceActivityCenter().activities.map(\.rawValue) }
      }
    }
    try bench.start("a", "10:00–11:00")
    try bench.start("b", "10:00–11:00")
    bench.device.advance(to: "10:00")
    #expect(bench.lines == ["08-13 10:00:00 start a", "08-13 10:00:00 start b", "08-13 10:00:00 end a"])
    #expect(seen.withLock { $0 } == ["b"])
    #expect(bench.device.lints == [.stopInCallback(activity: "a")])
  }

  @Test(
    arguments: [
      (.callback, ["start 1", "end 1", "start 1"]), (.process, ["start 1", "end 2", "start 1"]),
    ] as [(SemanticsPolicy.MonitorLifetime, [String])])
  func `AT23: each callback has a monitor of its own, or its process has one until it ends`(
    choice: SemanticsPolicy.MonitorLifetime, expected: [String]
  ) throws {
    let calls = SharedState<[String]>([])
    let bench = Bench("09:30", policy: .documented.with(\.monitorLifetime, as: choice)) {
      Calling { kind, _ in calls.withLock { $0.append(kind) } }
    }
    try bench.start("a", "09:00–17:00")
    bench.device.advance(to: "18:00")
    bench.device.reboot()
    bench.device.advance(to: "2026-08-14 10:00")
    bench.device.pickUp()
    #expect(calls.withLock { $0 } == expected)
  }

  @Test
  func
    `AT23: under the concurrent policy eight callbacks of one moment may wait for each other, and a stop names its own`()
    throws
  {
    let (waiting, missing) = (SharedState(0), SharedState(0))
    let bench = Bench("08:00", policy: .documented.with(\.concurrency, as: .concurrent)) {
      AcceptanceOrderTests.Calling { kind, activity in
        guard kind.hasPrefix("start") else { return }
        waiting.withLock { $0 += 1 }
        // Bounded, so that a device which runs them one after another fails the test instead of waiting for ever.
        for _ in 0..<2_000_000 where waiting.withLock({ $0 }) < 8 { sched_yield() }
        if waiting.withLock({ $0 }) < 8 { missing.withLock { $0 += 1 } }
        if activity.rawValue == "a5" { DeviceActivityCenter().stopMonitoring([activity]) }
      }
    }
    for number in 0..<8 { try bench.start("a\(number)", "09:00–17:00") }
    bench.device.advance(to: "10:00")
    #expect(missing.withLock { $0 } == 0)
    #expect(bench.device.lints == [.stopInCallback(activity: "a5")])
  }

  @Test func `AT23: callbacks of one moment run at the same time under the concurrent policy`() throws {
    let threads = SharedState<Set<String>>([])
    let bench = Bench("09:00", policy: .documented.with(\.concurrency, as: .concurrent)) {
      Calling { _, _ in
        threads.withLock { _ = $0.insert("\(Thread.current)") }
        // Waits for another callback, which comes only if both run at once.
        for _ in 0..<2_000 where threads.withLock({ $0.count }) < 2 { usleep(1_000) }
      }
    }
    try bench.start("a", "10:00–11:00")
    try bench.start("b", "10:00–11:00")
    bench.device.advance(to: "10:00")
    #expect(threads.withLock { $0.count } == 2)
    #expect(bench.lines == ["08-13 10:00:00 start a", "08-13 10:00:00 start b"])
  }

  @Test func `AT23: stopMonitoring blocks a callback until the extension is ended`() throws {
    let calls = SharedState<[String]>([])
    let bench = Bench("10:00", policy: .documented.with(\.stopInCallback, as: .blocks)) {
      Calling { kind, _ in
        guard kind == "endWarning" else { return }
        DeviceActivityCenter().stopMonitoring([.init("a")])
        // The process is gone: nothing that follows has an effect.
        DeviceActivityCenter().stopMonitoring([.init("b")])
        calls.withLock { $0 = DeviceActivityCenter().activities.map(\.rawValue) }
      }
    }
    try bench.start("a", "09:00–17:00", warning: 60)
    try bench.start("b", "09:00–17:00")
    bench.device.advance(to: "16:30")
    #expect(bench.lines.dropFirst(2) == ["08-13 16:00:00 endWarning a", "08-13 16:00:31 end a"])
    #expect(calls.withLock { $0 } == [])
    #expect(bench.device.activities(of: bench.app) == ["b"])
    #expect(bench.device.lints == [.stopInCallback(activity: "a")])
  }

  @Test(
    arguments: [
      (.none, "22:00:00"), (.observed, "22:00:03"), (.fixed(milliseconds: 70_000), "22:01:10"),
      (.random(milliseconds: 5_000...5_000, seed: 3), "22:00:05"),
    ] as [(Latency, String)])
  func `AT24: callbacks take the time of the policy`(latency: Latency, time: String) throws {
    let bench = Bench("21:59:17", policy: .documented.with(\.latency, as: latency))
    try bench.start("night", "22:00–06:00")
    bench.device.advance(to: "23:00")
    #expect(bench.lines == ["08-13 \(time) start night"])
  }

  @Test(arguments: 1...20)
  func `AT24: callbacks of a process keep their order under random latencies`(seed: UInt64) throws {
    let policy = SemanticsPolicy.documented.with(\.latency, as: .random(milliseconds: 0...600_000, seed: seed))
    let bench = Bench("09:00", policy: policy)
    try bench.start("a", "10:00–10:00", warning: 5)
    bench.device.advance(by: .days(4))
    let kinds = bench.lines.map { String($0.split(separator: " ")[2]) }
    let day = ["start", "endWarning", "startWarning", "end"]
    #expect(kinds.count >= 3 * day.count)
    #expect(kinds == Array((["startWarning"] + day + day + day + day).prefix(kinds.count)), "seed \(seed)")
  }

  @Test(
    arguments: [(.dropsStart, []), (.lateStart, ["08-13 22:00:03 start night"])]
      as [(SemanticsPolicy.StopBeforeStart, [String])])
  func `AT24: stopping drops a start that is on its way, or it comes late without an end`(
    choice: SemanticsPolicy.StopBeforeStart, expected: [String]
  ) throws {
    let policy = SemanticsPolicy.documented.with(\.latency, as: .observed).with(\.stopBeforeStart, as: choice)
    let bench = Bench("21:00", policy: policy)
    try bench.start("night", "22:00–06:00")
    bench.device.advance(to: "22:00:01")
    bench.stop("night")
    bench.device.advance(by: .days(1))
    #expect(bench.lines == expected)
  }

  @Test(
    arguments: [(.observed, "22:00:03"), (.fixed(milliseconds: 3_000), "22:00:06")] as [(Latency, String)])
  func `AT24: stopping after the start has arrived ends the interval, at once as measured`(
    latency: Latency, end: String
  ) throws {
    let bench = Bench("21:00", policy: .documented.with(\.latency, as: latency))
    try bench.start("night", "22:00–06:00")
    bench.device.advance(to: "22:00:03")
    bench.stop("night")
    bench.device.advance(by: .days(1))
    #expect(bench.lines == ["08-13 22:00:03 start night", "08-13 \(end) end night"])
  }

  @Test(arguments: SemanticsPolicy.Overwrite.allCases)
  func `AT24: a replaced activity whose start is on its way starts once`(choice: SemanticsPolicy.Overwrite) throws {
    let policy = SemanticsPolicy.documented.with(\.latency, as: .observed).with(\.overwrite, as: choice)
    let bench = Bench("23:00", policy: policy)
    try bench.start("night", "22:00–06:00")
    bench.device.advance(by: .seconds(1))
    try bench.start("night", "22:00–07:00")
    bench.device.advance(to: "08:00")
    #expect(bench.lines == ["08-13 23:00:04 start night", "08-14 07:00:03 end night"])
  }
}
