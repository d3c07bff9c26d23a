import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerJSON
import Testing

@testable import Scheduler

/// The configuration and the day of the tests of simulations.
enum SimulatedWorld {
  static let toml = """
    timezone = "Europe/Berlin"
    [profile.deep-work]
    window = ["mon-fri 09:00-12:30"]
    block.domains = ["reddit.com"]
    break = { length = "15m", budget = "30m" }
    pause = { length = "10m" }
    access = { length = "5m" }
    [profile.social]
    timezone = "system"
    window = ["daily 11:00-13:00"]
    block.domains = ["youtube.com"]
    strategy = { type = "pomodoro" }
    """

  /// The configurations that scripts name.
  static func configurations() throws -> [String: Configuration] {
    [
      "other.toml": try configuration(toml.replacing("13:00", with: "14:00")),
      "without.toml": try configuration(
        "timezone = \"Europe/Berlin\"\n[profile.social]\nblock.domains = [\"a.org\"]\n"),
    ]
  }

  /// The start of the day: Monday 2026-11-23 00:00 in Berlin.
  static let start = Instant(epochSeconds: 1_795_388_400)
  static let end = start.adding(seconds: 2 * 86_400)

  static func machine(seed: UInt64 = 0) throws -> SimulatedMachine {
    SimulatedMachine(try configuration(toml), startingAt: start, seed: seed)
  }

  /// Reads a script that has no mistakes.
  static func script(_ text: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws
    -> SimulationScript
  {
    let (script, list, sources) = try reading(Array(text.utf8))
    let rendered = DiagnosticRenderer(color: false, columns: nil).render(list, in: sources)
    try #require(list.diagnostics.isEmpty, "\(rendered)", sourceLocation: sourceLocation)
    return script
  }

  static func reading(_ bytes: [UInt8]) throws -> (SimulationScript, DiagnosticList, SourceMap) {
    var sources = SourceMap()
    var list = DiagnosticList()
    let source = SourceText(name: "day.txt", bytes: bytes)
    let id = sources.add(source)
    let script = SimulationScript(
      reading: source, as: id, from: start, until: end, zone: try zone("Europe/Berlin"), zones: machineZones,
      diagnostics: &list)
    return (script, list, sources)
  }
}

extension SimulatedMachine {
  /// Does what a script says, and lets time pass to an instant.
  mutating func run(
    _ script: SimulationScript, until end: Instant, _ configurations: [String: Configuration]
  ) throws {
    for step in script.steps {
      advance(to: step.at)
      switch step.kind {
      case .action(let action): perform(action)
      case .configuration(let file): perform(.configuration(try #require(configurations[file]), name: file))
      }
    }
    advance(to: end)
  }

  /// The trace as lines of JSON.
  mutating func takeLines() throws -> [String] {
    let zone = try zone("Europe/Berlin")
    return takeTrace().map { String(decoding: $0.json(in: zone).bytes, as: UTF8.self) }
  }
}
