import SchedulerStore
import Testing

@testable import Scheduler

/// What happens when nothing can be written.
struct FullDiskTests {
  @Test func `on a full disk, due edges take effect in memory, report a failure, and are written later`() throws {
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

  @Test func `a command that cannot be written to a full disk fails and changes no record`() throws {
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

  @Test func `a full disk stays reported until there is enough room for the command that it refused`() throws {
    var machine = try DurableMachine(at: "2026-11-23 10:00")
    try machine.handle()
    machine.files.plan.capacity = try machine.usedBytes() + 100
    for _ in 1...3 {
      #expect(throws: StateStoreError.self) { try machine.handle(.command(.break())) }
      #expect(try !machine.handle().failures.isEmpty)
    }
    machine.files.plan.capacity = try machine.usedBytes() + 20_000
    #expect(try machine.handle().failures == [])
    #expect(machine.engine?.store.state.changes.contains { $0.key == "trial" } == false)
  }

  @Test func `writing a smaller change does not clear the failure of a larger change that was refused`() throws {
    let domains = (0..<500).map { "\"d\($0).example\"" }.joined(separator: ",")
    var machine = try DurableMachine(
      DurableMachine.toml + "\n[profile.large]\nblock.domains = [\(domains)]\n", at: "2026-11-23 10:00")
    try machine.handle()
    let full = StateStoreError.file(FileSystemError(.write, name: "journal", reason: .full))
    let large = Input.command(.start("large".profileKey))
    var isSeen = false
    for room in stride(from: 0, to: 20_000, by: 250) {
      var filling = machine
      filling.files.plan.capacity = try filling.usedBytes() + room
      guard (try? filling.handle(large)) == nil else { break }
      filling.pass(seconds: 7_200)
      let edge = try filling.handle()
      if edge.isDurable, edge.failures == [full] { isSeen = true }
    }
    #expect(isSeen)
  }

  @Test func `edges that are due before a command take effect even if the command cannot be written`() throws {
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

  @Test(arguments: [
    Input.command(.break()), .activity(name: "schedule:\(ProfileID(derivedFrom: "a".profileKey))", .start),
  ])
  func `events due before a command or a delivery come with the next evaluation after a disk failure`(
    input: Input
  ) throws {
    var machine = try DurableMachine(at: "2026-11-23 08:00")
    try machine.handle()
    machine.files.plan.faults[machine.files.operationCount + 1] = .failure(.full)
    machine.pass(seconds: 3_600)
    #expect(throws: StateStoreError.self) { try machine.handle(input) }
    #expect(try machine.shieldedProfiles() == ["a"])
    #expect(try machine.handle().events.count == 3)
    #expect(try machine.historyNumbers() == Array(1...3))
  }

  @Test func `a change of the authorization that cannot be written fails and does not take effect`() throws {
    var machine = try DurableMachine(at: "2026-11-23 10:00")
    try machine.handle()
    machine.files.plan.faults[machine.files.operationCount + 1] = .failure(.full)
    #expect(throws: StateStoreError.self) { try machine.handle(.authorization(.denied)) }
    #expect(machine.engine?.engine.authorization == .approved)
    try machine.handle(.authorization(.denied))
    #expect(try machine.shieldedProfiles() == [])
  }

  @Test func `a failed write to history stops nothing else, and history gets its lines later`() throws {
    var machine = try DurableMachine(at: "2026-11-23 08:00")
    try machine.handle()
    let history = machine.files["history.jsonl"]
    machine.pass(seconds: 3_600)
    var failing = machine
    // The journal comes first, with the shield beside it: history comes behind them.
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

  @Test func `a command takes effect when its shield cannot be written, and the shield file catches up later`() throws {
    var machine = try DurableMachine(at: "2026-11-23 10:00")
    try machine.handle()
    let generation = try machine.shield()["generation"]?.integerValue
    func standing(_ machine: inout DurableMachine) throws -> ShieldFileStatus? {
      var problems: [StateProblem] = []
      let engine = try StateReading(of: &machine.files).engine(
        ConfigurationVersions(machine.configuration), problems: &problems)
      return try ShieldFileStatus(of: engine, in: &machine.files)
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

  @Test func `whatever fails, the new shield is never in place before the state that it belongs to`() throws {
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

  @Test func `the engine writes a new journal after a synchronisation fails`() throws {
    var machine = try DurableMachine(at: "2026-11-23 10:00")
    try machine.handle()
    let last = machine.files.operationCount
    let error = FileSystemError(.synchronize, name: "journal", reason: .system(code: 5, meaning: "input/output error"))
    var reported: [StateStoreError] = []
    // The journal is appended to, the shield is begun, and then the journal is synchronised.
    for operation in last + 1...last + 6 {
      var failing = machine
      failing.files.plan.faults[operation] = .failure(error.reason)
      do throws(StateStoreError) { try failing.handle(.command(.break())) } catch { reported.append(error) }
      let evaluation = try failing.handle(.command(.start("b".profileKey)))
      #expect(evaluation.reply != nil)
      failing.kill()
      failing.files.losePower(seed: 1)
      try failing.open()
      #expect(failing.engine?.engine.book.sessions.count == 2)
    }
    #expect(reported.contains(.file(error)))
  }
}
