import SchedulerCivilTime
import Testing

@testable import Scheduler

/// Handlers are found by name, are idempotent, and look before they change anything.
@Suite struct HandlerTests {
  private static let toml = profiles(
    (key: "p", body: "window = [\"09:00-12:00\"]\n[profile.p.break]\nlength = \"10m\"\n"))
  private static let id = ProfileID(derivedFrom: "p".profileKey)

  private func machine(at time: String, router: ActivityRouter = ActivityRouter()) throws -> VirtualMachine {
    var machine = try VirtualMachine(Self.toml, at: time, router: router)
    machine.handle(.time)
    machine.forget()
    return machine
  }

  private static let names = ["schedule", "break", "strategy", "pause", "StrategyTimerActivity"]

  @Test(arguments: names, [ActivityPhase.start, .end])
  func `a late edge without a session changes nothing`(kind: String, phase: ActivityPhase) throws {
    var machine = try machine(at: "2026-11-23 13:00")
    machine.handle(.activity(name: "\(kind):\(Self.id)", phase))
    #expect(machine.active == [])
    #expect(machine.transition.isEmpty)
  }

  @Test(arguments: names, [ActivityPhase.start, .end])
  func `an edge delivered before its time changes no open interval, timer or break`(kind: String, phase: ActivityPhase)
    throws
  {
    var machine = try machine(at: "2026-11-23 10:00")
    machine.start("p", for: 3600, strategy: .timer)
    machine.command(.break())
    machine.forget()
    machine.handle(.activity(name: "\(kind):\(Self.id)", phase))
    #expect(machine.holds("p") == ["schedule until 12:00", "timer until 11:00"])
    #expect(machine.lift("p") == "break until 10:10")
    #expect(machine.transition.isEmpty)
  }

  @Test func `an edge delivered twice is done once`() throws {
    var machine = try machine(at: "2026-11-23 08:00")
    machine.pass(3600)
    machine.handle(.activity(name: Self.id.description, .start))
    #expect(machine.active == ["p"])
    machine.forget()
    machine.handle(.activity(name: "ScheduleTimerActivity:\(Self.id)", .start))
    machine.handle(.activity(name: "anything", userInfo: ["profileID": "\(Self.id)"], .start))
    #expect(machine.seen == [])
  }

  @Test(arguments: ["x:", ":x", "schedule:nobody", "restore:x"])
  func `an invalid activity name is refused with a reason and changes nothing`(name: String) throws {
    var machine = try machine(at: "2026-11-23 10:00")
    let before = machine.engine.records
    machine.handle(.activity(name: name, .end))
    #expect(machine.seen.first?.hasPrefix("refused \(name): ") == true)
    #expect(machine.engine.records == before)
  }

  @Test(arguments: [
    "6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10", "break:6F1C1C1E-8F0E-4C7D-9B36-0D8A1B9D4A10",
    "ScheduleTimerActivity:6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10",
  ])
  func `an activity of an unknown profile is refused with a reason and changes nothing`(name: String) throws {
    var machine = try machine(at: "2026-11-23 10:00")
    let before = machine.engine.records
    machine.handle(.activity(name: name, .start))
    #expect(machine.seen == ["refused \(name): no profile has the id '6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10'"])
    #expect(machine.engine.records == before)
    machine.handle(.activity(name: "x", userInfo: ["profileID": "6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10"], .start))
    #expect(machine.seen.count == 2)
  }

  @Test func `the handler that registers an activity kind or a source receives its edges`() throws {
    var router = ActivityRouter()
    router.register(kind: "backup", handler: HoldingActivity())
    router.register(source: Tides(), named: "tides", profile: "p".profileKey, handler: HoldingActivity())
    var machine = try machine(at: "2026-11-23 13:00", router: router)
    machine.handle(.activity(name: "backup:nightly", userInfo: ["profileID": "\(Self.id)"], .start))
    #expect(machine.holds("p") == ["manual"])
    machine.handle(.activity(name: "backup:nightly", userInfo: ["profileID": "\(Self.id)"], .end))
    #expect(machine.active == [])
    machine.forget()
    try machine.run(to: "19:00")
    #expect(
      machine.seen == [
        "18:00 intervalDidStart tides p", "18:00 sessionDidStart p", "18:00 shieldDidChange",
      ])
    try machine.run(to: "2026-11-24 00:00")
    #expect(machine.active == [])
    machine.forget()
    try machine.setClock(to: "2026-11-23 18:30")
    #expect(machine.seen == [])
    try machine.sleep(to: "2026-11-25 09:00")
    #expect(machine.missed.last?.activity == .registered("tides"))
    #expect(machine.missed.last?.intervals.count == 1)
  }

  @Test func `events of sources and profiles come by planned instant, and profiles come first at one instant`() throws {
    var router = ActivityRouter()
    router.register(source: Tides(), named: "tides", handler: HoldingActivity())
    router.register(source: Tides(), named: "ebb", handler: HoldingActivity())
    let toml = profiles(
      (key: "p", body: "window = [\"17:30-18:00\", \"18:05-19:00\"]"), (key: "r", body: "window = [\"18:00-19:00\"]"))
    var machine = try VirtualMachine(toml, at: "2026-11-23 17:59", router: router)
    machine.handle(.time)
    machine.forget()
    try machine.sleep(to: "18:10")
    #expect(
      machine.seen == [
        "18:00 intervalDidEnd schedule p late", "18:00 sessionDidEnd p late",
        "18:00 intervalDidStart schedule r late", "18:00 sessionDidStart r late",
        "18:00 intervalDidStart ebb late", "18:00 intervalDidStart tides late",
        "18:05 intervalDidStart schedule p late", "18:05 sessionDidStart p late", "18:10 shieldDidChange",
      ])
  }

  @Test func `a hold that a source opens late ends in the same evaluation if its end has passed`() throws {
    var router = ActivityRouter()
    router.register(source: Tides(), named: "tides", profile: "p".profileKey, handler: HoldingActivity(seconds: 300))
    var machine = try VirtualMachine(Self.toml, at: "2026-11-23 17:59", router: router)
    machine.handle(.time)
    machine.forget()
    try machine.sleep(to: "18:10")
    #expect(machine.active == [])
    #expect(machine.finished.count == 1)
    machine.handle(.time)
    #expect(machine.transition.isEmpty)
  }

  @Test(arguments: [
    "schedule", "break", "strategy", "pause", "access", "", "a:b", "ScheduleTimerActivity", "BreakScheduleActivity",
    "StrategyTimerActivity", "PauseScheduleActivity", "SoftUnblockGrantTimerActivity",
  ])
  func `a handler cannot register a built-in, earlier or malformed activity kind`(kind: String) {
    var router = ActivityRouter()
    let isTaken = router.register(kind: kind, handler: HoldingActivity())
    #expect(!isTaken)
    #expect(router.registry.kinds.isEmpty)
  }

  @Test(arguments: ["", "schedule:x", "6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10"])
  func `a source cannot register an empty name, a built-in name or a profile identity`(name: String) {
    var router = ActivityRouter()
    let isTaken = router.register(source: Tides(), named: name, handler: HoldingActivity())
    #expect(!isTaken)
    #expect(router.registry.sources.isEmpty)
  }
}

/// Holds a profile by hand while an interval lasts.
private struct HoldingActivity: TimerActivity {
  /// How long it holds at the longest; nil for as long as the interval.
  var seconds: Int64?

  func intervalDidStart(_ edge: ActivityEdge, in book: inout SessionBook) {
    guard let plan = edge.plan else { return }
    let start = edge.present.elapsed(of: .wall(edge.planned))
    let end = seconds.map { Deadline.elapsed(start + Nanoseconds.of(seconds: $0)) }
    book.open(Hold(.manual, start: edge.planned, startElapsed: start, end: end), of: plan, at: edge.present)
  }

  func intervalDidEnd(_ edge: ActivityEdge, in book: inout SessionBook) {
    guard let plan = edge.plan else { return }
    book.close(.manual, of: plan.id, planned: edge.planned, at: edge.present)
  }
}

/// Six hours from each 17:00 UTC.
private struct Tides: IntervalSource {
  private static let day: Int64 = 86_400

  func interval(containing instant: Instant) -> Interval? {
    let start = Self.start(on: instant)
    return start <= instant && instant < start.adding(seconds: 6 * 3600) ? Self.interval(from: start) : nil
  }

  func next(after instant: Instant) -> Interval? {
    let today = Self.start(on: instant)
    return Self.interval(from: instant < today ? today : today.adding(seconds: Self.day))
  }

  private static func start(on instant: Instant) -> Instant {
    Instant(epochSeconds: instant.epochSeconds / day * day + 17 * 3600)
  }

  private static func interval(from start: Instant) -> Interval {
    Interval(start: start, end: start.adding(seconds: 6 * 3600))
  }
}
