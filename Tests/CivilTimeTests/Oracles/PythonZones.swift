import SchedulerCivilTime
import TestSupport

/// The questions to Python about one zone.
struct PythonQuestion {
  let zone: ZoneRules
  private(set) var instants: [Int64] = []
  private(set) var locals: [Int64] = []

  /// Creates questions about the hours around every change from 1970 to 2100, and random hours of the years 1 to 9999.
  init(_ zone: ZoneRules, using random: inout SeededGenerator) {
    self.zone = zone
    for transition in zone.transitions(from: .year(1970), to: .year(2101)) {
      let instant = transition.instant.epochSeconds
      for distance: Int64 in [-3600, -1, 0, 3600] { instants.append(instant + distance) }
      for local in [transition.before, transition.after].map({ instant + Int64($0.seconds) }) {
        for distance: Int64 in [-3600, -1, 0, 1800] { locals.append(local + distance) }
      }
    }
    for _ in 0..<200 {
      let range = Instant.year(2).epochSeconds..<Instant.year(9999).epochSeconds
      instants.append(.random(in: range, using: &random))
      locals.append(.random(in: range, using: &random))
    }
  }

  /// The numbers as a line of the script's input.
  fileprivate var line: String {
    let fields = [
      zone.identifier, instants.map { "\($0)" }.joined(separator: ","), locals.map { "\($0)" }.joined(separator: ","),
    ]
    return fields.joined(separator: " ")
  }
}

/// The answers of Python about one zone.
struct PythonAnswer {
  let offsets: [Int64]
  let folds: [(Int64, Int64)]

  fileprivate init(line: Substring) {
    let fields = line.split(separator: " ", omittingEmptySubsequences: false)
      .map { $0.split(separator: ",").compactMap { Int64($0) } }
    offsets = fields[0]
    folds = Array(zip(fields[1], fields[2]))
  }
}

/// Runs Python as a subprocess with the zone files of this machine.
struct PythonZones {
  private static let script = """
    import sys
    from datetime import datetime, timedelta
    from zoneinfo import ZoneInfo
    epoch = datetime(1970, 1, 1)
    def instant(zone, local, fold):
        civil = (epoch + timedelta(seconds=local)).replace(tzinfo=zone, fold=fold)
        return local - int(civil.utcoffset().total_seconds())
    def offset(zone, seconds):
        utc = (epoch + timedelta(seconds=seconds)).replace(tzinfo=zone)
        return int(zone.fromutc(utc).utcoffset().total_seconds())
    for line in sys.stdin:
        name, instants, locals = line.rstrip("\\n").split(" ")
        zone = ZoneInfo(name)
        locals = [int(local) for local in locals.split(",")]
        print(",".join(str(offset(zone, int(seconds))) for seconds in instants.split(",")),
              ",".join(str(instant(zone, local, 0)) for local in locals),
              ",".join(str(instant(zone, local, 1)) for local in locals))
    """

  /// Whether a Python with `zoneinfo` is installed.
  var isInstalled: Bool { (try? run("import zoneinfo", input: "")) != nil }

  /// Returns the answers in the order of the questions.
  func ask(_ questions: [PythonQuestion]) throws -> [PythonAnswer] {
    let output = try run(Self.script, input: questions.map { $0.line + "\n" }.joined())
    return output.split(separator: "\n").map { PythonAnswer(line: $0) }
  }

  private func run(_ script: String, input: String) throws -> String {
    let path = MachineZones.directory.directories.joined(separator: ":")
    return try Subprocess.run(["python3", "-c", script], input: input, environment: ["PYTHONTZPATH": path])
  }
}
