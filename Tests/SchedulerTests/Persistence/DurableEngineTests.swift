import SchedulerCivilTime
import SchedulerJSON
import SchedulerStore
import Testing

@testable import Scheduler

struct DurableEngineTests {
  @Test func `an edge is written to the shield, to history and to the state`() throws {
    var machine = try DurableMachine(at: "2026-11-23 08:00")
    try machine.handle()
    #expect(try machine.shieldedProfiles() == [])
    machine.pass(seconds: 3_600)
    let evaluation = try machine.handle()
    #expect(evaluation.events.map(\.name) == [.intervalDidStart, .sessionDidStart, .shieldDidChange])
    #expect(evaluation.failures == [])
    #expect(try machine.shieldedProfiles() == ["a"])
    #expect(try machine.historyNumbers() == machine.numbers)
    #expect(try machine.history().first?["event"] == .string("intervalDidStart"))
    let records = machine.engine?.engine.records
    machine.kill()
    try machine.open()
    #expect(machine.engine?.engine.records == records)
    #expect(machine.engine?.engine.shield == evaluation.shield?.layers)
  }

  @Test func `events on a full disk are reported with the next durable evaluation`() throws {
    var machine = try DurableMachine(at: "2026-11-23 08:00")
    #expect(try machine.handle().isDurable)
    machine.files.plan.capacity = 0
    machine.pass(seconds: 3_600)
    let failed = try machine.handle()
    #expect(!failed.isDurable && failed.isShieldBehind && !failed.failures.isEmpty)
    #expect(failed.events == [] && failed.lines == [])
    machine.files.plan.capacity = nil
    let saved = try machine.handle()
    #expect(saved.isDurable && !saved.isShieldBehind && saved.failures == [])
    #expect(saved.events.map(\.name) == [.intervalDidStart, .sessionDidStart, .shieldDidChange])
  }

  @Test(arguments: [nil, "", "{\"sequence\":1}\n", "no line", "a line\n", "{\"sequence\":999}\n"])
  func `new entries are found in a history file that replaced the original`(content: String?) throws {
    var machine = try DurableMachine(at: "2026-11-23 08:00")
    try machine.handle()
    machine.pass(seconds: 3_600)
    try machine.handle()
    machine.files["history.jsonl"] = content.map { Array($0.utf8) }
    let told = machine.numbers.count
    for seconds in [10_800, 86_400] as [Int64] {
      machine.pass(seconds: seconds)
      #expect(try machine.handle().failures == [])
    }
    let kept = content.map { HistoryLine.lines(in: Array($0.utf8)).map { Int64($0.sequence) } }
    let new = Array(machine.numbers.dropFirst(told))
    #expect(try new.count > 3 && machine.historyNumbers() == (kept ?? []) + new)
    #expect(try machine.files.metadata(of: "history.jsonl").permissions == 0o600)
  }

  @Test(arguments: [(-20, ""), (0, "somebody's line\n"), (0, "half a line")])
  func `new entries are found in a history that was cut or extended, and its other lines stay`(
    cut: Int, added: String
  ) throws {
    var machine = try DurableMachine(at: "2026-11-23 08:00")
    try machine.handle()
    machine.pass(seconds: 3_600)
    try machine.handle()
    let told = machine.numbers
    let file = try machine.files.open("history.jsonl")
    let size = try #require(machine.files["history.jsonl"]?.count)
    try machine.files.truncate(file, to: size + cut)
    try machine.files.append(Array(added.utf8), to: file)
    machine.files.close(file)
    machine.pass(seconds: 10_800)
    #expect(try machine.handle().failures == [])
    #expect(
      try machine.historyNumbers() == (cut < 0 ? Array(told.dropLast()) : told) + machine.numbers.dropFirst(told.count))
    let text = String(decoding: try #require(machine.files["history.jsonl"]), as: UTF8.self)
    #expect(text.contains("somebody's line\n") == added.hasSuffix("\n"))
  }

  @Test func `an edge takes nine file operations, and writes the shield once`() throws {
    var machine = try DurableMachine(at: "2026-11-23 11:00")
    try machine.handle()
    let count = machine.files.operationCount
    machine.pass(seconds: 3_600)
    #expect(try machine.handle().shield?.layers == [])
    // Journal: append, synchronise. Shield: create, append, synchronise, rename, names. History: append, synchronise.
    #expect(machine.files.operationCount == count + 9)
  }

  @Test func `an evaluation without anything to do touches no file`() throws {
    var machine = try DurableMachine(at: "2026-11-23 10:00")
    try machine.handle()
    let count = machine.files.operationCount
    machine.pass(seconds: 60)
    try machine.handle()
    #expect(machine.files.operationCount == count)
  }

  @Test func `a restarted process does not rewrite a shield whose content is unchanged`() throws {
    var machine = try DurableMachine(at: "2026-11-23 10:00")
    try machine.handle()
    let shield = machine.files["shield.json"]
    machine.kill()
    machine.pass(seconds: 60)
    #expect(try machine.handle().shield == nil)
    #expect(machine.files["shield.json"] == shield)
  }

  @Test(arguments: [nil, "", "{}", "[1]", "{\"version\":1,\"generation\":5,\"layers\":[]}"])
  func `a lost or changed shield is written again, and its generation does not fall`(content: String?) throws {
    var machine = try DurableMachine(at: "2026-11-23 10:00")
    try machine.handle()
    let generation = try #require(try machine.shield()["generation"]?.integerValue)
    machine.kill()
    machine.files["shield.json"] = content.map { Array($0.utf8) }
    #expect(try machine.handle().shield != nil)
    #expect(try machine.shieldedProfiles() == ["a"])
    let least = content?.contains("5") == true ? 6 : generation
    #expect(try #require(try machine.shield()["generation"]?.integerValue) >= least)
  }

  @Test func `a reboot gives a new shield set with the new boot's identity and times`() throws {
    var machine = try DurableMachine(at: "2026-11-23 10:00")
    try machine.handle()
    let before = try machine.shield()
    machine.reboot(seconds: 60)
    try machine.handle()
    let after = try machine.shield()
    #expect(after["layers"] == before["layers"])
    #expect(after["bootId"] == .string("boot-1+"))
    #expect(before["validUntilBoot"] == .integer(7_200))
    #expect(after["validUntilBoot"] == .integer(7_140))
    #expect(after["generation"]?.integerValue == (before["generation"]?.integerValue ?? 0) + 1)
  }

  @Test func `a second process cannot open a state directory that is in use`() throws {
    var machine = try DurableMachine(at: "2026-11-23 10:00")
    try machine.handle()
    #expect(throws: StateStoreError.inUse(by: nil)) { try machine.open() }
  }

  @Test func `the state of a newer program is refused and left unchanged`() throws {
    var machine = try DurableMachine(at: "2026-11-23 10:00")
    try machine.handle()
    machine.kill()
    var store = try StateStore.open(in: &machine.files)
    let newer = #"{"version":2,"clock":"sundial"}"#
    try store.append([StateChange(key: "engine", payload: Array(newer.utf8))], in: &machine.files)
    machine.kill()
    machine.files["journal"]? += [1, 2, 3]
    let journal = machine.files["journal"]
    let error = StateStoreError.newerVersion(file: "engine", version: 2)
    #expect(throws: error) { try machine.open() }
    #expect(throws: error) { try StateReading(of: &machine.files) }
    #expect(machine.files["journal"] == journal && machine.files["journal.torn"] == nil)
  }

  @Test func `a reader that runs alongside the writer sees the last evaluation`() throws {
    var machine = try DurableMachine(at: "2026-11-23 10:00")
    try machine.handle(.command(.break()))
    let before = machine.files.operationCount
    let reading = try StateReading(of: &machine.files)
    var problems: [StateProblem] = []
    let engine = reading.engine(ConfigurationVersions(machine.configuration), problems: &problems)
    #expect(engine.records == machine.engine?.engine.records)
    #expect(machine.files.operationCount > before)
    #expect(problems == [] && reading.losses == [] && reading.configuration == .none)
  }
}
