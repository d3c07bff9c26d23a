import SchedulerCivilTime
import SchedulerJSON
import SchedulerStore
import Testing

@testable import Scheduler

/// A machine in virtual time whose engine keeps its state in a simulated directory.
struct DurableMachine {
  var files = SimulatedFileSystem()
  var moment: Moment
  private(set) var engine: DurableEngine?
  /// The numbers of everything that was handed out.
  private(set) var numbers: [Int64] = []
  private(set) var evaluation: Evaluation?
  let configuration: Configuration

  static let toml = """
    timezone = "Europe/Berlin"
    [profile.a]
    block.domains = ["a.example"]
    window = ["mon-fri 09:00-12:00"]
    break = { length = "10m" }
    [profile.b]
    block.apps = ["steam"]
    block.app-installation = false
    """

  init(_ toml: String = Self.toml, at time: String) throws {
    configuration = try SchedulerTests.configuration(toml)
    moment = Moment(wall: try SchedulerTests.instant(time, configuration.zone.rules), boot: 0, bootID: "boot-1")
  }

  /// Starts the process.
  ///
  /// - Parameter activities: the activities that were monitored before.
  mutating func open(
    applyingTo store: (any RestrictionStore)? = nil, monitoring activities: MonitoredActivity...
  ) throws(StateStoreError) {
    var router = ActivityRouter()
    for activity in activities { router.monitor(activity) }
    engine = try DurableEngine.open(ConfigurationVersions(configuration), router: router, applyingTo: store, in: &files)
  }

  /// Continues with a changed engine.
  mutating func replace(_ engine: DurableEngine) { self.engine = engine }

  /// Kills the process.
  mutating func kill() {
    files.crash()
    engine = nil
  }

  /// Evaluates, starting the process when it does not run.
  @discardableResult
  mutating func handle(_ input: Input = .time) throws(StateStoreError) -> Evaluation {
    if engine == nil { try open() }
    guard let evaluation = try engine?.handle(input, at: moment, in: &files) else { throw .journalUnusable }
    numbers += evaluation.events.map(\.number) + evaluation.missed.map(\.number) + evaluation.finished.map(\.number)
    self.evaluation = evaluation
    return evaluation
  }

  /// Lets time pass without an evaluation.
  mutating func pass(seconds: Int64) {
    moment.wall = moment.wall.adding(seconds: seconds)
    moment.boot += seconds * 1_000_000_000
  }

  /// The machine is started anew after some seconds.
  mutating func reboot(seconds: Int64) {
    kill()
    moment.wall = moment.wall.adding(seconds: seconds)
    moment.boot = 0
    moment.bootID += "+"
  }
}

extension DurableMachine {
  /// The bytes of all files.
  mutating func usedBytes() throws -> Int {
    try files.names().reduce(0) { $0 + (files[$1]?.count ?? 0) }
  }

  /// What `shield.json` says.
  func shield() throws -> JSONObject {
    let bytes = try #require(files["shield.json"])
    return try #require(try JSONValue(parsing: bytes).objectValue)
  }

  /// The profiles in `shield.json`.
  func shieldedProfiles() throws -> [String] {
    try shield()["layers"]?.arrayValue?.compactMap { $0["profile"]?.stringValue } ?? []
  }

  /// The lines of `history.jsonl`.
  func history() throws -> [JSONValue] {
    try (files["history.jsonl"] ?? []).split(separator: UInt8(ascii: "\n")).map { try JSONValue(parsing: Array($0)) }
  }

  func historyNumbers() throws -> [Int64] {
    try HistoryLine.lines(in: files["history.jsonl"] ?? []).map { try #require(Int64(exactly: $0.sequence)) }
  }
}
