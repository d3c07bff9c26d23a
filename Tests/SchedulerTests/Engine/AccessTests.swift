import SchedulerCivilTime
import Testing

@testable import Scheduler

/// Access opens one target for a while, in every session that blocks it or in none.
@Suite struct AccessTests {
  private static let five = "[profile.p.access]\nlength = \"5m\"\n"
  private static let three = "[profile.p.access]\nlength = \"5m\"\ncount = 3\n"

  /// A machine with a profile `p` that blocks `p.example` from 09:00 to 17:00.
  private func machine(_ rules: String, window: String = "09:00-17:00", at time: String) throws -> VirtualMachine {
    try machine(of: profiles((key: "p", body: "window = [\"\(window)\"]\n\(rules)")), at: time)
  }

  private func machine(of toml: String, at time: String) throws -> VirtualMachine {
    var machine = try VirtualMachine(toml, at: time)
    machine.handle(.time)
    machine.forget()
    return machine
  }

  /// A machine with profiles `p` and `q` that both block `x.example`, with these tables.
  private func pair(_ p: String, _ q: String, qWindow: String = "09:00-17:00", at time: String) throws -> VirtualMachine
  {
    try machine(
      of: """
        timezone = "Europe/Berlin"
        [profile.p]
        window = ["09:00-17:00"]
        block = { domains = ["x.example", "p.example"] }
        \(p)
        [profile.q]
        window = ["\(qWindow)"]
        block = { domains = ["x.example", "q.example"] }
        \(q)
        """, at: time)
  }

  private func access(_ rules: String) -> String { "access = { \(rules) }" }

  @Test func `an access opens one domain of a session, which is blocked again when the access ends`() throws {
    var machine = try machine(Self.five, at: "2026-11-23 10:00")
    #expect(machine.blocks("p.example"))
    machine.access("p.example")
    #expect(machine.reply == "accessOpened until 10:05")
    #expect(!machine.blocks("p.example"))
    #expect(machine.shielded == ["p"])
    try machine.run(to: "10:04:59")
    #expect(!machine.blocks("p.example"))
    try machine.run(to: "10:05")
    #expect(machine.blocks("p.example"))
    #expect(
      machine.seen == [
        "10:00 intervalDidStart access p", "10:00 accessDidStart p", "10:00 shieldDidChange",
        "10:05 intervalDidEnd access p", "10:05 accessDidEnd p", "10:05 shieldDidChange",
      ])
    #expect(machine.events.filter { $0.name == .accessDidEnd }.map(\.message) == ["p.example"])
  }

  @Test func `an access never outlasts the planned end of its session and ends with it`() throws {
    var machine = try machine(Self.five, at: "2026-11-23 16:58")
    machine.access("p.example")
    #expect(machine.reply == "accessOpened until 17:00")
    machine.forget()
    try machine.run(to: "17:00")
    #expect(machine.active == [])
    #expect(
      machine.seen.prefix(4) == [
        "17:00 intervalDidEnd access p", "17:00 accessDidEnd p", "17:00 intervalDidEnd schedule p",
        "17:00 sessionDidEnd p",
      ])
  }

  @Test func `stopping a session ends its accesses before the session itself`() throws {
    var machine = try machine(Self.three, at: "2026-11-23 10:00")
    machine.access("p.example")
    machine.access("a.p.example")
    try machine.run(to: "10:01")
    machine.forget()
    machine.stop("p")
    #expect(
      machine.seen == [
        "10:01 intervalDidEnd access p", "10:01 accessDidEnd p", "10:01 intervalDidEnd schedule p",
        "10:01 sessionDidEnd p", "10:01 shieldDidChange",
      ])
    try machine.run(to: "11:00")
    #expect(machine.events.filter { $0.name == .accessDidEnd }.count == 1)
  }

  @Test func `if an edit brings the end of a session forward, its accesses end with it`() throws {
    var machine = try machine(Self.five, at: "2026-11-23 10:00")
    machine.access("p.example")
    try machine.reload(profiles((key: "p", body: "window = [\"09:00-10:02\"]")))
    machine.access("p.example")
    #expect(machine.reply == "refused alreadyOpen")
    machine.forget()
    try machine.run(to: "10:02")
    #expect(machine.seen.prefix(2) == ["10:02 intervalDidEnd access p", "10:02 accessDidEnd p"])
  }

  @Test func `access ends by elapsed time, however the clock is set`() throws {
    var machine = try machine(Self.five, window: "00:00-24:00", at: "2026-11-23 10:00")
    machine.access("p.example")
    try machine.setClock(to: "12:00")
    #expect(!machine.blocks("p.example"))
    machine.run(seconds: 299)
    #expect(!machine.blocks("p.example"))
    machine.run(seconds: 1)
    #expect(machine.blocks("p.example"))
  }

  @Test func `an access needs a grant from every session that blocks the target, and each session is charged`() throws {
    var machine = try pair(access("length = \"5m\""), access("length = \"10m\""), at: "2026-11-23 10:00")
    machine.access("x.example")
    #expect(machine.reply == "accessOpened until 10:05")
    #expect([machine.accessesLeft("p"), machine.accessesLeft("q")] == [0, 0])
    #expect(!machine.blocks("x.example"))
  }

  @Test func `an access request neither asks nor charges a session that does not block the target`() throws {
    var machine = try pair(access("length = \"5m\""), "", at: "2026-11-23 10:00")
    machine.access("p.example")
    #expect(machine.reply == "accessOpened until 10:05")
    #expect(machine.blocks("x.example"))
  }

  @Test(arguments: ["", "access = { length = \"5m\" }\nmay = [\"break\"]"])
  func `if one session refuses an access, no session grants it or is charged`(q: String) throws {
    var machine = try pair(access("length = \"5m\""), q, at: "2026-11-23 10:00")
    let before = machine.engine.records
    machine.access("x.example", by: Requester(isAdministrator: false))
    #expect(machine.reply.hasPrefix("refused "))
    #expect(machine.accessesLeft("p") == 1)
    #expect(machine.engine.records == before)
    #expect(machine.blocks("x.example"))
  }

  @Test func `an access refusal gives the reason and the end of the session as the allowed time`() throws {
    var machine = try machine("", at: "2026-11-23 10:00")
    machine.access("p.example")
    #expect(machine.reply == "refused notConfigured until 17:00")
  }

  @Test func `an access reports the refusal that lasts longest`() throws {
    var machine = try pair("", "", qWindow: "09:00-18:00", at: "2026-11-23 10:00")
    machine.access("x.example")
    #expect(machine.reply == "refused notConfigured until 18:00")
    try machine.run(to: "18:00")
    machine.access("x.example")
    #expect(machine.reply == "refused notBlocked")
  }

  @Test func `a second access to the same target is refused while it is open, and not charged`() throws {
    var machine = try machine(Self.three, at: "2026-11-23 10:00")
    machine.access("p.example")
    try machine.run(to: "10:02")
    for domain in ["p.example", "sub.p.example"] {
      machine.access(domain)
      #expect(machine.reply == "refused alreadyOpen until 10:05")
    }
    #expect(machine.accessesLeft("p") == 2)
    try machine.run(to: "10:05")
    machine.access("p.example")
    #expect(machine.reply == "accessOpened until 10:10")
  }

  @Test func `if the target is still open in one session, an access charges only the others`() throws {
    var machine = try pair(
      access("length = \"5m\", count = 2"), access("length = \"10m\", count = 2"), at: "2026-11-23 10:00")
    machine.access("x.example")
    try machine.run(to: "10:06")
    #expect(machine.blocks("x.example"))
    machine.access("x.example")
    #expect(machine.reply == "accessOpened until 10:10")
    #expect([machine.accessesLeft("p"), machine.accessesLeft("q")] == [0, 1])
  }

  @Test func `several targets are open at once, each to its own end`() throws {
    var machine = try machine(
      of: """
        timezone = "Europe/Berlin"
        [profile.p]
        window = ["09:00-17:00"]
        block = { apps = ["steam"], domains = ["a.example", "b.example"] }
        access = { length = "5m", count = 3 }
        """, at: "2026-11-23 10:00")
    machine.access("a.example")
    try machine.run(to: "10:02")
    machine.access("b.example")
    machine.access(application: "steam")
    #expect(machine.blocked(["a.example", "b.example"]) == [])
    try machine.run(to: "10:05")
    #expect(machine.blocked(["a.example", "b.example"]) == ["a.example"])
    machine.forget()
    try machine.sleep(to: "10:30")
    #expect(
      machine.seen.filter { $0.contains("accessDidEnd") } == Array(repeating: "10:07 accessDidEnd p late", count: 2))
    #expect(machine.session("p")?.grants == [])
  }

  @Test(arguments: [(Command.break(), "break"), (.pause(), "pause")])
  func `access continues during and after a break or a pause`(lift: Command, kind: String) throws {
    let rules = Self.three + "[profile.p.break]\nlength = \"2m\"\n[profile.p.pause]\nlength = \"2m\"\n"
    var machine = try machine(rules, at: "2026-11-23 10:00")
    machine.access("p.example")
    machine.command(lift)
    #expect(machine.lift("p") == "\(kind) until 10:02")
    #expect(machine.shielded == [])
    try machine.run(to: "10:02")
    #expect(machine.shielded == ["p"])
    #expect(!machine.blocks("p.example"))
    try machine.run(to: "10:05")
    #expect(machine.blocks("p.example"))
  }

  @Test func `a session on a break also grants access, which stays open after the break ends`() throws {
    var machine = try machine(Self.five + "[profile.p.break]\nlength = \"2m\"\n", at: "2026-11-23 10:00")
    machine.command(.break())
    machine.access("p.example")
    #expect(machine.reply == "accessOpened until 10:05")
    try machine.run(to: "10:04")
    #expect(machine.shielded == ["p"])
    #expect(!machine.blocks("p.example"))
  }

  @Test func `at one instant access ends before the break, and the break before the window`() throws {
    var machine = try machine(
      Self.five + "[profile.p.break]\nlength = \"5m\"\n", window: "09:00-10:05", at: "2026-11-23 10:00")
    machine.command(.break())
    machine.access("p.example")
    machine.forget()
    try machine.run(to: "10:05")
    #expect(
      machine.seen == [
        "10:05 intervalDidEnd access p", "10:05 accessDidEnd p", "10:05 intervalDidEnd break p", "10:05 breakDidEnd p",
        "10:05 intervalDidEnd schedule p", "10:05 sessionDidEnd p",
      ])
  }

  @Test func `an access to a target that no session blocks is refused as not blocked`() throws {
    var machine = try machine(Self.five, at: "2026-11-23 10:00")
    for domain in ["q.example", "example", "localhost"] {
      machine.access(domain)
      #expect(machine.reply == "refused notBlocked")
    }
    #expect(machine.message == "nothing blocks 'localhost'")
    #expect(machine.accessesLeft("p") == 1)
  }

  @Test func `an access request does not ask a session without a shield`() throws {
    var machine = try machine(of: profiles((key: "p", body: "enabled = false")), at: "2026-11-23 10:00")
    machine.start("p")
    machine.access("p.example")
    #expect(machine.reply == "refused notBlocked")
  }

  @Test func `a strict lock leaves access as configured`() throws {
    var machine = try machine("lock = \"strict\"\n" + Self.five, at: "2026-11-23 10:00")
    machine.access("p.example", by: Requester(.program))
    #expect(machine.reply == "accessOpened until 10:05")
    machine.stop("p")
    #expect(machine.reply == "refused locked until 17:00")
  }

  @Test(arguments: [("[\"access\"]", "accessOpened until 10:05"), ("[\"break\"]", "refused notPermitted")])
  func `a user whom the profile shields needs its permission for an access`(may: String, reply: String) throws {
    var machine = try machine("may = \(may)\n" + Self.five, at: "2026-11-23 10:00")
    machine.access("p.example", by: Requester(isAdministrator: false))
    #expect(machine.reply == reply)
  }

  @Test func `an access asks only the sessions whose layer covers the user`() throws {
    var machine = try pair(
      access("length = \"5m\"") + "\nusers = [\"kim\"]", "users = [\"lee\"]", at: "2026-11-23 10:00")
    machine.access("x.example", for: UserIdentity(name: "kim"))
    #expect(machine.reply == "accessOpened until 10:05")
    machine.access("x.example", for: UserIdentity(name: "lee"))
    #expect(machine.reply == "refused notConfigured until 17:00")
    machine.access("x.example", for: UserIdentity(name: "max"))
    #expect(machine.reply == "refused notBlocked")
    machine.access("x.example")
    #expect(machine.reply == "refused notConfigured until 17:00")
  }
}
