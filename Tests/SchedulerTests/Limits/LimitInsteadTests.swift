import SchedulerCivilTime
import Testing

@testable import Scheduler

/// A limit that locks sessions, on a machine where locks have no effect: it blocks instead until its period ends.
@Suite struct LimitInsteadTests {
  private static let steam = "apps = [\"steam\"]\nuse = \"30m\"\nextra = { length = \"15m\" }\nthen = \"lock\"\n"

  /// A machine on which kim has used up a limit at 10:30, and locks have no effect. It is 10:31.
  private func machine(_ limit: String = steam, more: String = "") throws -> VirtualMachine {
    var machine = try LimitTests.machine(limit, more: more)
    machine.use("steam")
    try machine.run(to: "10:31")
    #expect(machine.engine.overuses.map(\.consequence) == [.lock])
    #expect(machine.engine.shield.allSatisfy { $0.limit == nil })
    machine.handle(.endingsInVain(of: "kim"))
    return machine
  }

  @Test func `the target is blocked for the person until the day ends, also over a restart, and nothing locks`() throws
  {
    var machine = try machine()
    #expect(machine.blocks(app: "steam") && !machine.blocks(app: "steam", for: "lee"))
    #expect(machine.engine.overuses.isEmpty)
    #expect(machine.seen.last == "10:31 shieldDidChange")
    machine.use("steam")
    machine.handle(.useEnds)
    machine.restart()
    machine.use("steam")
    #expect(machine.blocks(app: "steam") && machine.engine.overuses.isEmpty)
    machine.use(nil)
    try machine.run(to: "2026-11-24 00:00")
    #expect(!machine.blocks(app: "steam"))
    machine.use("steam")
    try machine.run(to: "2026-11-24 00:31")
    #expect(!machine.blocks(app: "steam") && machine.engine.overuses.count == 1, "locks are tried again")
  }

  @Test func `more use unblocks, and when that is used up the target is blocked again`() throws {
    var machine = try machine()
    machine.more("steam")
    #expect(!machine.blocks(app: "steam"))
    try machine.run(to: "10:50")
    #expect(machine.blocks(app: "steam") && machine.engine.overuses.isEmpty)
  }

  @Test func `an access waits for the end of the limit, as with one that blocks`() throws {
    var machine = try machine(
      more: "window = [\"09:00-17:00\"]\nblock.apps = [\"steam\"]\naccess = { length = \"5m\" }")
    machine.access(application: "steam")
    #expect(machine.reply == "refused budgetSpent until 2026-11-24 00:00")
  }

  @Test
  func
    `what the person does not use, limits of others, and limits that were not reached stay, and one that ends sessions blocks`()
    throws
  {
    var unused = try LimitTests.machine(Self.steam)
    unused.use("steam")
    try unused.run(to: "10:31")
    unused.use("steam", by: "lee")
    unused.use("mail")
    unused.handle(.endingsInVain(of: "kim"))
    unused.handle(.endingsInVain(of: "lee"))
    unused.handle(.endingsInVain(of: "sam"))
    unused.use("steam")
    #expect(!unused.blocks(app: "steam") && !unused.blocks(app: "steam", for: "lee"))
    #expect(unused.engine.overuses.map(\.user) == ["kim"])
    for consequence in ["logout", "block"] {
      var machine = try LimitTests.machine("apps = [\"steam\"]\nuse = \"30m\"\nthen = \"\(consequence)\"")
      machine.use("steam")
      try machine.run(to: "10:31")
      machine.handle(.endingsInVain(of: "kim"))
      #expect(machine.blocks(app: "steam") && machine.engine.overuses.isEmpty, "\(consequence)")
    }
  }
}
