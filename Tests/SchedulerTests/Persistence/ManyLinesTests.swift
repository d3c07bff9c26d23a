import SchedulerStore
import Testing

@testable import Scheduler

/// Much happens in one second.
@Suite struct ManyLinesTests {
  private static let toml =
    "timezone = \"UTC\"\n"
    + (1...400).map { "[profile.p\($0)]\nwindow = [\"08:00-20:00\"]\nblock.domains = [\"a.example\"]\n" }.joined()

  /// A machine on which 800 things are about to happen, and the shield that comes with them.
  private func machine() throws -> DurableMachine {
    var machine = try DurableMachine(Self.toml, at: "2026-11-23 07:59")
    try machine.handle()
    machine.pass(seconds: 60)
    return machine
  }

  @Test func `history holds every line of a busy second, and the state keeps none of them`() throws {
    var machine = try machine()
    let evaluation = try machine.handle()
    #expect(evaluation.lines.count > 800 && evaluation.lostLineCount == 0)
    machine.pass(seconds: 43_200)
    #expect(try machine.handle().lines.count > 1_000)
    #expect(try machine.historyNumbers() == machine.numbers.sorted())
    #expect(machine.engine?.store.state["history"] == nil)
  }

  @Test func `the next process writes all history lines that a killed process could not write`() throws {
    var machine = try machine()
    try machine.handle()
    machine.pass(seconds: 43_200)
    let (failing, evaluation) = try #require(try withoutHistory(machine))
    #expect(evaluation.lines.count > 1_000 && evaluation.lostLineCount == evaluation.lines.count - 1_000)
    var killed = failing
    killed.kill()
    killed.files.plan = FaultPlan()
    try killed.handle()
    #expect(try killed.historyNumbers() == failing.numbers.sorted())

    var mended = failing
    mended.files.plan = FaultPlan()
    mended.pass(seconds: 60)
    try mended.handle()
    let newest = failing.numbers.sorted().suffix(1_000)
    #expect(try mended.historyNumbers().suffix(1_000) == newest)
    #expect(try mended.historyNumbers().count == failing.numbers.count - evaluation.lostLineCount)
  }

  /// An evaluation of which the state can be written, and history cannot.
  private func withoutHistory(_ machine: DurableMachine) throws -> (DurableMachine, Evaluation)? {
    for operation in machine.files.operationCount + 1...machine.files.operationCount + 60 {
      var failing = machine
      for broken in operation...operation + 60 { failing.files.plan.faults[broken] = .failure(.full) }
      guard let evaluation = try? failing.handle(), evaluation.isDurable, !evaluation.isShieldBehind else { continue }
      return evaluation.failures.isEmpty ? nil : (failing, evaluation)
    }
    return nil
  }
}
