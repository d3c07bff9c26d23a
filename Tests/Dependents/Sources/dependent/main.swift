import Diagnostics
import JSON
import Platform
import Scheduler
import TOML

// `import Scheduler` alone reads a configuration, asks a timeline and runs an engine.

/// The zones of a machine that knows one.
struct OneZone: ZoneSource {
  func rules(for identifier: String) throws(ZoneError) -> ZoneRules { .utc }
  func systemRules() throws(ZoneError) -> ZoneRules { .utc }
  func identifiers() -> [String] { ["UTC"] }
}

/// The text below is no configuration.
struct InvalidConfiguration: Error {}

let text = """
  timezone = "UTC"

  [profile.focus]
  window = ["mon-fri 09:00-12:30"]
  block = { domains = ["reddit.com"] }
  """

var sources = SourceMap()
_ = sources.add(SourceText(name: "focus.toml", text))
var diagnostics = DiagnosticList()
guard let configuration = Configuration(reading: sources, zones: OneZone(), diagnostics: &diagnostics) else {
  print(DiagnosticRenderer(color: false, columns: nil).render(diagnostics, in: sources))
  throw InvalidConfiguration()
}

// Monday, 2026-11-23 08:00 UTC.
let now = Instant(epochSeconds: 1_795_420_800)
let timeline = configuration.timeline(of: configuration.profiles[0])
for interval in timeline.intervals(endingAfter: now).prefix(2) { print("from", interval.start, "to", interval.end) }

var engine = Engine(configuration)
_ = engine.handle(.time, at: Moment(wall: now, boot: 0, bootID: "first"))
let later = Moment(wall: now.adding(seconds: 3_600), boot: 3_600_000_000_000, bootID: "first")
for event in engine.handle(.time, at: later).events where event.name == .intervalDidStart {
  print("started", event.profile?.key.text ?? "", "at", event.planned)
}
print(engine.shield.map(\.layer.profile.key.text), JSON.origin, Platform.origin, Diagnostics.origin, TOML.origin)
