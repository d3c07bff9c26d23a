import SchedulerCivilTime
import Testing

@testable import Scheduler

/// Breaks and pauses lift the shield for a while, never longer than their session.
@Suite struct LiftTests {
  private func machine(
    _ rules: String, window: String = "09:00-17:00", zone: String = "Europe/Berlin", at time: String
  ) throws -> VirtualMachine {
    let toml = profiles(zone: zone, (key: "p", body: "window = [\"\(window)\"]\n\(rules)"))
    var machine = try VirtualMachine(toml, at: time)
    machine.handle(.time)
    machine.forget()
    return machine
  }

  private static let fifteen = "[profile.p.break]\nlength = \"15m\"\nbudget = \"15m\"\n"
  private static let untilFour = "[profile.p.break]\nlength = \"10m\"\nreset = \"04:00\"\n"

  /// A machine in the night, at 01:00, that has had the only break until 04:00.
  private func machineAfterBreak() throws -> VirtualMachine {
    var machine = try machine(Self.untilFour, window: "22:00-10:00", at: "2026-11-24 01:00")
    machine.command(.break())
    machine.command(.resume())
    return machine
  }

  @Test func `a break lifts the shield and its end restores it`() throws {
    var machine = try machine(Self.fifteen, at: "2026-11-23 10:00")
    machine.command(.break())
    #expect(machine.reply == "breakStarted until 10:15")
    #expect(machine.shielded == [])
    try machine.run(to: "10:14:59")
    #expect(machine.shielded == [])
    try machine.run(to: "10:15")
    #expect(machine.shielded == ["p"])
    #expect(
      machine.seen == [
        "10:00 intervalDidStart break p", "10:00 breakDidStart p", "10:00 shieldDidChange",
        "10:15 intervalDidEnd break p", "10:15 breakDidEnd p", "10:15 shieldDidChange",
      ])
  }

  @Test(arguments: [
    ("Europe/Berlin", "22:00-06:00", "2026-11-23 23:58", 240, "5m", "00:07"),
    ("America/New_York", "22:00-06:00", "2026-11-01 23:10", 0, "15m", "23:25"),
  ])
  func `a break ends when its length has elapsed`(
    zone: String, window: String, start: String, wait: Int64, length: String, end: String
  ) throws {
    var machine = try machine("[profile.p.break]\nlength = \"\(length)\"\n", window: window, zone: zone, at: start)
    machine.run(seconds: wait)
    machine.command(.break())
    #expect(machine.reply == "breakStarted until \(end)")
  }

  @Test func `ending a break early leaves the rest of its budget for later breaks`() throws {
    var machine = try machine("[profile.p.break]\nlength = \"10m\"\nbudget = \"15m\"\n", at: "2026-11-23 10:00")
    machine.command(.break())
    try machine.run(to: "10:05")
    machine.command(.resume())
    #expect(machine.reply == "breakEnded")
    machine.command(.break())
    try machine.run(to: "10:10")
    machine.command(.resume())
    machine.command(.break())
    #expect(machine.reply == "breakStarted until 10:15")
    try machine.run(to: "10:16")
    machine.command(.break())
    #expect(machine.reply == "refused budgetSpent")
  }

  @Test func `a count limits the number of breaks, although budget is left`() throws {
    var machine = try machine(
      "[profile.p.break]\nlength = \"5m\"\nbudget = \"1h\"\ncount = 2\n", at: "2026-11-23 10:00")
    for _ in 0..<2 {
      machine.command(.break())
      machine.command(.resume())
    }
    machine.command(.break())
    #expect(machine.reply == "refused budgetSpent")
  }

  @Test func `without a budget a session grants one break`() throws {
    var machine = try machine("[profile.p.break]\nlength = \"5m\"\n", at: "2026-11-23 10:00")
    machine.command(.break())
    machine.command(.resume())
    machine.command(.break())
    #expect(machine.reply == "refused budgetSpent")
  }

  @Test func `break budgets renew at the local reset time, and each session has its own budget`() throws {
    var machine = try machine(Self.untilFour, window: "22:00-10:00", at: "2026-11-23 22:00")
    machine.command(.break())
    try machine.run(to: "2026-11-24 03:59")
    machine.command(.break())
    #expect(machine.reply == "refused budgetSpent until 04:00")
    try machine.run(to: "04:00")
    machine.command(.break())
    #expect(machine.reply == "breakStarted until 04:10")
    try machine.run(to: "22:00")
    machine.command(.break())
    #expect(machine.reply == "breakStarted until 22:10", "the next session has a break of its own")
  }

  @Test func `a break refusal gives no allowed time when the renewal does not come before the session's end`() throws {
    var machine = try machine("[profile.p.break]\nlength = \"5m\"\nreset = \"17:00\"\n", at: "2026-11-23 10:00")
    machine.command(.break())
    machine.command(.resume())
    machine.command(.break())
    #expect(machine.reply == "refused budgetSpent")
  }

  @Test func `a break across the budget's renewal charges each period only for its own part`() throws {
    let rules = "[profile.p.break]\nlength = \"10m\"\nbudget = \"10m\"\ncount = 9\nreset = \"04:00\"\n"
    var machine = try machine(rules, window: "22:00-10:00", at: "2026-11-24 03:56")
    machine.command(.break())
    #expect(machine.reply == "breakStarted until 04:06")
    try machine.run(to: "04:06")
    #expect(machine.session("p")?.breaks.usedNanoseconds == 6 * 60 * Nanoseconds.perSecond)
    machine.command(.break())
    #expect(machine.reply == "breakStarted until 04:10")
  }

  @Test func `setting the clock forward renews no break before that much time has elapsed`() throws {
    var machine = try machineAfterBreak()
    try machine.setClock(to: "05:00")
    machine.start("p", for: 3600)
    machine.command(.break())
    #expect(machine.reply == "refused budgetSpent until 08:00")
    try machine.run(to: "08:00")
    machine.command(.break())
    #expect(machine.reply == "breakStarted until 08:10")
  }

  @Test func `a clock step past the renewal also renews the budget that an open break has used`() throws {
    let rules = "[profile.p.break]\nlength = \"10m\"\nbudget = \"10m\"\ncount = 9\nreset = \"04:00\"\n"
    var machine = try machine(rules, window: "08:00-07:00", at: "2026-11-23 08:00")
    try machine.setClock(to: "2026-11-22 08:30")
    try machine.run(to: "2026-11-23 06:00")
    machine.command(.break())
    machine.run(seconds: 120)
    try machine.setClock(to: "2026-11-24 05:00")
    machine.command(.resume())
    #expect(machine.session("p")?.breaks.usedNanoseconds == 0)
  }

  /// Breaks are renewed when the clocks show 04:00, and not before.
  private func expectRenewalAtFour(_ machine: inout VirtualMachine) throws {
    try machine.run(to: "03:59")
    machine.command(.break())
    #expect(machine.reply == "refused budgetSpent until 04:00")
    try machine.run(to: "04:00")
    machine.command(.break())
    #expect(machine.reply == "breakStarted until 04:10")
  }

  @Test func `setting the clock back renews no break before the clocks show the reset time`() throws {
    var machine = try machineAfterBreak()
    try machine.run(to: "03:30")
    try machine.setClock(to: "02:30")
    try expectRenewalAtFour(&machine)
  }

  @Test func `in another zone breaks renew when the clocks there show the reset time`() throws {
    var machine = try machine(Self.untilFour, window: "22:00-10:00", zone: "system", at: "2026-11-23 12:00")
    try machine.travel(to: "Europe/Berlin")
    try machine.run(to: "2026-11-24 03:30")
    machine.command(.break())
    machine.command(.resume())
    try machine.travel(to: "Europe/London")
    try expectRenewalAtFour(&machine)
  }

  @Test func `a lift never ends after the planned end of its session, and ends with it`() throws {
    var machine = try machine(Self.fifteen, at: "2026-11-23 16:50")
    machine.command(.break())
    #expect(machine.reply == "breakStarted until 17:00")
    machine.forget()
    try machine.run(to: "17:00")
    #expect(machine.active == [])
    #expect(machine.shielded == [])
    #expect(
      machine.seen.prefix(3) == [
        "17:00 intervalDidEnd break p", "17:00 breakDidEnd p", "17:00 intervalDidEnd schedule p",
      ])
  }

  @Test func `a session that ends during a break leaves nothing blocked`() throws {
    var machine = try machine(Self.fifteen, at: "2026-11-23 10:00")
    machine.command(.break())
    machine.command(.stop())
    try machine.run(to: "11:00")
    #expect(machine.shielded == [])
    #expect(machine.active == [])
  }

  @Test func `an edit that makes a session end earlier makes its break end with it`() throws {
    var machine = try machine(Self.fifteen, at: "2026-11-23 10:00")
    machine.command(.break())
    try machine.reload(profiles((key: "p", body: "window = [\"09:00-10:05\"]\n\(Self.fifteen)")))
    #expect(machine.lift("p") == "break until 10:05")
    machine.command(.break())
    #expect(machine.reply == "refused liftOpen")
    try machine.run(to: "10:05")
    #expect(machine.active == [])
    #expect(machine.seen.contains("10:05 breakDidEnd p"))
  }

  @Test func `a reload that ends a session during a break also ends the break and counts its time`() throws {
    var machine = try machine(Self.fifteen, at: "2026-11-23 10:00")
    machine.command(.break())
    try machine.run(to: "10:05")
    machine.forget()
    try machine.reload(profiles((key: "p", body: Self.fifteen)))
    #expect(
      machine.seen == [
        "10:05 intervalDidEnd break p", "10:05 breakDidEnd p", "10:05 intervalDidEnd schedule p",
        "10:05 sessionDidEnd p",
      ])
    #expect(machine.finished.map(\.times.breakNanoseconds) == [5 * 60 * Nanoseconds.perSecond])
  }

  @Test func `no lift lengthens a window or a timer`() throws {
    var machine = try machine(Self.fifteen, window: "09:00-10:00", at: "2026-11-23 09:30")
    machine.start("p", for: 3600, strategy: .timer)
    machine.command(.break())
    #expect(machine.holds("p") == ["schedule until 10:00", "timer until 10:30"])
    try machine.run(to: "10:30")
    #expect(machine.active == [])
  }

  @Test func `a break and a pause exclude each other`() throws {
    var machine = try machine(Self.fifteen + "[profile.p.pause]\nlength = \"20m\"\n", at: "2026-11-23 10:00")
    machine.command(.break())
    machine.command(.pause())
    #expect(machine.reply == "refused liftOpen until 10:15")
    machine.command(.resume())
    machine.command(.pause())
    #expect(machine.reply == "paused until 10:20")
    machine.command(.break())
    #expect(machine.reply == "refused liftOpen until 10:20")
    machine.command(.resume())
    #expect(machine.reply == "resumed")
    machine.command(.pause())
    #expect(machine.reply == "refused budgetSpent")
  }

  @Test func `a pause ends by itself`() throws {
    var machine = try machine("[profile.p.pause]\nlength = \"20m\"\n", at: "2026-11-23 10:00")
    machine.command(.pause())
    #expect(machine.shielded == [])
    try machine.sleep(to: "11:00")
    #expect(machine.shielded == ["p"])
    #expect(machine.seen.contains("10:20 pauseDidEnd p late"))
  }

  @Test(arguments: [
    (Command.break(), "refused notConfigured"), (.pause(), "refused notConfigured"), (.resume(), "refused nothingToDo"),
    (.reset(), "refused nothingToDo"),
  ])
  func `a command that the configuration does not allow is refused`(command: Command, reply: String) throws {
    var machine = try machine("", at: "2026-11-23 10:00")
    machine.command(command)
    #expect(machine.reply == reply)
  }

  @Test func `while a session is lifted, its denials stay`() throws {
    let toml = """
      timezone = "UTC"
      [profile.p]
      block = { apps = ["steam"], app-removal = false }
      break = { length = "5m" }
      """
    var machine = try VirtualMachine(toml, at: "2026-11-23 10:00")
    machine.start("p")
    machine.command(.break())
    #expect(machine.engine.shield.map(\.layer.deniesAppRemoval) == [true])
    #expect(machine.engine.shield.map(\.layer.applications.block) == [[]])
  }

  @Test func `the budget is charged in nanoseconds, and rounding an end up is free`() throws {
    var machine = try machine("[profile.p.break]\nlength = \"10s\"\nbudget = \"15s\"\n", at: "2026-11-23 10:00")
    machine.pass(0, nanoseconds: 400_000_000)
    machine.command(.break())
    #expect(machine.reply == "breakStarted until 10:00:11")
    machine.pass(60)
    machine.handle(.time)
    #expect(machine.session("p")?.breaks.usedNanoseconds == 10 * Nanoseconds.perSecond)
    machine.command(.break())
    machine.pass(0, nanoseconds: 200_000_000)
    machine.command(.resume())
    #expect(machine.session("p")?.breaks.usedNanoseconds == 10_200_000_000)
  }
}
