import Testing

@testable import Scheduler

/// The time of a session is the sum of what it did: it enforced, was on a break, paused, or waited.
@Suite struct SessionTimesTests {
  private static let breaks = "[profile.p.break]\nlength = \"15m\"\nbudget = \"15m\"\ncount = 9\n"

  private func machine(_ body: String, zone: String = "Europe/Berlin", at time: String) throws -> VirtualMachine {
    var machine = try VirtualMachine(profiles(zone: zone, (key: "p", body: body)), at: time)
    machine.handle(.time)
    return machine
  }

  /// The seconds of the session that ended last: enforcing, breaks, pauses, waiting.
  private func parts(of machine: VirtualMachine) throws -> [Int64] { parts(try #require(machine.finished.last).spent) }

  private func parts(_ spent: SessionSeconds) -> [Int64] {
    let parts = [spent.enforcing, spent.onBreak, spent.paused, spent.waiting]
    #expect(parts.reduce(0, +) == spent.total)
    return parts
  }

  @Test func `breaks on both sides of a renewal are summed`() throws {
    var machine = try machine("window = [\"09:00-17:00\"]\n\(Self.breaks)reset = \"12:00\"\n", at: "2026-11-23 09:00")
    for time in ["10:00", "13:00"] {
      try machine.run(to: time)
      machine.command(.break())
    }
    try machine.run(to: "13:05")
    let session = try #require(machine.session("p"))
    #expect(parts(session.spent(at: machine.present)) == [13_500, 1_200, 0, 0])
    try machine.run(to: "17:00")
    #expect(try parts(of: machine) == [27_000, 1_800, 0, 0])
  }

  @Test func `a break across a renewal in a night in which the clocks change is counted whole`() throws {
    let rules = "window = [\"22:00-06:00\"]\n[profile.p.break]\nlength = \"20m\"\nbudget = \"20m\"\nreset = \"02:30\"\n"
    var machine = try machine(rules, zone: "America/New_York", at: "2026-03-07 22:00")
    try machine.run(to: "2026-03-08 01:44")
    machine.command(.break())
    try machine.run(to: "06:00")
    #expect(try parts(of: machine) == [24_000, 1_200, 0, 0])
  }

  @Test func `pauses are summed, and a pause that a command ends counts until then`() throws {
    var machine = try machine("pause = { length = \"10m\", count = 2 }\n", at: "2026-11-23 09:00")
    machine.start("p")
    machine.command(.pause())
    try machine.run(to: "09:30")
    machine.command(.pause())
    try machine.run(to: "09:34")
    machine.command(.resume())
    try machine.run(to: "10:00")
    machine.command(.stop())
    #expect(try parts(of: machine) == [2_760, 0, 840, 0])
  }

  @Test func `a pomodoro waits in its breaks, while paused and while its next phase waits`() throws {
    var machine = try machine(
      "[profile.p.strategy]\ntype = \"pomodoro\"\nauto-start = \"breaks\"\n", at: "2026-11-23 09:00")
    machine.start("p")
    try machine.run(to: "09:10")
    machine.command(.pause())
    try machine.run(to: "09:12")
    machine.command(.resume())
    try machine.run(to: "09:40")
    machine.start("p")
    try machine.run(to: "09:50")
    machine.command(.stop())
    #expect(try parts(of: machine) == [2_100, 0, 0, 900])
    let spent = try #require(machine.finished.last?.spent)
    #expect(spent.focus == 2_100 && spent.rounds == 1)
  }

  @Test func `a focus phase that nobody continues waits for an hour`() throws {
    var machine = try machine(
      "[profile.p.strategy]\ntype = \"pomodoro\"\nauto-start = \"none\"\n", at: "2026-11-23 09:00")
    machine.start("p")
    try machine.run(to: "11:00")
    let spent = try #require(machine.finished.last?.spent)
    #expect(spent.total == 5_100 && spent.focus == 1_500 && spent.rounds == 1)
    #expect(parts(spent) == [1_500, 0, 0, 3_600])
  }

  @Test func `another hold enforces while the pomodoro waits, and a break counts in its focus phase`() throws {
    var machine = try machine(
      "window = [\"09:00-10:00\"]\n\(Self.breaks)[profile.p.strategy]\ntype = \"pomodoro\"\nauto-start = \"none\"\n",
      at: "2026-11-23 09:00")
    machine.start("p")
    machine.command(.break())
    try machine.run(to: "10:00")
    let spent = try #require(machine.session("p")).spent(at: machine.present)
    #expect(parts(spent) == [2_700, 900, 0, 0])
    #expect(spent.focus == 1_500 && spent.rounds == 1)
  }

  @Test func `a disabled profile enforces although it has no shield, and only a pomodoro has focus phases`() throws {
    var machine = try machine("enabled = false\n", at: "2026-11-23 09:00")
    machine.start("p", for: 600)
    try machine.run(to: "09:10")
    #expect(try parts(of: machine) == [600, 0, 0, 0])
    #expect(machine.finished.last?.spent.focus == nil && machine.finished.last?.spent.rounds == nil)
  }

  @Test func `parts of a second are rounded down, and enforcing takes the rest`() throws {
    var machine = try machine(Self.breaks, at: "2026-11-23 09:00")
    machine.start("p")
    machine.pass(10, nanoseconds: 300_000_000)
    machine.command(.break())
    machine.pass(4, nanoseconds: 900_000_000)
    machine.command(.stop())
    #expect(try parts(of: machine) == [11, 4, 0, 0])
  }

  @Test func `a session that an earlier version stored has its breaks and rounds from then`() throws {
    var machine = try machine(
      "\(Self.breaks)[profile.p.strategy]\ntype = \"pomodoro\"\nauto-start = \"none\"\n", at: "2026-11-23 09:00")
    machine.start("p")
    try machine.run(to: "09:05")
    machine.command(.break())
    try machine.run(to: "09:06")
    machine.command(.resume())
    try machine.run(to: "09:30")
    let session = try #require(machine.session("p"))
    #expect(session.estimatedTimes().countedUntil == session.times.countedUntil)
    #expect(session.estimatedTimes().breakNanoseconds == 60 * Nanoseconds.perSecond)
    #expect(session.estimatedTimes().rounds == 1)
  }
}
