import SchedulerCivilTime
import Testing

@testable import Scheduler

/// Accesses are counted for each session, filled up again in elapsed time, and survive whatever the process does not.
@Suite struct AccessBudgetTests {
  private func machine(
    _ rules: String, window: String = "09:00-17:00", at time: String, router: ActivityRouter = ActivityRouter()
  ) throws -> VirtualMachine {
    let toml = profiles((key: "p", body: "window = [\"\(window)\"]\n[profile.p.access]\n\(rules)\n"))
    var machine = try VirtualMachine(toml, at: time, router: router)
    machine.handle(.time)
    machine.forget()
    return machine
  }

  /// Opens a target and lets the minute of it pass.
  private func use(_ machine: inout VirtualMachine) {
    machine.access("p.example")
    machine.run(seconds: 60)
  }

  @Test func `without a count each session grants one access`() throws {
    var machine = try machine("length = \"1m\"", at: "2026-11-23 10:00")
    use(&machine)
    machine.access("p.example")
    #expect(machine.reply == "refused budgetSpent until 17:00")
    try machine.run(to: "2026-11-24 09:00")
    machine.access("p.example")
    #expect(machine.reply == "accessOpened until 09:01")
  }

  @Test func `a count limits the number of accesses`() throws {
    var machine = try machine("length = \"1m\"\ncount = 2", at: "2026-11-23 10:00")
    use(&machine)
    #expect(machine.accessesLeft("p") == 1)
    use(&machine)
    machine.access("p.example")
    #expect(machine.reply == "refused budgetSpent until 17:00")
  }

  @Test func `the access count is full again one refill time after the session starts, and after each further one`()
    throws
  {
    var machine = try machine("length = \"1m\"\ncount = 2\nrefill = \"3h\"", at: "2026-11-23 10:00")
    for next in ["12:00", "15:00"] {
      use(&machine)
      use(&machine)
      machine.access("p.example")
      #expect(machine.reply == "refused budgetSpent until \(next)")
      try machine.run(to: next)
      #expect(machine.accessesLeft("p") == 2)
    }
    use(&machine)
    use(&machine)
    machine.access("p.example")
    #expect(machine.reply == "refused budgetSpent until 17:00")
  }

  @Test func `unused accesses do not carry over to the next refill period`() throws {
    var machine = try machine("length = \"1m\"\ncount = 2\nrefill = \"3h\"", at: "2026-11-23 10:00")
    use(&machine)
    try machine.run(to: "15:00")
    #expect(machine.accessesLeft("p") == 2)
    #expect(machine.session("p")?.accessRefill(at: machine.present) == nil)
  }

  @Test func `setting the clock forward refills no access before the refill time has elapsed`() throws {
    var machine = try machine("length = \"1m\"\nrefill = \"3h\"", window: "00:00-24:00", at: "2026-11-23 00:30")
    use(&machine)
    try machine.setClock(to: "08:00")
    machine.access("p.example")
    #expect(machine.reply.hasPrefix("refused budgetSpent until 10:29"))
    try machine.run(to: "10:29")
    machine.access("p.example")
    #expect(machine.reply == "accessOpened until 10:30")
  }

  @Test func `the identity of a grant derives from its session, its instant and its number`() throws {
    var machine = try machine("length = \"1m\"\ncount = 2", at: "2026-11-23 10:00")
    machine.access("p.example")
    machine.access("p.example")
    try machine.run(to: "10:01")
    machine.access("p.example")
    let session = try #require(machine.session("p"))
    let grant = try #require(session.grants.first)
    #expect(grant.id.uuid == UUIDValue(version5Of: "\(grant.start.epochSeconds):2", in: session.id.uuid))
    let activity = "access:\(session.profile.id)|\(session.id)|\(grant.id)"
    #expect(machine.events.last { $0.name == .intervalDidStart }?.activity?.description == activity)
  }

  @Test func `a late wake-up ends an access at its planned instant`() throws {
    var machine = try machine("length = \"5m\"", at: "2026-11-23 10:00")
    machine.access("p.example")
    machine.forget()
    try machine.sleep(to: "11:00")
    #expect(
      machine.seen == [
        "10:05 intervalDidEnd access p late", "10:05 accessDidEnd p late", "11:00 shieldDidChange",
      ])
  }

  @Test func `an access keeps the end that it had when it opened, even if the session is extended`() throws {
    var machine = try machine("length = \"5m\"", at: "2026-11-23 16:58")
    machine.access("p.example")
    machine.command(.extend(seconds: 3_600))
    #expect(machine.nextWake == machine.moment.wall.adding(seconds: 120))
    try machine.run(to: "17:00")
    #expect(machine.session("p")?.grants == [])
    #expect(machine.blocks("p.example"))
  }

  @Test func `the engine asks to be woken when an access ends`() throws {
    var machine = try machine("length = \"5m\"", at: "2026-11-23 10:00")
    machine.access("p.example")
    #expect(machine.nextWake == machine.moment.wall.adding(seconds: 300))
  }

  @Test(arguments: ["access", "SoftUnblockGrantTimerActivity"])
  func `an access's end delivered by name takes effect once, when due, and only for the named grant`(
    kind: String
  ) throws {
    var machine = try machine("length = \"5m\"\ncount = 2", at: "2026-11-23 10:00")
    machine.access("p.example")
    let session = try #require(machine.session("p"))
    let grant = try #require(session.grants.first?.id)
    let name = "\(kind):\(session.profile.id)|\(session.id)|\(grant)"
    let other = "\(kind):\(session.profile.id)|\(session.id)|\(session.profile.id)"
    let stale = "\(kind):\(session.profile.id)|\(session.profile.id)|\(grant)"
    machine.forget()
    for early in [name, other, stale] { machine.handle(.activity(name: early, .end)) }
    machine.handle(.activity(name: name, .start))
    #expect(machine.seen == [])
    machine.pass(300)
    var late = machine
    late.handle(.activity(name: name, .end))
    #expect(late.seen.prefix(2) == ["10:05 intervalDidEnd access p", "10:05 accessDidEnd p"])
    late.forget()
    late.handle(.activity(name: name, .end))
    #expect(late.seen == [])
  }

  @Test func `a handler closes no grant of another session, nor one that is not due`() throws {
    var machine = try machine("length = \"5m\"", at: "2026-11-23 10:00")
    machine.access("p.example")
    let session = try #require(machine.session("p"))
    let grant = try #require(session.grants.first)
    let otherSession = SessionID(session.profile.id.uuid)
    let now = machine.present
    let then = now.then(now.wall.adding(seconds: 300))
    for (activity, present, isClosed) in [
      (grant.activity(of: session.profile.id, session.id), now, false),
      (grant.activity(of: session.profile.id, otherSession), then, false),
      (grant.activity(of: session.profile.id, session.id), then, true),
    ] {
      var book = machine.engine.book
      AccessActivity().intervalDidEnd(ActivityEdge(activity, planned: present.wall, present: present), in: &book)
      #expect(book[session.profile.id]?.grants.isEmpty == isClosed)
    }
  }

  @Test func `open accesses and the number of accesses left are read back as they were written`() throws {
    var machine = try machine("length = \"5m\"\ncount = 2\nrefill = \"1h\"", at: "2026-11-23 10:00")
    machine.access("p.example")
    machine.access(application: "steam")
    let configuration = machine.engine.configuration
    let before = machine.engine
    var problems: [StateProblem] = []
    machine.replaceEngine { Engine(ConfigurationVersions(configuration), records: $0.records, problems: &problems) }
    #expect(problems == [])
    #expect(machine.engine.records == before.records)
    #expect(machine.engine.shield == before.shield)
    #expect(!machine.blocks("p.example"))
    machine.forget()
    try machine.run(to: "10:05")
    #expect(machine.blocks("p.example"))
    #expect(machine.accessesLeft("p") == 1)
  }

  @Test func `a shield set is valid until the session ends, and changes when an access ends`() throws {
    var machine = try machine("length = \"5m\"", at: "2026-11-23 10:00")
    machine.access("p.example")
    let open = try #require(ShieldSet(of: machine.engine))
    #expect(open.layers.map(\.layer.domains.allow) == [[DomainName(checked: "p.example")]])
    #expect(open.validUntil == machine.moment.wall.adding(seconds: 7 * 3_600))
    try machine.run(to: "10:05")
    let closed = try #require(ShieldSet(of: machine.engine))
    #expect(closed.layers.map(\.layer.domains.allow) == [[]])
    #expect(!closed.hasSameContent(as: open))
  }

  @Test func `live state lists open accesses and is stale when an access ends`() throws {
    var machine = try machine("length = \"5m\"", at: "2026-11-23 10:00")
    machine.access("p.example")
    let live = LiveState(of: machine.engine, at: machine.moment)
    let end = machine.moment.wall.adding(seconds: 300)
    #expect(live.sessions.map { $0.access.map(\.target) } == [["p.example"]])
    #expect(live.sessions.map { $0.access.map(\.until) } == [[end]])
    #expect(live.sessions.map(\.staleDate) == [end])
    #expect(live.shield == .active)
  }
}
