import DeviceActivity
import ScreenTimeTesting
import Testing

/// Callbacks that are owed when code throws, or when a device is switched off; and times that the clock shows twice.
@Suite struct DeviceRebootTests {
  private static let slow = SemanticsPolicy.documented.with(\.latency, as: .fixed(milliseconds: 60_000))

  @Test func `an activity that is registered again starts again after a reboot before the former end arrives`() throws {
    let bench = Bench("09:00", policy: Self.slow)
    try bench.start("a", "09:10–17:00")
    bench.device.advance(to: "10:00")
    bench.stop("a")
    try bench.start("a", "09:10–17:00")
    bench.device.reboot()
    bench.device.pickUp()
    bench.device.advance(to: "10:30")
    #expect(bench.lines == ["08-13 09:11:00 start a", "08-13 10:01:00 end a", "08-13 10:01:00 start a"])
  }

  @Test func `the end of a stopped activity comes once, also if the device is switched off before it arrives`() throws {
    let bench = Bench("09:00", policy: Self.slow)
    try bench.start("a", "09:10–17:00")
    bench.device.advance(to: "10:00")
    bench.stop("a")
    bench.device.reboot()
    bench.device.pickUp()
    bench.device.advance(by: .days(1))
    #expect(bench.lines == ["08-13 09:11:00 start a", "08-13 10:01:00 end a"])
  }

  @Test func `the end of a finished activity that is dropped comes also after a reboot`() throws {
    let policy = Self.slow.with(\.finishedActivities, as: .dropped)
    let bench = Bench("09:00", policy: policy)
    try bench.start("a", "09:10–17:00", repeats: false)
    bench.device.advance(to: "2026-08-13 17:00")
    bench.device.advance(by: .seconds(30))
    bench.device.reboot()
    bench.device.pickUp()
    bench.device.advance(by: .minutes(10))
    #expect(bench.lines == ["08-13 09:11:00 start a", "08-13 17:01:00 end a"])
  }

  @Test func `the end that follows a stop comes also if the activity is registered twice again`() throws {
    let bench = Bench("09:00", policy: Self.slow)
    try bench.start("a", "08:00–17:00")
    bench.device.advance(by: .minutes(2))
    bench.stop("a")
    try bench.start("a", "08:00–17:00")
    try bench.start("a", "08:00–17:00")
    bench.device.advance(by: .minutes(2))
    #expect(bench.lines == ["08-13 09:01:00 start a", "08-13 09:03:00 end a", "08-13 09:03:00 start a"])
  }

  @Test func `callbacks that code made due come also if the code throws`() async throws {
    let bench = Bench("10:00")
    #expect(throws: CancellationError.self) {
      try bench.device.run(in: bench.app) {
        try DeviceActivityCenter().startMonitoring(.init("a"), during: Bench.schedule("09:00–17:00"))
        throw CancellationError()
      }
    }
    #expect(bench.lines == ["08-13 10:00:00 start a"])
    await #expect(throws: CancellationError.self) {
      try await bench.device.run(in: bench.app) {
        await Task.yield()
        try DeviceActivityCenter().startMonitoring(.init("b"), during: Bench.schedule("09:00–17:00"))
        throw CancellationError()
      }
    }
    #expect(bench.lines.last == "08-13 10:00:00 start b")
  }

  @Test func `use that ended before the device was switched off stays ended if an event was on its way`() throws {
    let bench = Bench("09:00", policy: Self.slow)
    let game = bench.device.token(for: "com.example.game")
    try bench.start(
      "a", "08:00–17:00",
      events: [
        .init("ten"): Bench.event(minutes: 10, of: [game]), .init("twenty"): Bench.event(minutes: 20, of: [game]),
      ])
    bench.device.open("com.example.game")
    bench.device.advance(by: .seconds(620))
    bench.device.goHome()
    bench.device.advance(by: .seconds(10))
    bench.device.reboot()
    bench.device.pickUp()
    bench.device.advance(by: .minutes(60))
    #expect(bench.lines == ["08-13 09:01:00 start a", "08-13 09:11:30 reached a ten"])
    bench.device.open("com.example.game")
    bench.device.advance(by: .seconds(579))
    #expect(bench.lines.count == 2)
    bench.device.advance(by: .seconds(61))
    #expect(bench.lines.last == "08-13 10:21:10 reached a twenty")
  }

  @Test(arguments: [("2026-11-01 00:30", "01:30", 60), ("2026-11-01 01:45", "01:30", 45)])
  func `a time that the clock shows twice is the next one`(start: String, time: String, minutes: Int) {
    let device = VirtualDevice(at: start, in: "America/Los_Angeles")
    let before = device.now
    device.advance(to: time)
    #expect(device.now.timeIntervalSince(before) == Double(minutes * 60))
  }
}
