import SchedulerStore
import Testing

@testable import Scheduler

/// Each loss of state is recorded, so that every start in history has an end or a loss.
@Suite struct StateLossTests {
  private static let strict = """
    timezone = "Europe/Berlin"
    [profile.a]
    block.domains = ["a.example"]
    window = ["mon-fri 09:00-12:00"]
    lock = "strict"
    [profile.b]
    block.apps = ["steam"]
    """

  /// A machine at 10:00 whose two profiles have a session each.
  private func machine() throws -> DurableMachine {
    var machine = try DurableMachine(Self.strict, at: "2026-11-23 10:00")
    try machine.handle()
    try machine.handle(.command(.start("b".profileKey)))
    machine.pass(seconds: 60)
    machine.kill()
    return machine
  }

  /// Returns the profiles of the losses in history, in order; empty for a loss without a profile.
  private func lostProfiles(_ machine: DurableMachine) throws -> [String] {
    try machine.history().filter { $0["event"]?.stringValue == "stateDidLose" }.map {
      $0["profile"]?.stringValue ?? ""
    }
  }

  /// Returns the sessions that started by history and have neither an end nor a loss, nor run.
  private func unaccounted(_ machine: DurableMachine) throws -> Set<String> {
    var open: Set<String> = []
    for line in try machine.history() {
      guard let session = line["session"]?.stringValue else { continue }
      switch line["event"]?.stringValue {
      case "sessionDidStart": open.insert(session)
      case "sessionDidEnd", "stateDidLose": open.remove(session)
      default: break
      }
    }
    return open.subtracting(machine.engine?.engine.sessions.map(\.id.description) ?? [])
  }

  @Test func `a deleted journal leaves a loss for each session, and the strict interval starts again`() throws {
    var machine = try machine()
    machine.files["journal"] = nil
    try machine.handle()
    #expect(try lostProfiles(machine) == ["a", "b"])
    #expect(try unaccounted(machine) == [])
    #expect(try machine.shieldedProfiles() == ["a"])
    machine.kill()
    try machine.handle()
    #expect(try lostProfiles(machine) == ["a", "b"], "a loss is recorded once")
    #expect(try machine.historyNumbers() == machine.historyNumbers().sorted())
  }

  @Test func `without a journal and without history the applied shield tells which sessions are lost`() throws {
    var machine = try machine()
    machine.files["journal"] = nil
    machine.files["history.jsonl"] = nil
    try machine.handle()
    #expect(try lostProfiles(machine) == ["a", "b"])
  }

  @Test func `a loss in which no session is known to be lost is recorded without a profile`() throws {
    var machine = try DurableMachine(Self.strict, at: "2026-11-23 08:00")
    try machine.handle()
    machine.kill()
    let journal = try #require(machine.files["journal"])
    machine.pass(seconds: 4 * 3_600)
    try machine.handle()
    machine.pass(seconds: 3_600)
    try machine.handle()
    machine.kill()
    #expect(try unaccounted(machine) == [])
    machine.files["journal"] = journal
    try machine.handle()
    #expect(try lostProfiles(machine) == [""])
    #expect(try unaccounted(machine) == [])
  }

  @Test func `a loss of the record of consent does not lift an applied shield`() throws {
    var machine = try DurableMachine(Self.strict, at: "2026-11-23 08:00")
    try machine.handle(.authorization(.notDetermined))
    machine.kill()
    let journal = try #require(machine.files["journal"])
    try machine.handle(.authorization(.approved))
    machine.pass(seconds: 2 * 3_600)
    try machine.handle()
    machine.kill()
    #expect(try machine.shieldedProfiles() == ["a"])
    machine.files["journal"] = journal
    let reading = try StateReading(of: &machine.files)
    var problems: [StateProblem] = []
    #expect(
      reading.engine(ConfigurationVersions(machine.configuration), problems: &problems).authorization == .approved)
    try machine.handle()
    #expect(try machine.shieldedProfiles() == ["a"])
  }

  /// A first change may be torn by a crash, but not if history says that more was written.
  @Test(arguments: [1, 10, 300]) func `a journal that contains only a torn change is a loss`(length: Int) throws {
    var machine = try machine()
    machine.files["journal"] = Array(try #require(machine.files["journal"]).prefix(length))
    machine.files["shield.json"] = nil
    try machine.handle()
    #expect(try lostProfiles(machine) == ["a", "b"])
    #expect(try machine.shieldedProfiles() == ["a"])
  }

  @Test func `a number that no machine reaches does not end the program`() throws {
    var machine = try machine()
    machine.files["history.jsonl"]? +=
      Array(
        #"{"sequence":\#(Int64.max),"event":"shieldDidChange","planned":"2026-11-23T10:00:00Z"}"#.utf8) + [10]
    machine.pass(seconds: 4 * 3_600)
    try machine.handle()
    #expect(try machine.shieldedProfiles() == ["b"])
  }

  @Test func `without a loss and without a shield there is no consent that was not given`() throws {
    var machine = try DurableMachine(Self.strict, at: "2026-11-23 08:00")
    try machine.handle(.authorization(.notDetermined))
    machine.kill()
    machine.pass(seconds: 2 * 3_600)
    try machine.handle()
    #expect(try machine.shieldedProfiles() == [])
    #expect(machine.engine?.engine.authorization == .notDetermined)
  }

  @Test func `a loss is not forgotten if the process is killed between the repair and the first evaluation`() throws {
    var machine = try machine()
    for name in ["journal", "history.jsonl"] { machine.files[name] = nil }
    try machine.open()
    machine.kill()
    try machine.handle()
    #expect(try lostProfiles(machine) == ["a", "b"])
  }

  @Test func `a torn end, which was never confirmed, is no loss`() throws {
    var machine = try machine()
    machine.files["journal"]? += [1, 2, 3]
    try machine.handle()
    #expect(try lostProfiles(machine) == [])
  }

  @Test func `published sessions name the profiles of a state that is lost together with its other files`() throws {
    var machine = try machine()
    var engine = try #require(try openedEngine(&machine)).engine
    _ = engine.handle(.time, at: machine.moment)
    let published = Dictionary(uniqueKeysWithValues: engine.sessions.map { ($0.id, $0.profile.key) })
    for name in ["history.jsonl", "journal"] { machine.files[name] = nil }
    machine.files["shield.json"] = Array("{}".utf8)
    let state = try LockedState.open(in: &machine.files)
    machine.replace(
      DurableEngine(
        ConfigurationVersions(machine.configuration), from: state, published: published, in: &machine.files))
    try machine.handle()
    #expect(try lostProfiles(machine) == ["a", "b"])
  }

  private func openedEngine(_ machine: inout DurableMachine) throws -> DurableEngine? {
    try machine.open()
    let engine = machine.engine
    machine.kill()
    return engine
  }

  @Test func `history that was removed is a loss, also while the process runs`() throws {
    var machine = try machine()
    let last = try #require(try machine.historyNumbers().last)
    machine.files["history.jsonl"] = nil
    try machine.handle()
    let lines = try machine.history()
    let loss = try #require(lines.first { $0["event"]?.stringValue == "stateDidLose" })
    #expect(loss["message"]?.stringValue?.hasPrefix("lines 1 to ") == true)
    #expect(loss["sequence"]?.integerValue == last + 1)
    try machine.files.remove("history.jsonl")
    machine.pass(seconds: 60)
    try machine.handle(.command(.stop(.profile("b".profileKey))))
    #expect(machine.engine?.nextDeadline.wall == machine.moment.wall)
    try machine.handle()
    let message = "lines 1 to \(last + 1) of history are lost"
    #expect(try machine.history().contains { $0["message"]?.stringValue == message })
    machine.kill()
    let before = try lostProfiles(machine).count
    try machine.handle()
    #expect(try lostProfiles(machine).count == before)
  }

  @Test func `a loss is recorded once although the process is killed before the journal is written anew`() throws {
    var machine = try machine()
    var journal = try #require(machine.files["journal"])
    journal[journal.count / 3] ^= 1
    machine.files["journal"] = journal
    // No new snapshot can be made, so the journal stays as it is.
    machine.files.plan.breakages[.link] = FaultPlan.Breakage(first: 1, isLasting: true, reason: .readOnly)
    try machine.handle()
    #expect(machine.evaluation?.failures.isEmpty == false)
    let count = try lostProfiles(machine).count
    #expect(count > 0)
    machine.kill()
    machine.files.plan.breakages = [:]
    try machine.open()
    #expect(machine.engine?.losses.isEmpty == false)
    try machine.handle()
    #expect(try lostProfiles(machine).count == count)
  }

  /// What is damaged of the session of `a`, and whether its interval had been stopped before.
  static let damages: [(old: String, new: String)] = [
    ("\"holds\":[{", "\"holds\":[7,{"), ("\"session\":{", "\"session\":7,\"was\":{"),
    ("\"session\":{", "\"was\":{"),
  ]

  @Test(arguments: damages)
  func `a strict interval whose session is damaged in part starts again, late`(old: String, new: String) throws {
    var machine = try machine()
    try damage("a", &machine, replacing: old, with: new)
    try machine.handle()
    #expect(machine.engine?.problems.count == 1)
    #expect(try lostProfiles(machine) == ["a"])
    #expect(try machine.shieldedProfiles() == ["a", "b"])
    let start = try #require(machine.evaluation?.events.first { $0.name == .sessionDidStart })
    let nine = try SchedulerTests.instant("2026-11-23 09:00", machine.configuration.zone.rules)
    #expect(start.isLate && start.planned == nine)
    machine.kill()
    try machine.handle()
    #expect(try machine.shieldedProfiles() == ["a", "b"], "the session continues after a restart")
  }

  @Test func `a removed record of a strict session is a loss, and its interval starts again`() throws {
    var machine = try machine()
    let id = try #require(machine.configuration.profiles.first?.reference.id)
    var store = try StateStore.open(in: &machine.files)
    try store.append([.removal(of: "profile:\(id)")], in: &machine.files)
    store.close(in: &machine.files)
    try machine.handle()
    #expect(try lostProfiles(machine) == ["a"])
    #expect(try machine.shieldedProfiles() == ["a", "b"])
  }

  @Test func `an interval that was skipped or stopped does not start when a later session is damaged`() throws {
    var machine = try DurableMachine(
      """
      timezone = "Europe/Berlin"
      [profile.a]
      block.domains = ["a.example"]
      window = ["mon-fri 09:00-12:00", "mon 12:30-13:00"]
      """, at: "2026-11-23 10:00")
    try machine.handle()
    try machine.handle(.command(.stop(.profile("a".profileKey))))
    try machine.handle(.command(.skip("a".profileKey)))
    try machine.handle(.command(.start("a".profileKey)))
    machine.kill()
    try damage("a", &machine, replacing: "\"holds\":[{", with: "\"holds\":[7,{")
    machine.pass(seconds: 60)
    try machine.handle()
    #expect(try machine.shieldedProfiles() == [])
    machine.pass(seconds: 2 * 3_600 + 40 * 60)
    try machine.handle()
    #expect(try machine.shieldedProfiles() == [], "the skipped interval stays skipped")
  }

  /// Replaces a part of the record of a profile, as a disk does that returns other bytes with a right checksum.
  private func damage(
    _ profile: String, _ machine: inout DurableMachine, replacing old: String, with new: String
  ) throws {
    let id = try #require(machine.configuration.profile(profile.profileKey)?.reference.id)
    var store = try StateStore.open(in: &machine.files)
    let payload = String(decoding: try #require(store.state["profile:\(id)"]), as: UTF8.self)
    let damaged = payload.replacing(old, with: new, maxReplacements: 1)
    #expect(damaged != payload)
    try store.append([StateChange(key: "profile:\(id)", payload: Array(damaged.utf8))], in: &machine.files)
    store.close(in: &machine.files)
  }
}
