import Scheduler
import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerPlatform

/// 2026-01-01T00:00:00Z.
let start = Instant(epochSeconds: 1_767_225_600)
let nanosecondsPerSecond: Int64 = 1_000_000_000

/// The text of profiles that each have a window in the morning and one in the evening, at minutes of their own.
func text(profiles count: Int) -> [UInt8] {
  var text = Array("timezone = \"Europe/Berlin\"\n".utf8)
  for number in 0..<count {
    let minute = number % 60 < 10 ? "0\(number % 60)" : "\(number % 60)"
    text +=
      """

      [profile.p\(number)]
      window = ["mon-fri 09:\(minute)-12:\(minute)", "daily 22:\(minute)-05:\(minute)"]
      block.domains = ["example.com"]

      """.utf8
  }
  return text
}

/// What the text of a file says.
func configuration(reading text: [UInt8]) throws -> Configuration {
  var sources = SourceMap()
  _ = sources.add(SourceText(name: "benchmark.toml", bytes: text))
  var diagnostics = DiagnosticList()
  let zones = ZoneInfoDirectory.system(.current())
  let read = Configuration(reading: sources, zones: zones, diagnostics: &diagnostics)
  guard let read else { preconditionFailure("the text is a configuration") }
  return read
}

/// The present some seconds after the start, on a clock that is some seconds ahead.
func moment(_ seconds: Int64, clock ahead: Int64 = 0) -> Moment {
  Moment(wall: start.adding(seconds: seconds + ahead), boot: seconds * nanosecondsPerSecond, bootID: "benchmark")
}

/// Runs an engine for so long, awake whenever it asks to be; returns how many evaluations and history entries that took.
func run(_ engine: inout Engine, seconds: Int64) -> (evaluations: Int, entries: Int) {
  var done = (evaluations: 0, entries: 0)
  var now: Int64 = 0
  while now < seconds {
    done.entries += engine.handle(.time, at: moment(now)).entries.count
    done.evaluations += 1
    now = next(engine, after: now)
  }
  return done
}

/// When an engine asks to be woken, in seconds after the start.
func next(_ engine: Engine, after now: Int64) -> Int64 {
  let next = engine.nextDeadline
  let wall = next.wall.map { $0.seconds(since: start) } ?? .max
  return max(now + 1, min(wall, next.boot.map { $0 / nanosecondsPerSecond } ?? .max))
}

/// What one would write without an engine: at each change it asks the windows of every profile whether they hold and when
/// they change next. No sessions, no state, no events; returns how many changes there were.
func scan(_ tracks: [Timeline.Track], seconds: Int64) -> Int {
  let end = start.adding(seconds: seconds)
  var changes = 0
  var now = start
  var active: Set<ProfileKey> = []
  while now < end {
    active = Set(tracks.filter { $0.timeline.isActive(at: now) }.map(\.profile.key))
    changes += 1
    guard let next = tracks.compactMap({ $0.timeline.nextChange(after: now) }).min() else { break }
    now = next
  }
  precondition(active.count <= tracks.count)
  return changes
}
