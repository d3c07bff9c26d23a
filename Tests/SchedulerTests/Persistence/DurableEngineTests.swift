import CivilTime
import DurableStore
import JSON
import Testing

@testable import Scheduler

struct DurableEngineTests {
  @Test func `an edge is in the shield, in history and in the state`() throws {
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

  @Test func `on a full disk nothing is told, and all of it with the next evaluation that is durable`() throws {
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

  @Test func `a shield that says the same is not written again when the process starts anew`() throws {
    var machine = try DurableMachine(at: "2026-11-23 10:00")
    try machine.handle()
    let shield = machine.files["shield.json"]
    machine.kill()
    machine.pass(seconds: 60)
    #expect(try machine.handle().shield == nil)
    #expect(machine.files["shield.json"] == shield)
  }

  @Test(arguments: [nil, "", "{}", "[1]", "{\"version\":1,\"generation\":5,\"layers\":[]}"])
  func `a shield that was lost or changed is put right, with a higher generation`(content: String?) throws {
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

  @Test func `another boot is another shield set`() throws {
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

  @Test func `a second process is refused the directory`() throws {
    var machine = try DurableMachine(at: "2026-11-23 10:00")
    try machine.handle()
    #expect(throws: StateStoreError.inUse(by: nil)) { try machine.open() }
  }

  @Test func `the state of a newer program is refused, and nothing is touched`() throws {
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

  @Test func `a reader beside the writer sees the last evaluation`() throws {
    var machine = try DurableMachine(at: "2026-11-23 10:00")
    try machine.handle(.command(.break()))
    let before = machine.files.operationCount
    let reading = try StateReading(of: &machine.files)
    var problems: [StateProblem] = []
    let engine = reading.engine(machine.configuration, problems: &problems)
    #expect(engine.records == machine.engine?.engine.records)
    #expect(machine.files.operationCount > before)
    #expect(problems == [] && reading.losses == [] && reading.configuration == .none)
  }
}

/// What happens when nothing can be written.
struct FullDiskTests {
  @Test func `what is due is done in memory, told as a failure, and written when there is room`() throws {
    var machine = try DurableMachine(at: "2026-11-23 08:00")
    try machine.handle()
    machine.files.plan.capacity = 0
    machine.pass(seconds: 3_600)
    let evaluation = try machine.handle()
    #expect(!evaluation.failures.isEmpty)
    #expect(evaluation.events == [])
    #expect(machine.engine?.engine.shield.count == 1)
    machine.files.plan.capacity = nil
    machine.pass(seconds: 60)
    let next = try machine.handle()
    #expect(next.failures == [])
    #expect(next.events.map(\.name) == [.intervalDidStart, .sessionDidStart, .shieldDidChange])
    #expect(try machine.shieldedProfiles() == ["a"])
    #expect(try machine.historyNumbers() == Array(1...3))
  }

  @Test func `a command is not carried out, and leaves no trace`() throws {
    var machine = try DurableMachine(at: "2026-11-23 10:00")
    try machine.handle()
    let records = machine.engine?.engine.records
    machine.files.plan.capacity = 0
    #expect(throws: StateStoreError.self) { try machine.handle(.command(.break())) }
    #expect(machine.engine?.engine.records == records)
    machine.files.plan.capacity = nil
    machine.kill()
    try machine.open()
    #expect(machine.engine?.engine.records == records)
    #expect(try machine.handle(.command(.break())).reply != nil)
  }

  @Test func `what is due before a command that cannot be written is done all the same`() throws {
    var machine = try DurableMachine(at: "2026-11-23 08:00")
    try machine.handle()
    machine.files.plan.capacity = 0
    machine.pass(seconds: 3_600)
    #expect(throws: StateStoreError.self) { try machine.handle(.command(.break())) }
    #expect(machine.engine?.engine.shield.count == 1)
    #expect(machine.engine?.engine.book.sessions.values.first?.lift == nil)
    machine.files.plan.capacity = nil
    #expect(try machine.handle().events.count == 3)
  }

  @Test func `what was due before a command is told with the next evaluation where the disk failed but once`() throws {
    var machine = try DurableMachine(at: "2026-11-23 08:00")
    try machine.handle()
    machine.files.plan.faults[machine.files.operationCount + 1] = .failure(.full)
    machine.pass(seconds: 3_600)
    #expect(throws: StateStoreError.self) { try machine.handle(.command(.break())) }
    #expect(try machine.shieldedProfiles() == ["a"])
    #expect(try machine.handle().events.count == 3)
    #expect(try machine.historyNumbers() == Array(1...3))
  }

  @Test func `a consent that cannot be written was not given, which is told`() throws {
    var machine = try DurableMachine(at: "2026-11-23 10:00")
    try machine.handle()
    machine.files.plan.faults[machine.files.operationCount + 1] = .failure(.full)
    #expect(throws: StateStoreError.self) { try machine.handle(.authorization(.denied)) }
    #expect(machine.engine?.engine.authorization == .approved)
    try machine.handle(.authorization(.denied))
    #expect(try machine.shieldedProfiles() == [])
  }

  @Test func `history that cannot be written stops nothing, and gets its lines later`() throws {
    var machine = try DurableMachine(at: "2026-11-23 08:00")
    try machine.handle()
    let history = machine.files["history.jsonl"]
    machine.pass(seconds: 3_600)
    var failing = machine
    // The journal is written and synchronised first, then the shield: history comes behind them.
    for operation in machine.files.operationCount + 1...machine.files.operationCount + 60 {
      failing = machine
      for broken in operation...operation + 40 { failing.files.plan.faults[broken] = .failure(.full) }
      guard let evaluation = try? failing.handle(), evaluation.events.count == 3, !evaluation.failures.isEmpty,
        try failing.shieldedProfiles() == ["a"]
      else { continue }
      #expect(failing.files["history.jsonl"] == history)
      failing.files.plan = FaultPlan()
      failing.pass(seconds: 60)
      try failing.handle(.command(.break()))
      #expect(try failing.historyNumbers() == failing.numbers)
      return
    }
    Issue.record("no operation was one of history")
  }

  @Test func `a command whose shield cannot be written is carried out, and the shield is behind until it can`() throws {
    var machine = try DurableMachine(at: "2026-11-23 10:00")
    try machine.handle()
    let generation = try machine.shield()["generation"]?.integerValue
    func standing(_ machine: inout DurableMachine) throws -> ShieldStanding? {
      var problems: [StateProblem] = []
      let engine = try StateReading(of: &machine.files).engine(machine.configuration, problems: &problems)
      return try ShieldStanding(of: engine, in: &machine.files)
    }
    #expect(try standing(&machine)?.isBehind == false)
    var isFound = false
    for operation in machine.files.operationCount + 1...machine.files.operationCount + 60 where !isFound {
      var failing = machine
      for broken in operation...operation + 40 { failing.files.plan.faults[broken] = .failure(.full) }
      guard let evaluation = try? failing.handle(.command(.start("b".profileKey))), evaluation.isShieldBehind else {
        continue
      }
      isFound = true
      #expect(evaluation.reply != nil && !evaluation.failures.isEmpty)
      failing.files.plan = FaultPlan()
      let behind = try #require(try standing(&failing))
      #expect(behind.isBehind && behind.generation == generation)
      failing.pass(seconds: 60)
      #expect(try failing.handle().shield != nil)
      #expect(try standing(&failing)?.isBehind == false)
      failing.files["shield.json"] = nil
      let missing = try #require(try standing(&failing))
      #expect(missing.isBehind && missing.generation == nil)
    }
    #expect(isFound)
  }

  @Test func `whatever fails, the shield that is written beside the state never comes before it`() throws {
    var machine = try DurableMachine(at: "2026-11-23 10:00")
    try machine.handle()
    var endings: Set<String> = []
    for operation in machine.files.operationCount + 1...machine.files.operationCount + 20 {
      var failing = machine
      failing.files.plan.faults[operation] = .failure(.system(code: 5, meaning: "input/output error"))
      let isDone = (try? failing.handle(.command(.start("b".profileKey)))) != nil
      endings.insert("\(isDone) \(try failing.shieldedProfiles())")
      failing.files.plan = FaultPlan()
      let left = try failing.files.names().filter { $0.hasSuffix(".new") }
      #expect(left == [], "operation \(operation)")
    }
    #expect(endings == [#"false ["a"]"#, #"true ["a"]"#, #"true ["a", "b"]"#])
  }

  @Test func `a synchronisation that fails is followed by a new journal`() throws {
    var machine = try DurableMachine(at: "2026-11-23 10:00")
    try machine.handle()
    let last = machine.files.operationCount
    for operation in last + 1...last + 3 {
      var failing = machine
      failing.files.plan.faults[operation] = .failure(.system(code: 5, meaning: "input/output error"))
      _ = try? failing.handle(.command(.break()))
      let evaluation = try failing.handle(.command(.start("b".profileKey)))
      #expect(evaluation.reply != nil)
      failing.kill()
      failing.files.losePower(seed: 1)
      try failing.open()
      #expect(failing.engine?.engine.book.sessions.count == 2)
    }
  }
}
