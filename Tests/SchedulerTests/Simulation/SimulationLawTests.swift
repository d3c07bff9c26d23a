import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerStore
import TestSupport
import Testing

@testable import Scheduler

/// What holds for every simulation.
@Suite struct SimulationLawTests {
  @Test(arguments: Laws.cases(0..<150 as Range<UInt64>))
  func `replaying the script that a machine prints gives the same trace`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let configurations = try SimulatedWorld.configurations()
    var machine = try SimulatedWorld.machine(seed: seed)
    for _ in 0..<(1 + random.below(25)) {
      if random.below(4) > 0 { machine.advance(seconds: Int64(random.below(2 * 3600))) }
      guard machine.now < SimulatedWorld.end.adding(seconds: -86_400) else { break }
      machine.perform(try RandomActions.action(&random, configurations))
    }
    machine.advance(to: SimulatedWorld.end)
    let text = machine.script
    var again = try SimulatedWorld.machine(seed: seed)
    try again.run(SimulatedWorld.script(text), until: SimulatedWorld.end, configurations)
    #expect(try machine.takeLines() == again.takeLines(), "seed \(seed):\n\(text)")
    #expect(again.script == text)
    #expect(machine.files.operationCount == again.files.operationCount)
  }

  @Test(arguments: Laws.cases(0..<40 as Range<UInt64>, few: 3))
  func `a crash at any file operation changes neither the events nor the shield of a run`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var machine = try SimulatedWorld.machine(seed: seed)
    var undisturbed = machine
    undisturbed.advance(to: SimulatedWorld.end)
    for operation in 1...40 {
      machine.perform(
        .crash(FileOperationPoint(random.bool() ? .before : .after, operation: operation + random.below(2))))
    }
    machine.advance(to: SimulatedWorld.end)
    let trace = machine.takeTrace()
    #expect(trace.contains { if case .died = $0.item { true } else { false } })
    #expect(trace.compactMap(\.eventNumber) == undisturbed.takeTrace().compactMap(\.eventNumber), "seed \(seed)")
    #expect(machine.engine?.engine.shield == undisturbed.engine?.engine.shield)
  }

  @Test(arguments: Laws.cases(0..<300 as Range<UInt64>, few: 2))
  func `a simulation does not trap on a garbage script`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var bytes = Array(SimulationScriptTests.lines.map { "+7m \($0.written)\n" }.joined().utf8)
    for _ in 0..<(1 + random.below(60)) {
      let position = random.below(bytes.count)
      switch random.below(4) {
      case 0: bytes[position] = UInt8(truncatingIfNeeded: random.next())
      case 1: bytes.removeSubrange(position..<min(bytes.count, position + random.below(30)))
      case 2: bytes.insert(UInt8(ascii: Self.tricky[random.below(Self.tricky.count)]), at: position)
      default: bytes.insert(contentsOf: Array("9999999".utf8).prefix(random.below(8)), at: position)
      }
      if bytes.isEmpty { bytes = [0x20] }
    }
    let (script, list, sources) = try SimulatedWorld.reading(bytes)
    _ = DiagnosticRenderer(color: false, columns: 80).render(list, in: sources)
    var machine = try SimulatedWorld.machine(seed: seed)
    for step in script.steps {
      machine.advance(to: step.at)
      if case .action(let action) = step.kind { machine.perform(action) }
    }
    machine.advance(to: SimulatedWorld.end)
    _ = try machine.takeLines()
  }

  private static let tricky: [Unicode.Scalar] = ["\"", "#", "\\", "-", "+", "=", ":", "\n", "\t", "\0", "9", "w"]

  @Test func `a long simulation delivers its trace at each wake-up, and the trace is the same as in one piece`() throws
  {
    let end = SimulatedWorld.start.adding(seconds: 30 * 86_400)
    var machine = try SimulatedWorld.machine()
    var shown: [String] = []
    var most = 0
    machine.advance(to: end) { machine in
      let entries = machine.takeTrace()
      most = max(most, entries.count)
      shown += entries.map { "\($0.at) \($0.title)" }
      return true
    }
    var other = try SimulatedWorld.machine()
    other.advance(to: end)
    #expect(shown == other.takeTrace().map { "\($0.at) \($0.title)" })
    #expect(shown.count > 100 && most < 20)
    #expect(machine.now == end)
  }

  @Test func `an observer that returns false ends a run`() throws {
    var machine = try SimulatedWorld.machine()
    machine.advance(to: SimulatedWorld.start.adding(seconds: 30 * 86_400)) { _ in false }
    #expect(machine.now < SimulatedWorld.start.adding(seconds: 86_400))
  }
}

extension TraceEntry {
  /// The number of what was handed out with one.
  fileprivate var eventNumber: Int64? {
    if case .history(let entry, _) = item { entry.number } else { nil }
  }
}

/// Actions by chance.
enum RandomActions {
  static func action(_ random: inout SeededRandom, _ configurations: [String: Configuration]) throws -> SimulatedAction
  {
    switch random.below(16) {
    case 0...5: .command(command(&random))
    case 6: .clock(clock(&random), isSynchronised: random.bool())
    case 7: .zone(try zone(["Europe/Berlin", "America/Los_Angeles", "Asia/Kolkata"][random.below(3)]))
    case 8: .suspend(seconds: Int64(1 + random.below(7200)))
    case 9: .crash(point(&random), staysDown: random.below(4) == 0)
    case 10: random.bool() ? .launch : .wake
    case 11: .reboot(outage(&random))
    case 12: .powerCut(point(&random), outage(&random))
    case 13: .disk([.normal, .normal, .full, .readOnly, .failing(operation: 1 + random.below(9))][random.below(5)])
    case 14:
      .wakeUps([.normal, .normal, .dropped, .doubled, .late(seconds: Int64(1 + random.below(900)))][random.below(5)])
    default: try other(&random, configurations)
    }
  }

  private static func other(
    _ random: inout SeededRandom, _ configurations: [String: Configuration]
  ) throws -> SimulatedAction {
    let name = configurations.keys.sorted()[random.below(configurations.count)]
    switch random.below(3) {
    case 0: return .authorization(random.bool())
    case 1: return .activity(name: ["a:b", "schedule:", "x y"][random.below(3)], random.bool() ? .start : .end)
    default: return .configuration(try #require(configurations[name]), name: name)
    }
  }

  private static func command(_ random: inout SeededRandom) -> Command {
    let key = ProfileKey(["deep-work", "social", "nobody"][random.below(3)]) ?? BuiltInProfiles.profiles[0].key
    let target: SessionTarget = random.bool() ? .profile(key) : .onlyRunning
    switch random.below(10) {
    case 0: return .start(key, StartOptions(lengthSeconds: random.bool() ? Int64(60 + random.below(5000)) : nil))
    case 1: return .start(key, StartOptions(strategy: Strategy.Kind.allCases[random.below(3)]))
    case 2: return .stop(target)
    case 3: return .break(target)
    case 4: return .pause(target)
    case 5: return .resume(target)
    case 6: return .reset(target)
    case 7: return .skip(key, undo: random.bool())
    case 8:
      let domain = DomainName(checked: ["reddit.com", "youtube.com", "old.reddit.com"][random.below(3)])
      return .access(AccessRequest(to: .domain(domain)))
    default: return .extend(target, seconds: Int64(1 + random.below(5000)))
    }
  }

  private static func clock(_ random: inout SeededRandom) -> ClockSetting {
    switch random.below(3) {
    case 0: .to(SimulatedWorld.start.adding(seconds: Int64(random.below(4 * 86_400))))
    case 1: .by(seconds: Int64(random.below(20_000) - 10_000))
    default: .right
    }
  }

  private static func point(_ random: inout SeededRandom) -> FileOperationPoint? {
    guard random.below(4) > 0 else { return nil }
    let position: FileOperationPoint.Position =
      switch random.below(4) {
      case 0: .before
      case 1: .within(byteCount: nil)
      case 2: .within(byteCount: random.below(50))
      default: .after
      }
    return FileOperationPoint(position, operation: 1 + random.below(12))
  }

  private static func outage(_ random: inout SeededRandom) -> Outage {
    Outage(seconds: Int64(random.below(3) * random.below(3600)), clock: random.below(3) == 0 ? clock(&random) : nil)
  }
}
