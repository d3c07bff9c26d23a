import Scheduler

/// A run of `simulate` and its output.
struct Simulation {
  private let loaded: LoadedConfiguration
  private let range: Range<Instant>
  private let seed: UInt64
  private let isJSON: Bool
  private let zone: ZoneRules
  private var table = TextTable(["day", "time", "event", "profile", "remarks"])
  private var counts = Counts()
  private var operationCount = 0

  /// The numbers in the summary.
  private struct Counts {
    var events = 0
    var sessions = 0
    var refused = 0
    var deaths = 0
    var boots = 0
  }

  init(_ loaded: LoadedConfiguration, in range: Range<Instant>, seed: UInt64, isJSON: Bool) {
    self.loaded = loaded
    self.range = range
    self.seed = seed
    self.isJSON = isJSON
    zone = loaded.configuration.zone.rules
  }

  /// Writes the heading: the configuration, the range and the seed.
  func writeHeading(to output: inout TextOutput) {
    guard !isJSON else { return }
    let (from, until) = (ZonedText(range.lowerBound, in: zone), ZonedText(range.upperBound, in: zone))
    output.write(
      "\(loaded.title) · \(loaded.configuration.zone.title) · from \(from.day) \(from.time) until \(until.day) "
        + "\(until.time)" + (seed == 0 ? "" : " · seed \(seed)") + "\n\n")
  }

  /// Runs a script to its end and writes its events.
  mutating func run(_ script: LoadedScript, to output: inout TextOutput) {
    var machine = SimulatedMachine(loaded.configuration, startingAt: range.lowerBound, seed: seed)
    defer { operationCount = machine.files.operationCount }
    for step in script.steps {
      machine.advance(to: step.at) { show(&$0, to: &output) }
      guard show(&machine, to: &output) else { return }
      switch step.kind {
      case .action(let action): machine.perform(action)
      case .configuration(let file):
        if let configuration = script.configurations[file] {
          machine.perform(.configuration(configuration, name: file))
        }
      }
    }
    // Events that are due at the end of the range belong to the time after it.
    machine.advance(to: range.upperBound.adding(seconds: -1)) { show(&$0, to: &output) }
    guard show(&machine, to: &output) else { return }
    if !isJSON { output.writePage(of: &table) }
  }

  /// The summary in one line, for example `12 events, 2 finished sessions, 1 command refused, 2 crashes`.
  var summary: String {
    let parts = [
      Self.count(counts.events, of: "event"), Self.count(counts.sessions, of: "finished session"),
      counts.refused == 0 ? nil : "\(Self.count(counts.refused, of: "command")) refused",
      counts.deaths == 0 ? nil : Self.count(counts.deaths, of: "crash", plural: "crashes"),
      counts.boots == 0 ? nil : Self.count(counts.boots, of: "reboot"),
      Self.count(operationCount, of: "file operation"),
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  private static func count(_ count: Int, of noun: String, plural: String? = nil) -> String {
    "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
  }

  /// Writes the new events. Returns false if the output is closed.
  private mutating func show(_ machine: inout SimulatedMachine, to output: inout TextOutput) -> Bool {
    for entry in machine.takeTrace() where entry.at < range.upperBound {
      count(entry.item)
      if isJSON {
        output.valueLine { $0.value(entry.json(in: zone)) }
      } else if entry.isShownInTable {
        let at = ZonedText(entry.at, in: zone)
        table.add([
          at.day, at.time, entry.title, entry.profiles.map(\.text).joined(separator: ", "),
          entry.remarks(in: zone).joined(separator: "; "),
        ])
        output.writeFullPage(of: &table)
      }
      if output.isBroken { return false }
    }
    return true
  }

  private mutating func count(_ item: TraceEntry.Item) {
    switch item {
    case .history(.event, _): counts.events += 1
    case .history(.finished, _): counts.sessions += 1
    case .answered(_, .refused): counts.refused += 1
    case .died: counts.deaths += 1
    case .booted: counts.boots += 1
    default: break
    }
  }
}

extension TraceEntry {
  /// Whether the item has a row in the table. The event of a shield change has none, because the shield itself has one.
  fileprivate var isShownInTable: Bool {
    if case .history(.event(let event), _) = item { event.name != .shieldDidChange } else { true }
  }
}
