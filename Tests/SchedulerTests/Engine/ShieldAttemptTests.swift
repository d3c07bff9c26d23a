import SchedulerCivilTime
import SchedulerStore
import TestSupport
import Testing

@testable import Scheduler

/// Attempts to use what is blocked become events, and are counted for their session.
@Suite struct ShieldAttemptTests {
  private static let toml = """
    timezone = "Europe/Berlin"
    [profile.p]
    window = ["mon-fri 09:00-12:00"]
    block.apps = ["steam"]
    [profile.q]
    block.apps = ["steam"]
    """

  /// A machine at 10:00 with a session of 'p'.
  private func machine(_ toml: String = Self.toml) throws -> VirtualMachine {
    var machine = try VirtualMachine(toml, at: "2026-11-23 10:00")
    machine.handle(.time)
    machine.forget()
    return machine
  }

  private func attempt(
    _ session: Session, count: Int64 = 1, outcome: ShieldAttempt.Outcome = .denied
  ) -> ShieldAttempt {
    ShieldAttempt(
      adapter: .execGuard, outcome: outcome, application: "steam", program: "/usr/games/steam", user: "ana",
      count: count, profile: session.profile, session: session.id)
  }

  @Test func `an attempt is one event at this moment, with what the adapter reports`() throws {
    var machine = try machine()
    let session = try #require(machine.session("p"))
    machine.pass(90)
    let attempts = [attempt(session, count: 3), attempt(session, outcome: .frozen)]
    machine.handle(.attempts(attempts))
    #expect(machine.seen == ["10:01:30 shieldDidBlock p", "10:01:30 shieldDidBlock p"])
    #expect(machine.transition.reply == nil && machine.transition.shield == nil)
    #expect(machine.transition.events.map(\.attempt) == attempts)
    for event in machine.transition.events {
      #expect(event.message == "steam" && event.session == session.id && event.profile == session.profile)
      #expect(event.planned == machine.moment.wall && !event.isLate && event.activity == nil)
    }
    #expect(machine.session("p")?.attemptCount == 4)
    #expect(LiveState(of: machine.engine, at: machine.moment).sessions.map(\.attemptCount) == [4])
    #expect(machine.transition.changes.map(\.key).sorted() == ["engine", "profile:\(session.profile.id)"])
    machine.restart()
    #expect(machine.session("p")?.attemptCount == 4)
  }

  @Test func `a program that a new shield closes is an event, and no attempt of the session`() throws {
    var machine = try machine()
    let session = try #require(machine.session("p"))
    machine.handle(.attempts([attempt(session, outcome: .closing)]))
    #expect(machine.seen == ["10:00 shieldDidBlock p"] && machine.session("p")?.attemptCount == 0)
  }

  @Test func `no attempts are as if time had passed`() throws {
    var machine = try machine()
    machine.handle(.attempts([]))
    #expect(machine.transition.isEmpty)
    try machine.sleep(to: "12:00")
    var other = try self.machine()
    other.pass(7_200)
    other.handle(.attempts([]))
    #expect(other.seen == machine.seen && other.transition.shield == [])
  }

  @Test func `what is due ends before an attempt is recorded, and the ended session counts it`() throws {
    var machine = try machine()
    let session = try #require(machine.session("p"))
    machine.handle(.attempts([attempt(session)]))
    machine.forget()
    machine.pass(7_200)
    machine.handle(.attempts([attempt(session, count: 2)]))
    #expect(
      machine.seen == [
        "12:00 intervalDidEnd schedule p", "12:00 sessionDidEnd p", "12:00 shieldDidBlock p",
        "12:00 shieldDidChange",
      ])
    #expect(machine.finished.map(\.attemptCount) == [3])
  }

  @Test func `an attempt that is reported after its session was recorded keeps its reference and counts nowhere`()
    throws
  {
    var machine = try machine()
    let session = try #require(machine.session("p"))
    try machine.run(to: "12:00")
    machine.start("p")
    machine.forget()
    machine.handle(.attempts([attempt(session)]))
    #expect(machine.seen == ["12:00 shieldDidBlock p"])
    #expect(machine.events.last?.session == session.id && machine.events.last?.session != machine.session("p")?.id)
    #expect(machine.session("p")?.attemptCount == 0 && machine.finished.map(\.attemptCount) == [0])
  }

  @Test func `only the session of the layer counts an attempt`() throws {
    var machine = try machine()
    machine.start("q")
    machine.handle(.attempts([attempt(try #require(machine.session("q")), count: 2)]))
    #expect(machine.session("p")?.attemptCount == 0 && machine.session("q")?.attemptCount == 2)
    machine.stop("q")
    machine.start("q")
    #expect(machine.finished.map(\.attemptCount) == [2] && machine.session("q")?.attemptCount == 0)
  }

  @Test func `an attempt of a profile that the configuration no longer has is an event all the same`() throws {
    var machine = try machine()
    let session = try #require(machine.session("p"))
    try machine.reload("timezone = \"Europe/Berlin\"\n[profile.q]\nblock.apps = [\"steam\"]\n")
    machine.forget()
    machine.handle(.attempts([attempt(session)]))
    #expect(machine.seen == ["10:00 shieldDidBlock p"])
    #expect(machine.events.last?.profile == session.profile)
  }

  @Test func `an attempt of a strict profile is planned by the clock that this profile follows`() throws {
    var machine = try machine(Self.toml.replacing("[profile.q]", with: "lock = \"strict\"\n[profile.q]"))
    let session = try #require(machine.session("p"))
    try machine.setClock(to: "15:00")
    machine.handle(.attempts([attempt(session)]))
    let event = try #require(machine.events.last)
    #expect(event.name == .shieldDidBlock && !event.isLate)
    #expect(event.planned == machine.moment.wall.adding(seconds: -5 * 3_600))
  }

  @Test(
    arguments: [
      (-3, 2, 3), (0, 0, 2), (1, Int64.max, Int64.max), (Int64.max, Int64.max, Int64.max),
    ] as [(Int64, Int64, Int64)])
  func `a count is at least 1, and a sum that is too large stays at the maximum`(
    first: Int64, second: Int64, expected: Int64
  ) throws {
    var machine = try machine()
    let session = try #require(machine.session("p"))
    machine.handle(.attempts([attempt(session, count: first), attempt(session, count: second)]))
    #expect(machine.session("p")?.attemptCount == expected)
    machine.stop("p")
    #expect(machine.finished.map(\.attemptCount) == [expected])
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `the counts of a session's events are the attempts of its record, whatever happens`(part: UInt64) throws {
    let zones = try EngineLawTests.zones.map(zone)
    for seed in Laws.cases(part * 20..<part * 20 + 20, few: 1) {
      var world = RandomWorld(seed: seed, zones: zones)
      if let difference = world.run(steps: 60) { Issue.record("seed \(seed): \(difference)") }
      for _ in 0..<10 { if let difference = world.attempt() { Issue.record("seed \(seed): \(difference)") } }
      world.machine.command(.stop())
      let attempts = world.machine.events.filter { $0.attempt != nil }
      func sum(_ session: SessionID, before number: Int64) -> Int64 {
        attempts.filter { $0.session == session && $0.number < number }.reduce(0) { $0 + ($1.attempt?.count ?? 0) }
      }
      for session in world.machine.finished {
        #expect(session.attemptCount == sum(session.id, before: session.number), "seed \(seed): \(session.id)")
      }
      for session in world.machine.engine.sessions {
        #expect(session.attemptCount == sum(session.id, before: .max), "seed \(seed): \(session.id)")
      }
      #expect(!attempts.isEmpty && attempts.allSatisfy { $0.name == .shieldDidBlock }, "seed \(seed)")
    }
  }
}
