import SchedulerStore
import TestSupport
import Testing

@testable import Scheduler

/// Every kind of call to the file system fails once or for good, at every place of a day with commands.
struct FailingCallTests {
  private static let brokenMedium = FileSystemError.Reason.system(code: 5, meaning: "input/output error")

  /// A machine, and what it acknowledged.
  private struct Day {
    var machine: DurableMachine
    var hasStarted = false
    var breakCount = 0

    init() throws { machine = try DurableMachine(at: "2026-11-23 08:00") }

    /// Evaluates, starting the process if it does not run. Returns whether the input was acknowledged.
    @discardableResult
    mutating func evaluate(_ input: Input = .time) -> Bool {
      do throws(StateStoreError) {
        let evaluation = try machine.handle(input)
        if case .command = input { return { if case .done = evaluation.reply { true } else { false } }() }
        return true
      } catch {
        return false
      }
    }

    mutating func wake(after seconds: Int64) {
      machine.pass(seconds: seconds)
      evaluate()
    }

    /// A day of two profiles, with commands, a kill and a reboot.
    mutating func run() {
      evaluate()
      wake(after: 3_600)
      hasStarted = evaluate(.command(.start("b".profileKey)))
      if evaluate(.command(.break(.profile("a".profileKey)))) { breakCount += 1 }
      wake(after: 700)
      machine.kill()
      // The machine stopped while it wrote a record.
      machine.files["journal"]? += [1, 2, 3]
      evaluate()
      if evaluate(.command(.break(.profile("a".profileKey)))) { breakCount += 1 }
      machine.reboot(seconds: 60)
      evaluate()
      compact()
      wake(after: 4 * 3_600)
    }

    private mutating func compact() {
      guard var engine = machine.engine else { return }
      do throws(StateStoreError) { try engine.restoreFiles(in: &machine.files) } catch {}
      do throws(StateStoreError) { try engine.store.compact(in: &machine.files) } catch {}
      engine.protectAll(in: &machine.files)
      machine.replace(engine)
      evaluate()
    }

    /// The disk works again, and the power fails, or only the process is killed.
    mutating func recover(losingPower: Bool) throws {
      machine.files.plan = FaultPlan()
      wake(after: 20)
      machine.kill()
      if losingPower { machine.files.losePower(seed: 1) }
      try machine.handle()
    }
  }

  private static let counts: [FaultPlan.Call: Int] = {
    var day = try? Day()
    day?.run()
    return day?.machine.files.callCounts ?? [:]
  }()

  @Test func `a day makes every kind of call`() {
    #expect(FaultPlan.Call.allCases.filter { Self.counts[$0, default: 0] == 0 } == [])
  }

  @Test(arguments: FaultPlan.Call.allCases)
  func `whichever call fails, no acknowledged command is lost and no line of history is doubled`(
    call: FaultPlan.Call
  ) throws {
    for first in stride(from: 1, through: max(1, Self.counts[call] ?? 1), by: Laws.areWhole ? 1 : 3) {
      for isLasting in [false, true] {
        let place: Comment = "\(call) \(first), for good: \(isLasting)"
        var day = try Day()
        day.machine.files.plan.breakages[call] = .init(first: first, isLasting: isLasting, reason: Self.brokenMedium)
        day.run()
        // Names that could never be synchronised may go with the power, whatever the program does later.
        try day.recover(losingPower: call != .synchronizeNames || !isLasting)
        let engine = try #require(day.machine.engine)
        #expect(engine.losses.allSatisfy(\.isTornEnd) && engine.problems.isEmpty, place)
        #expect(
          !day.hasStarted || engine.engine.book.sessions.values.contains { $0.profile.key == "b".profileKey }, place)
        let numbers = try day.machine.historyNumbers()
        #expect(numbers == Array((1...).prefix(Int(engine.engine.lastNumber))), place)
        #expect(Set(day.machine.numbers).count == day.machine.numbers.count, place)
        #expect(Set(day.machine.numbers).isSubset(of: numbers), place)
        let breaks = try day.machine.history().filter {
          $0["event"]?.stringValue == "intervalDidStart" && $0["activity"]?.stringValue?.hasPrefix("break:") == true
        }
        #expect(breaks.count >= day.breakCount, place)
      }
    }
  }
}

extension DurableEngine {
  fileprivate mutating func protectAll(in files: inout some FileSystem & ~Copyable) {
    _ = protect(StatePermissions(), in: &files)
  }
}
