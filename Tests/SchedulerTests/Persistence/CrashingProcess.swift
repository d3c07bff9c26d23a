import SchedulerCivilTime
import SchedulerJSON
import SchedulerStore
import TestSupport

@testable import Scheduler

/// A process that is handed what an engine in memory is, on a machine that stops at any operation on a file.
struct CrashingProcess {
  private var random: SeededGenerator
  private var files = SimulatedFileSystem()
  private var engine: DurableEngine?
  /// The configurations that were accepted, the first one first; the title of what the directory remembers is the index.
  private var configurations: [Configuration]
  private var memory: Memory?
  private var lastPresent: Present?
  /// How often the machine stopped, or the process was killed.
  private(set) var crashes = 0

  /// What has to be the same as in the engine in memory.
  struct Memory: Equatable {
    let sessions: [ProfileID: Session]
    let records: [ProfileID: SessionBook.Record]
    let shield: [AppliedLayer]
    let nextNumber: Int64

    init(_ engine: Engine) {
      sessions = engine.book.sessions
      records = engine.book.records
      shield = engine.shield
      nextNumber = engine.state.nextNumber
    }

    func differences(from other: Memory) -> String {
      let sessions = self.sessions.filter { other.sessions[$0.key] != $0.value }.values.map { "\($0)" }
      let others = other.sessions.filter { self.sessions[$0.key] != $0.value }.values.map { "\($0)" }
      let records = self.records.filter { other.records[$0.key] != $0.value }.values.map { "\($0)" }
      return """
        \(sessions) instead of \(others), \(records), \(shield == other.shield ? "" : "the shield,") \
        number \(nextNumber) instead of \(other.nextNumber)
        """
    }
  }

  init(_ configuration: Configuration, seed: UInt64) {
    configurations = [configuration]
    random = SeededGenerator(seed: seed)
  }

  /// Hands an input in until it is done, over any number of crashes; what is wrong then, or nil.
  mutating func handle(_ input: Input, at moment: Moment, reference: Engine) -> String? {
    // How far an evaluation that wrote nothing has looked is lost with the process. That matters only where the clock is
    // set back at that moment, to before what was looked at: there a missed interval is told that nobody was to know of.
    if let present = engine?.engine.present ?? lastPresent, moment.wall >= present.wall {
      if Int.random(in: 0..<12, using: &random) == 0 { stop() }
      arm()
    }
    lastPresent = reference.present
    let expected = Memory(reference)
    let record = input.changesConfiguration ? accept(reference.newestConfiguration, at: moment) : nil
    let before = crashes
    while true {
      do throws(StateStoreError) {
        let title = try open()
        let isAccepted = record != nil && title == record?.title
        guard let memory = engine.map({ Memory($0.engine) }) else { return "no engine" }
        if let last = self.memory, ![last, expected].contains(memory) {
          return "after crash \(crashes) it is neither as before nor as after \(input.kind)"
        }
        // A client repeats neither a command nor attempts that are durable, and a daemon no configuration that is in force.
        // Any other input has the same result if it is repeated.
        let isDone = crashes > before && (isAccepted || input.isHandedInOnce && memory == expected)
        let evaluation = try engine?.handle(
          isDone ? .time : input, accepting: isDone ? nil : record, at: moment, in: &files)
        if evaluation?.failures == [] { break }
      } catch {
        if !files.isStopped { return "\(error)" }
      }
      guard files.isStopped else { return "something was not written on a sound disk" }
      stop()
    }
    files.plan.faults = [:]
    return check(input, reference, expected)
  }

  /// Starts the process if it does not run; the title of the configuration that is in force by the directory.
  private mutating func open() throws(StateStoreError) -> String? {
    if engine != nil { return nil }
    let state = try LockedState.open(in: &files)
    let record = state.configuration.accepted
    let newest = configurations[record.flatMap { Int($0.title) } ?? 0]
    let zones = [newest.zone] + newest.profiles.compactMap(\.zone)
    let rules = zones.first { $0.choice == .system }?.rules
    let earlier = (record?.earlier ?? []).map { record in
      let accepted = configurations[Int(record.title) ?? 0]
      return ConfigurationVersions.Version(rules.map(accepted.following) ?? accepted, digest: record.digest)
    }
    let versions = ConfigurationVersions(.init(newest, digest: record?.digest), after: earlier)
    engine = DurableEngine(versions, from: state, in: &files)
    return record?.title
  }

  private mutating func accept(_ configuration: Configuration, at moment: Moment) -> AcceptedConfiguration {
    configurations.append(configuration)
    return AcceptedConfiguration(
      title: "\(configurations.count - 1)", acceptedAt: moment.wall, files: [], lists: [], systemZone: nil,
      namedZones: [])
  }

  /// Lets the machine stop at one of the next operations, now and then.
  private mutating func arm() {
    guard Int.random(in: 0..<3, using: &random) == 0 else { return }
    let fault: FaultPlan.Fault =
      switch Int.random(in: 0..<3, using: &random) {
      case 0: .stopBefore
      case 1: .stopWithin(byteCount: Int.random(in: 0..<400, using: &random))
      default: .stopAfter
      }
    files.plan.faults[files.operationCount + Int.random(in: 1...22, using: &random)] = fault
  }

  private mutating func stop() {
    files.crash()
    files.plan.faults = [:]
    if Bool.random(using: &random) { files.losePower(seed: random.next()) }
    engine = nil
    crashes += 1
    if Int.random(in: 0..<4, using: &random) == 0 { arm() }
  }

  private mutating func check(_ input: Input, _ reference: Engine, _ expected: Memory) -> String? {
    guard let engine else { return "no engine" }
    memory = Memory(engine.engine)
    if let memory, memory != expected {
      return "behind \(input.kind) it differs from the engine in memory: \(memory.differences(from: expected))"
    }
    if engine.engine.nextDeadline != reference.nextDeadline { return "it wants to be woken at another time" }
    return checkShield(engine.engine) ?? checkHistory(expected)
  }

  private func checkShield(_ engine: Engine) -> String? {
    guard let bytes = files["shield.json"], let shield = try? JSONValue(parsing: bytes) else { return "no shield" }
    return shield["layers"] == ShieldSet(of: engine)?.json["layers"] ? nil : "shield.json says something else"
  }

  private func checkHistory(_ expected: Memory) -> String? {
    let lines = HistoryLine.lines(in: files["history.jsonl"] ?? [])
    let numbers = lines.map(\.sequence)
    return numbers == Array(1..<UInt64(expected.nextNumber)) ? nil : "history has the lines \(numbers)"
  }
}

extension Input {
  fileprivate var changesConfiguration: Bool {
    switch self {
    case .configuration, .zoneChange: true
    default: false
    }
  }

  fileprivate var isHandedInOnce: Bool {
    switch self {
    case .command, .attempts: true
    default: false
    }
  }

  fileprivate var kind: String { String("\(self)".prefix { $0 != "(" }) }
}
