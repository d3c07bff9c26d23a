import SchedulerCivilTime
import Testing

@testable import Scheduler

/// A start by hand for a later instant is done there, once, and can be taken back before.
@Suite struct PlannedStartTests {
  private static let toml = profiles(
    (key: "p", body: "window = [\"20:00-21:00\"]"),
    (key: "t", body: "[profile.t.strategy]\ntype = \"timer\"\nlength = \"45m\"\n"),
    (key: "f", body: "[profile.f.strategy]\ntype = \"pomodoro\"\nauto-start = \"none\"\n"))

  private func machine(at time: String = "2026-11-23 08:00") throws -> VirtualMachine {
    var machine = try VirtualMachine(Self.toml, at: time)
    machine.handle(.time)
    machine.forget()
    return machine
  }

  @Test(
    arguments: [
      ("p", nil, "planned for 10:00", ["manual"]), ("p", 3600, "planned for 10:00 until 11:00", ["manual until 11:00"]),
      ("t", nil, "planned for 10:00 until 10:45", ["timer until 10:45"]),
      ("f", nil, "planned for 10:00", ["pomodoro until 11:25"]),
    ] as [(String, Int64?, String, [String])])
  func `a planned start takes effect at its instant, for its length`(
    key: String, seconds: Int64?, reply: String, holds: [String]
  ) throws {
    var machine = try machine()
    try machine.plan(key, at: "10:00", for: seconds)
    #expect(machine.reply == reply)
    #expect(machine.active == [])
    #expect(try machine.nextWake == instant("2026-11-23 10:00", machine.zone))
    try machine.run(to: "09:59:59")
    #expect(machine.active == [])
    try machine.run(to: "10:00")
    #expect(machine.holds(key) == holds)
    #expect(machine.seen.filter { $0.contains("sessionDidStart") } == ["10:00 sessionDidStart \(key)"])
    #expect(machine.engine.book.plannedStarts.isEmpty)
  }

  @Test func `planned starts are listed with their kinds and lengths, the next one first`() throws {
    var machine = try machine()
    try machine.plan("p", at: "12:00", for: 60)
    try machine.plan("t", at: "11:00")
    let starts = machine.engine.book.plannedStarts
    #expect(
      try starts.map(\.start.instant) == ["11:00", "12:00"].map { try instant("2026-11-23 \($0)", machine.zone) })
    #expect(starts.map(\.start.kind) == [.timer, .manual])
    #expect(starts.map(\.start.lengthSeconds) == [2700, 60])
  }

  @Test func `a planned start that wakes late starts late and ends at its planned end`() throws {
    var machine = try machine()
    try machine.plan("p", at: "10:00", for: 3600)
    try machine.sleep(to: "10:40")
    #expect(machine.seen.first == "10:00 sessionDidStart p late")
    #expect(machine.holds("p") == ["manual until 11:00"])
    #expect(try machine.session("p")?.realStart == Delivery(instant("2026-11-23 10:40", machine.zone)))
  }

  @Test(
    arguments: [
      ("lock = \"strict\"", nil), ("lock = \"strict\"", Strategy.Kind.pomodoro),
    ] as [(String, Strategy.Kind?)])
  func `a planned start that an edit makes impossible is reported as missed, not forgotten`(
    edit: String, kind: Strategy.Kind?
  ) throws {
    var machine = try VirtualMachine(profiles(("p", "")), at: "2026-11-23 08:00").woken()
    try machine.plan("p", at: "10:00", strategy: kind)
    #expect(machine.reply == "planned for 10:00")
    try machine.reload(profiles(("p", edit)))
    try machine.run(to: "10:30")
    #expect(machine.seen == ["missed 10:00 – 10:00"])
    #expect(machine.active == [] && machine.engine.book.plannedStarts.isEmpty)
  }

  @Test(arguments: [("p", 3600, "11:00"), ("t", nil, "10:45"), ("f", nil, "11:25")] as [(String, Int64?, String)])
  func `a planned start whose session would already be over is reported as missed`(
    key: String, seconds: Int64?, end: String
  ) throws {
    var machine = try machine()
    try machine.plan(key, at: "10:00", for: seconds)
    try machine.sleep(to: end)
    #expect(machine.active == [])
    #expect(machine.seen == ["missed 10:00 – \(end)"])
    #expect(machine.missed.last?.activity == .strategy(ProfileID(derivedFrom: key.profileKey)))
    machine.handle(.time)
    #expect(machine.seen.count == 1)
  }

  @Test func `a planned start survives a restart and a reboot, and takes effect only once`() throws {
    var machine = try machine()
    try machine.plan("p", at: "10:00", for: 3600)
    machine.restart()
    try machine.reboot(at: "2026-11-23 10:00")
    #expect(machine.holds("p") == ["manual until 11:00"])
    machine.stop("p")
    try machine.setClock(to: "09:00")
    try machine.run(to: "12:00")
    #expect(machine.seen.count { $0.contains("sessionDidStart") } == 1)
  }

  @Test func `a planned start follows the wall clock, as windows do`() throws {
    var machine = try machine()
    try machine.plan("p", at: "10:00", for: 7200)
    try machine.setClock(to: "10:30")
    #expect(machine.holds("p") == ["manual until 12:00"])
    #expect(machine.seen.first == "10:00 sessionDidStart p late")
  }

  @Test func `stop withdraws a planned start that has not begun, and reports that`() throws {
    var machine = try machine()
    try machine.plan("p", at: "10:00", for: 3600)
    machine.stop("p")
    #expect(machine.reply == "withdrawn for 10:00 until 11:00")
    try machine.run(to: "12:00")
    #expect(machine.seen == [])
    machine.stop("p")
    #expect(machine.reply == "refused notRunning")
  }

  @Test func `stopping a running session keeps the planned start of its profile`() throws {
    var machine = try machine()
    try machine.plan("p", at: "10:00")
    machine.start("p")
    machine.stop("p")
    #expect(machine.reply == "stopped next 10:00")
    try machine.run(to: "10:00")
    #expect(machine.active == ["p"])
  }

  @Test(arguments: [
    ("2026-11-23 07:59:59", "refused alreadyPast"), ("2026-11-23 08:00", "started"),
    ("2026-11-30 08:00", "planned for 2026-11-30 08:00"),
    ("2026-11-30 08:01", "refused tooFarAhead until 08:01"),
  ])
  func `a planned start must not lie in the past or more than seven days ahead`(time: String, reply: String) throws {
    var machine = try machine()
    try machine.plan("p", at: time)
    #expect(machine.reply == reply)
  }

  @Test func `a second planned start of a profile is refused before the first begins, and so is an invalid length`()
    throws
  {
    var machine = try machine()
    try machine.plan("p", at: "10:00")
    try machine.plan("p", at: "11:00")
    #expect(machine.reply == "refused alreadyPlanned until 10:00")
    try machine.plan("t", at: "10:00", for: 0)
    #expect(machine.reply == "refused lengthInvalid")
    try machine.plan("f", at: "10:00", for: 60, strategy: .pomodoro)
    #expect(machine.reply == "refused lengthInvalid")
    try machine.plan("p", at: "10:00", strategy: .timer)
    #expect(machine.reply == "refused alreadyPlanned until 10:00")
  }

  @Test(
    arguments: [(nil, ["schedule until 21:00"]), (7200, ["schedule until 21:00", "manual until 22:30"])]
      as [(Int64?, [String])])
  func `a planned start on a profile that is active by then does what start does`(seconds: Int64?, holds: [String])
    throws
  {
    var machine = try machine(at: "2026-11-23 19:00")
    try machine.plan("p", at: "20:30", for: seconds)
    try machine.run(to: "20:30")
    #expect(machine.holds("p") == holds)
  }

  @Test func `a planned start leaves an existing manual hold of its profile unchanged`() throws {
    var machine = try machine()
    try machine.plan("p", at: "10:00", for: 3600)
    machine.start("p", for: 4 * 3600)
    try machine.run(to: "10:30")
    #expect(machine.holds("p") == ["manual until 12:00"])
    #expect(machine.missed.allSatisfy { $0.activity != .strategy(ProfileID(derivedFrom: "p".profileKey)) })
  }

  @Test func `a planned start begins the waiting next phase of a pomodoro`() throws {
    var machine = try machine()
    machine.start("f")
    try machine.plan("f", at: "08:30")
    try machine.run(to: "08:30")
    #expect(machine.pomodoro("f") == "short-break running")
  }

  @Test func `a planned start keeps its length through an edit and is dropped when its profile is removed`() throws {
    var machine = try machine()
    try machine.plan("t", at: "10:00")
    try machine.reload(Self.toml.replacing("45m", with: "2h"))
    try machine.run(to: "10:00")
    #expect(machine.holds("t") == ["timer until 10:45"])
    try machine.plan("p", at: "12:00")
    try machine.reload(profiles((key: "x", body: "")))
    try machine.reload(Self.toml)
    try machine.run(to: "13:00")
    #expect(machine.active == [])
  }
}
