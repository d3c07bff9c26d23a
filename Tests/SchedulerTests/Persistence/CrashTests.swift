import SchedulerCivilTime
import SchedulerJSON
import SchedulerStore
import TestSupport
import Testing

@testable import Scheduler

/// What an engine knows of sessions and of what was used.
private struct EngineMemory: Equatable {
  let sessions: [ProfileID: Session]
  let records: [ProfileID: SessionBook.Record]
}

extension DurableMachine {
  fileprivate var memory: EngineMemory {
    EngineMemory(sessions: engine?.engine.book.sessions ?? [:], records: engine?.engine.book.records ?? [:])
  }
}

/// The machine stops before, within and behind each operation on a file, with and without a loss of power.
struct EngineCrashTests {
  /// What is done to the machine, each behind a while.
  private static let steps: [(seconds: Int64, input: Input)] = [
    (0, .time), (3_600, .time), (60, .command(.break())), (60, .command(.start("b".profileKey))), (600, .time),
    (60, .command(.stop(.profile("b".profileKey)))), (9_000, .time), (10, .command(.start("b".profileKey))),
  ]

  private static let faults: [FaultPlan.Fault] = [.stopBefore, .stopWithin(byteCount: 30), .stopAfter]

  @Test(arguments: [false, true])
  func `after a crash, answered commands are stored, and unanswered ones are stored wholly or not at all`(
    losesPower: Bool
  ) throws {
    var crashes = 0
    // A quick run stops at every fifth operation, at another one for each fault.
    let stride = Laws.areWhole ? 1 : 5
    for (first, fault) in Self.faults.enumerated() {
      var operation = 1 + first % stride
      while try run(stoppingAt: operation, fault, losesPower: losesPower) {
        operation += stride
        crashes += 1
      }
    }
    #expect(crashes * stride > 150, "\(crashes)")
  }

  /// Runs the steps, with the machine stopping at an operation; says whether it did.
  private func run(stoppingAt operation: Int, _ fault: FaultPlan.Fault, losesPower: Bool) throws -> Bool {
    var machine = try DurableMachine(at: "2026-11-23 08:00")
    machine.files.plan.faults[operation] = fault
    var hasStopped = false
    for (index, step) in Self.steps.enumerated() {
      machine.pass(seconds: step.seconds)
      let before = machine.memory
      var after = machine
      after.files.plan = FaultPlan()
      if machine.files.isStopped == false, index > 0 { _ = try? after.handle(step.input) }
      let place: Comment = "operation \(operation), \(fault), step \(index)"
      let isAnswered = (try? machine.handle(step.input))?.failures == []
      guard machine.files.isStopped else { continue }
      hasStopped = true
      restart(&machine, losesPower ? UInt64(operation) : nil)
      let found = machine.memory
      #expect(index == 0 || found == after.memory || (found == before && !isAnswered), place)
      try machine.handle(found == after.memory ? .time : step.input)
    }
    try check(machine, "operation \(operation), \(fault)")
    return hasStopped
  }

  private func restart(_ machine: inout DurableMachine, _ seed: UInt64?) {
    machine.kill()
    machine.files.plan = FaultPlan()
    if let seed { machine.files.losePower(seed: seed) }
    #expect(throws: Never.self) { try machine.open() }
  }

  /// Everything is as in a run without crashes.
  private func check(_ machine: DurableMachine, _ place: Comment) throws {
    var smooth = try DurableMachine(at: "2026-11-23 08:00")
    for step in Self.steps {
      smooth.pass(seconds: step.seconds)
      try smooth.handle(step.input)
    }
    #expect(machine.memory == smooth.memory, place)
    #expect(try machine.shield()["layers"] == smooth.shield()["layers"], place)
    #expect(try machine.history() == smooth.history(), place)
    #expect(machine.engine?.losses == [] || machine.engine?.losses.count == 1, place)
  }
}
