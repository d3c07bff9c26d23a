import DeviceActivity
import ScreenTimeSystem
import ScreenTimeTesting
import Testing

/// Acceptance rows of a device that is not used, is off, or is used again: D14, D15 and D17.
@Suite struct AcceptanceUseTests {
  @Test(
    arguments: [
      ("2026-08-14 10:00", ["08-14 10:00:00 end work", "08-14 10:00:00 start work"]),
      ("2026-08-13 18:00", ["08-13 18:00:00 end work"]), ("2026-08-13 16:30", ["08-13 17:00:00 end work"]),
      ("2026-08-14 09:00", ["08-14 09:00:00 end work", "08-14 09:00:00 start work"]),
      ("2026-08-14 08:59", ["08-14 08:59:00 end work", "08-14 09:00:00 start work"]),
      ("2026-08-17 18:00", ["08-17 18:00:00 end work"]),
    ])
  func `AT14: the next use delivers what is owed, oldest first`(pickUp: String, expected: [String]) throws {
    let bench = Bench("09:30")
    try bench.start("work", "09:00–17:00")
    bench.device.advance(to: "16:00")
    bench.device.putDown()
    bench.device.advance(to: pickUp)
    #expect(bench.lines == ["08-13 09:30:00 start work"])
    bench.device.pickUp()
    bench.device.advance(by: .minutes(30))
    #expect(Array(bench.lines.dropFirst()) == expected)
  }

  @Test func `AT14: what several activities are owed comes in the order of its times`() throws {
    let bench = Bench("09:30")
    try bench.start("late", "09:00–18:00")
    try bench.start("early", "09:00–17:00")
    try bench.start("evening", "17:30–23:00")
    bench.device.putDown()
    bench.device.advance(to: "19:00")
    bench.device.pickUp()
    #expect(
      bench.lines.dropFirst(2) == [
        "08-13 19:00:00 end early", "08-13 19:00:00 start evening", "08-13 19:00:00 end late",
      ])
  }

  @Test func `AT15: an interval without use has no callbacks`() throws {
    let bench = Bench("08:00")
    try bench.start("work", "09:00–17:00", warning: 10, events: [.init("zero"): Bench.event(minutes: 0)])
    bench.device.putDown()
    bench.device.advance(to: "18:00")
    bench.device.pickUp()
    #expect(bench.lines == [])
    bench.device.advance(to: "2026-08-14 09:00")
    #expect(
      bench.lines == [
        "08-14 08:50:00 startWarning work", "08-14 09:00:00 start work", "08-14 09:00:00 eventWarning work zero",
        "08-14 09:00:00 reached work zero",
      ])
  }

  /// What a person may do after a one-shot was missed.
  private static let laterSteps: [@Sendable (VirtualDevice) throws -> Void] = [
    { $0.advance(by: .days(2)) }, { $0.travel(to: "Asia/Tokyo") }, { try $0.setClock(to: "2026-08-13 08:30") },
    { $0.reboot() }, { try $0.setClock(to: "2026-08-15 08:30") },
  ]

  @Test(arguments: ["2026-08-13 09:00–2026-08-13 17:00", "09:00–17:00"], 0..<5)
  func `AT15: a one-shot that was missed stays silent for ever`(interval: String, step: Int) throws {
    let bench = Bench("08:00")
    try bench.start("once", interval, repeats: false)
    bench.device.putDown()
    bench.device.advance(to: "18:00")
    bench.device.pickUp()
    try Self.laterSteps[step](bench.device)
    bench.device.pickUp()
    bench.device.advance(by: .days(3))
    #expect(bench.lines == [])
    let next = bench.device.run(in: bench.app) {
      DeviceActivityCenter().schedule(for: .init("once"))?.nextInterval
    }
    #expect((next == nil) == interval.contains("-"))
  }

  @Test func `AT17: a reboot within an interval keeps it open`() throws {
    let bench = Bench("09:30")
    let events = [DeviceActivityEvent.Name("limit"): Bench.event(minutes: 10)]
    try bench.start("work", "09:00–17:00", warning: 30, events: events)
    bench.device.use("com.example.game", for: .minutes(6))
    bench.device.reboot()
    bench.device.advance(by: .minutes(4))
    bench.device.use("com.example.game", for: .minutes(6))
    bench.device.advance(to: "18:00")
    #expect(
      bench.lines == [
        "08-13 09:30:00 start work", "08-13 09:30:00 eventWarning work limit", "08-13 09:44:00 reached work limit",
        "08-13 16:30:00 endWarning work", "08-13 17:00:00 end work",
      ])
    #expect(bench.device.activities(of: bench.app) == ["work"])
  }

  @Test func `AT17: a reboot across the end delivers the end with the first use`() throws {
    let bench = Bench("09:30")
    try bench.start("work", "09:00–17:00")
    bench.device.advance(to: "16:00")
    bench.device.powerOff()
    bench.device.advance(to: "17:30")
    bench.device.powerOn()
    bench.device.advance(to: "18:00")
    #expect(bench.lines == ["08-13 09:30:00 start work"])
    bench.device.pickUp()
    bench.device.advance(to: "2026-08-14 12:00")
    #expect(bench.lines.dropFirst() == ["08-13 18:00:00 end work", "08-14 09:00:00 start work"])
  }

  @Test(arguments: [SemanticsPolicy.Warnings.awaitUse, .ungated])
  func `AT17: a device that is off delivers nothing`(choice: SemanticsPolicy.Warnings) throws {
    let bench = Bench("08:00", policy: .documented.with(\.warnings, as: choice))
    try bench.start("work", "09:00–17:00", warning: 10)
    bench.device.powerOff()
    bench.device.advance(to: "16:55")
    #expect(bench.lines == [])
    bench.device.powerOn()
    bench.device.advance(to: "16:56")
    #expect(bench.lines == [])
    bench.device.pickUp()
    #expect(bench.lines == ["08-13 16:56:00 start work", "08-13 16:56:00 endWarning work"])
  }

  @Test func `AT17: monitoring is lost under the other policy`() throws {
    let bench = Bench("09:30", policy: .documented.with(\.reboot, as: .losesMonitoring))
    try bench.start("work", "09:00–17:00")
    bench.device.reboot()
    bench.device.pickUp()
    bench.device.advance(by: .days(2))
    #expect(bench.lines == ["08-13 09:30:00 start work"])
    #expect(bench.device.activities(of: bench.app) == [])
    try bench.start("work", "09:00–17:00")
    #expect(bench.lines.count == 2)
  }

  @Test func `AT17: a callback on its way is computed anew after a reboot`() throws {
    let bench = Bench("08:00", policy: .documented.with(\.latency, as: .observed))
    try bench.start("work", "09:00–17:00", warning: 10)
    bench.device.advance(to: "09:00:01")
    bench.device.reboot()
    bench.device.advance(by: .minutes(5))
    #expect(bench.lines == ["08-13 08:50:03 startWarning work"])
    bench.device.pickUp()
    bench.device.advance(to: "17:00:02")
    #expect(bench.lines.dropFirst() == ["08-13 09:05:04 start work", "08-13 16:50:03 endWarning work"])
    bench.device.powerOff()
    bench.device.advance(to: "2026-08-14 08:00")
    bench.device.powerOn()
    bench.device.pickUp()
    bench.device.advance(by: .minutes(1))
    #expect(bench.lines.dropFirst(3) == ["08-14 08:00:03 end work"])
  }

  @Test func `AT17: a callback on its way is dropped if its interval ends while the device is off`() throws {
    let bench = Bench("08:00", policy: .documented.with(\.latency, as: .observed))
    try bench.start("work", "09:00–17:00", repeats: false)
    bench.device.advance(to: "09:00:01")
    bench.device.powerOff()
    bench.device.advance(to: "17:30")
    bench.device.powerOn()
    bench.device.pickUp()
    bench.device.advance(by: .days(2))
    #expect(bench.lines == [])
  }

  @Test func `AT17: a device that travels while it is off is in the new zone when it starts`() throws {
    let bench = Bench("09:30")
    try bench.start("work", "09:00–17:00")
    bench.device.powerOff()
    bench.device.travel(to: "America/New_York")
    bench.device.powerOn()
    bench.device.pickUp()
    bench.device.advance(to: "2026-08-14 10:00")
    #expect(bench.lines.dropFirst() == ["08-13 17:00:00 end work", "08-14 09:00:00 start work"])
  }

  @Test func `a device that is down stays down when it returns to the home screen`() throws {
    let bench = Bench("09:30")
    bench.device.putDown()
    bench.device.goHome()
    try bench.start("work", "09:00–17:00")
    #expect(bench.lines == [])
  }

  @Test func `what a test queued for a device that is off runs once it is on`() {
    let bench = Bench("09:30")
    let ran = SharedState(false)
    bench.device.enqueue("step", in: bench.app, after: .minutes(5)) { ran.withLock { $0 = true } }
    bench.device.powerOff()
    bench.device.advance(by: .minutes(10))
    #expect(!ran.withLock { $0 })
    bench.device.powerOn()
    #expect(ran.withLock { $0 })
  }
}
