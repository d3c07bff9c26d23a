import Scheduler
import SchedulerCivilTime
import SchedulerDaemon
import SchedulerDiagnostics
import SchedulerEnforcement
import SchedulerJSON
import SchedulerPlatform
import SchedulerStore
import Testing

/// The zone files of this machine.
let machineZones = ZoneInfoDirectory(
  directories: ZoneInfoDirectory.usualDirectories, environmentTZ: "Europe/Berlin", localtimePath: "/nonexistent",
  timezonePath: "/nonexistent")

/// A configuration that has to be free of errors.
func configuration(_ toml: String) throws -> Configuration {
  var list = DiagnosticList()
  var sources = SourceMap()
  _ = sources.add(SourceText(name: "week.toml", toml))
  return try #require(Configuration(reading: sources, zones: machineZones, diagnostics: &list))
}

/// A stretch of time that a daemon lives through in the real loop, from Monday, 2026-11-23 00:00 in Berlin.
struct VirtualDay {
  static let start = Instant(epochSeconds: 1_795_388_400)

  private(set) var clock = VirtualClock(start)
  let instance = VirtualInstance()
  let configuration: Configuration
  /// The adapters of the machine.
  var adapters: [EnforcementSettings.Adapter: VirtualAdapter] = [:]
  /// Whether the daemon is the one of the system.
  var isOfSystem = true
  /// What the adapters report when they end.
  var lastReports: [AdapterReport] = []
  /// What answers clients; nil for nothing.
  var control: ControlServer?
  /// What happens besides the passing of time, and when, in seconds from the start.
  var stimuli: [VirtualMachine.Stimulus] = []
  private(set) var files = SimulatedFileSystem()

  init(_ toml: String) throws { configuration = try SchedulerDaemonTests.configuration(toml) }

  /// Lets something happen at a time of day.
  mutating func at(_ hour: Int64, _ minute: Int64 = 0, _ events: LoopEvent..., change: @escaping () -> Void = {}) {
    stimuli.append(.init(second: hour * 3_600 + minute * 60, change: change, events: events))
  }

  /// Runs the day for a number of hours.
  mutating func live(hours: Int64) throws -> VirtualMachine {
    var engine = try DurableEngine.open(ConfigurationVersions(configuration), in: &files)
    let first = try engine.handle(.time, at: clock.moment, in: &files)
    let names = EnforcementSettings.Adapter.allCases.filter { adapters[$0] != nil }
    var loop = DaemonLoop(engine, control: control, adapters: names, clearingUnused: isOfSystem)
    var machine = VirtualMachine(clock, instance, stimuli, end: hours * 3_600)
    machine.adapters = adapters
    machine.lastReports = lastReports
    try loop.run(after: [first], on: &machine, in: &files)
    #expect(loop.isOver)
    return machine
  }

  /// The permission bits of a file after a number of hours on a copy of this day.
  func permissions(of name: String, afterHours hours: Int64) throws -> (permissions: UInt32, machine: VirtualMachine) {
    var day = self
    day.clock = VirtualClock(Self.start)
    let machine = try day.live(hours: hours)
    return (try day.files.metadata(of: name).permissions, machine)
  }

  /// The events in history: `intervalDidStart a 2026-11-23T08:00:00Z`, with `late` where they are.
  func events() throws -> [String] {
    try (files["history.jsonl"] ?? []).split(separator: UInt8(ascii: "\n")).compactMap { line in
      let object = try JSONValue(parsing: Array(line))
      guard let event = object["event"]?.stringValue, let planned = object["planned"]?.stringValue else { return nil }
      let words = [event, object["profile"]?.stringValue ?? "", planned]
      return words.filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  /// The history file.
  var history: [UInt8]? { files["history.jsonl"] }

  /// The profiles in `shield.json`.
  func shielded() throws -> [String] {
    let object = try JSONValue(parsing: try #require(files["shield.json"]))
    return object["layers"]?.arrayValue?.compactMap { $0["profile"]?.stringValue } ?? []
  }
}

extension VirtualDay {
  /// A configuration of two profiles, the second one with a window inside the first one's.
  static let nestedWindows = """
    timezone = "Europe/Berlin"
    [profile.a]
    block.domains = ["a.example"]
    window = ["09:00-12:00"]
    [profile.b]
    block.domains = ["b.example"]
    window = ["10:00-11:00"]
    """
}
