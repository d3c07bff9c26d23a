import Scheduler
import SchedulerJSON
import SchedulerStore
import TestSupport
import Testing

@testable import SchedulerDaemon

/// Clients go on asking while the disk fills up.
@Suite struct FullDiskServerTests {
  private static let text = """
    timezone = "Europe/Berlin"
    [profile.a]
    block.domains = ["a.example"]
    break = { length = "5h", budget = "1000h" }
    """

  @Test func `on a full disk, granted commands are durable, refused ones leave no trace, and work resumes later`()
    throws
  {
    var (granted, refused) = (0, 0)
    for seed in 0..<60 as Range<UInt64> {
      var machine = try FullMachine(Self.text, seed: seed)
      try machine.fill()
      for _ in 0..<12 { try machine.ask() }
      granted += machine.granted.count
      refused += machine.refused
      try machine.free()
    }
    #expect(granted > 100 && refused > 100, "\(granted) granted, \(refused) refused")
  }
}

/// A daemon in virtual time on a disk with little room, and a client who asks what may be granted.
private struct FullMachine {
  /// The methods that were granted.
  private(set) var granted: [String] = []
  private(set) var refused = 0
  private var files = SimulatedFileSystem()
  private let clock = VirtualClock(VirtualDay.start)
  private let configuration: Configuration
  private var loop: DaemonLoop
  private var random: SeededGenerator
  private let seed: UInt64
  private let client = ConnectionID(1)

  init(_ text: String, seed: UInt64) throws {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    configuration = try SchedulerDaemonTests.configuration(text)
    var engine = try DurableEngine.open(ConfigurationVersions(configuration), in: &files)
    _ = try engine.handle(.time, at: clock.moment, in: &files)
    let server = ControlServer(
      try ControlService(ownerID: 0), host: NoEnvironment(), lastNumber: engine.engine.lastNumber)
    loop = DaemonLoop(engine, control: server)
    take(.client(.opened(client, Peer(userID: 0, groupID: 0, processID: 1))))
  }

  private mutating func take(_ event: LoopEvent) {
    _ = loop.handle(event, at: clock.moment, isSynchronised: true, in: &files)
    while loop.hasClientWork { _ = loop.handle(.turn, at: clock.moment, isSynchronised: true, in: &files) }
  }

  /// Leaves room for a few changes at the most.
  mutating func fill() throws {
    let used = try files.names().reduce(0) { $0 + (files[$1]?.count ?? 0) }
    files.plan.capacity = used + Int.random(in: 0..<12_000, using: &random)
  }

  /// Asks for something that nothing but the disk stands against.
  mutating func ask() throws {
    clock.advance(to: clock.seconds + 1)
    let before = Self.sessions(loop.engine.engine)
    let standing = loop.engine.engine.sessions.first
    let choices = standing.map { $0.lift == nil ? ["Break", "Stop"] : ["Resume", "Stop"] } ?? ["Start"]
    let method = try #require(choices.randomElement(using: &random))
    let answer = try call(method, standing == nil ? ["profile": .string("a")] : [:])
    let after = Self.sessions(loop.engine.engine)
    // What cannot be told in history is done all the same, which the error says.
    #expect(answer.error == nil || answer.errorName == "StateFault", "seed \(seed): \(answer)")
    let isDone = answer.error == nil || answer.parameters["done"] == .bool(true)
    #expect(isDone || answer.parameters["done"] == .bool(false), "seed \(seed): \(answer)")
    #expect((after != before) == isDone, "seed \(seed): \(answer)")
    if isDone { granted.append(method) } else { refused += 1 }
    try #expect(Self.sessions(reopened()) == after, "seed \(seed): \(method), \(answer)")
  }

  private mutating func call(_ method: String, _ parameters: JSONObject) throws -> VarlinkReply {
    take(.client(.received(VarlinkCall("io.schedctl.Control.\(method)", parameters: parameters).bytes, from: client)))
    let bytes = Array(loop.control?.service.output(of: client) ?? [])
    take(.client(.sent(bytes.count, to: client)))
    #expect(bytes.count { $0 == 0 } == 1 && bytes.last == 0, "seed \(seed): one answer")
    return try VarlinkReply(parsing: Array(bytes.dropLast()))
  }

  /// The sessions with their lifts.
  private static func sessions(_ engine: Engine) -> [String] {
    engine.sessions.map { "\($0.id) \($0.lift?.kind.rawValue ?? "")" }
  }

  /// What the next process finds after the power has gone.
  private func reopened() throws -> Engine {
    var disk = files
    disk.plan = FaultPlan()
    disk.losePower(seed: seed)
    return try DurableEngine.open(ConfigurationVersions(configuration), in: &disk).engine
  }

  /// Makes room, and sees that everything is written by then, once.
  mutating func free() throws {
    files.plan.capacity = nil
    clock.advance(to: clock.seconds + 100)
    take(.woken)
    let isRunning = !loop.engine.engine.sessions.isEmpty
    let last = try call(isRunning ? "Stop" : "Start", isRunning ? [:] : ["profile": .string("a")])
    #expect(last.error == nil, "seed \(seed): \(last)")
    granted.append(isRunning ? "Stop" : "Start")
    let lines = try (files["history.jsonl"] ?? []).split(separator: UInt8(ascii: "\n")).map {
      try JSONValue(parsing: Array($0))
    }
    #expect(lines.map { $0["sequence"]?.integerValue } == lines.indices.map { Int64($0 + 1) }, "seed \(seed)")
    let events = lines.compactMap { $0["event"]?.stringValue }
    for (event, method) in [
      ("sessionDidStart", "Start"), ("breakDidStart", "Break"), ("sessionDidEnd", "Stop"), ("sessionDidFinish", "Stop"),
    ] {
      #expect(events.count { $0 == event } == granted.count { $0 == method }, "seed \(seed): \(event)")
    }
  }
}
