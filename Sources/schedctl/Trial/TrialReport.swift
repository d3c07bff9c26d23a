import Scheduler
import SchedulerEnforcement
import SchedulerInstance
import SchedulerJSON

/// What a trial saw of one adapter.
struct AdapterTrial: Hashable, Sendable {
  /// What the adapter says of itself.
  var standing: AdapterStanding
  /// Whether the configuration names the adapter. One that it does not name is used where it works.
  var isNamed = false
  /// The number of programs or names that it has to block here.
  var blockedCount = 0
  /// The number of starts or look-ups by which this was seen to be so.
  var seenCount = 0
  /// What was seen, in words; empty if nothing was looked at.
  var seen = ""
  /// What was expected and not seen, one sentence each without a full stop.
  var faults: [String] = []
  /// The time from the order to what was seen, in nanoseconds; nil if nothing was applied.
  var nanoseconds: Int64?

  /// Whether it should block something, and does not, or it was not seen.
  var hasFailed: Bool {
    switch standing.state {
    case .unavailable: isNamed || standing.lacksWholeSet
    case .degraded, .applying, .starting: true
    case .ready, .applied: !faults.isEmpty
    }
  }

  /// Whether it verifies by itself what it has applied, and the trial has no other way to look.
  private var verifiesItself: Bool { [.program, .dnsmasq, .chromium, .firefox, .nftables].contains(standing.adapter) }

  /// Whether it was seen to block all that was looked at.
  var isVerified: Bool { standing.isEnforcing && faults.isEmpty && (seenCount > 0 || verifiesItself) }

  /// The state in one word.
  var word: String {
    switch standing.state {
    case .starting, .applying: "waiting"
    case .ready: "not needed"
    case .applied: faults.isEmpty ? "applied" : "not verified"
    case .degraded: "degraded"
    case .unavailable: "unavailable"
    }
  }

  /// What it blocks, in words.
  fileprivate var blockedWords: String {
    // Only the adapter itself knows what it blocks.
    guard standing.isEnforcing, !verifiesItself else { return "" }
    let noun = standing.adapter == .hosts ? "name" : "program"
    return "\(blockedCount) \(noun)\(blockedCount == 1 ? "" : "s")"
  }
}

/// What a trial saw: the adapters, and what it left alone.
struct TrialReport: Hashable, Sendable {
  /// The adapters in use, in the order of their value.
  var adapters: [AdapterTrial] = []
  /// Whether a signal, or the end of the output's reader, ended the trial.
  var isInterrupted = false
  /// What could not be reverted, or still blocks after the end.
  var leftovers: [String] = []
  /// The names that had an address before the trial, and have none after it.
  var unresolved: [String] = []

  /// Whether an adapter blocks something.
  var isEnforced: Bool { adapters.contains { $0.standing.isEnforcing } }

  /// Whether it ended before an adapter had answered that could have blocked something.
  var endedEarly: Bool { isInterrupted && !isEnforced && adapters.contains { $0.standing.canWork } }

  /// The exit code after the end.
  var code: ExitCode {
    if adapters.contains(where: \.hasFailed) && isEnforced || endedEarly || !leftovers.isEmpty { return .no }
    return isEnforced ? .success : .unavailable
  }

  /// The adapters as a table, followed by what is wrong with each, what helps, and what it cannot do.
  ///
  /// - Parameter hasRights: whether this process is root. If not, advice to run a daemon as root is left out.
  func text(columns: Int?, hasRights: Bool = true) -> String {
    var table = TextTable(["adapter", "state", "blocks", "verified", "after"])
    for adapter in adapters {
      table.add([
        adapter.standing.adapter.rawValue, adapter.word, adapter.blockedWords, adapter.seen,
        adapter.nanoseconds.map(Self.milliseconds) ?? "",
      ])
    }
    var page: [UInt8] = []
    if !table.isEmpty { table.takePage(columns: columns, to: &page) }
    let lines = adapters.flatMap { Self.remarks($0, hasRights: hasRights) }
    if !lines.isEmpty { page += "\n".utf8 }
    for line in lines {
      for row in PrintableText.printable(line).wrapped(toColumns: columns ?? .max) { page += (row + "\n").utf8 }
    }
    return String(decoding: page, as: UTF8.self)
  }

  private static func remarks(_ trial: AdapterTrial, hasRights: Bool) -> [String] {
    let name = trial.standing.adapter.rawValue
    var lines = [trial.standing.fault].compactMap(\.self)
    lines += trial.faults.map { "\(name) was not seen to work: \($0)" }
    lines += joined(trial.standing.limits).map { "\(name): \($0)" }
    let remedy = trial.standing.remedy
    if !remedy.isEmpty, hasRights || !remedy.hasPrefix("run the daemon as ") { lines.append("  help: \(remedy)") }
    return lines
  }

  /// Sentences about applications that are not installed as one: a set lists many more than a machine has.
  private static func joined(_ limits: [String]) -> [String] {
    let (start, end) = ("no application '", "' is installed")
    let isAbsence = { (limit: String) in limit.hasPrefix(start) && limit.hasSuffix(end) }
    let names = limits.filter(isAbsence).map { $0.dropFirst(start.count).dropLast(end.count) }
    guard names.count > 1 else { return limits }
    return limits.filter { !isAbsence($0) } + ["not installed: " + names.joined(separator: ", ")]
  }

  /// Running programs in words, a line for each application and user.
  static func lines(of running: [RunningBlocked], userName: (UInt32) -> String) -> [String] {
    var lines: [(start: String, numbers: [String], end: String)] = []
    for program in running {
      let (start, end) = ("'\(program.name)' runs as process", " of \(userName(program.user))")
      if let index = lines.firstIndex(where: { $0.start == start && $0.end == end }) {
        lines[index].numbers.append("\(program.process.number)")
      } else {
        lines.append((start, ["\(program.process.number)"], end))
      }
    }
    return lines.map { line in
      line.start + (line.numbers.count == 1 ? " " : "es ") + line.numbers.joined(separator: ", ") + line.end
    }
  }

  /// A time in milliseconds: `1.4 ms`, `14 ms`.
  static func milliseconds(_ nanoseconds: Int64) -> String {
    let tenths = (nanoseconds + 50_000) / 100_000
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10) ms" : "\((nanoseconds + 500_000) / 1_000_000) ms"
  }
}

extension AdapterTrial: JSONWritable {
  /// Writes an object.
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("standing", value: standing)
      json.member("verified", value: isVerified)
      json.member("blocked", value: Int64(blockedCount))
      json.member("seen", value: Int64(seenCount))
      json.member("faults", value: faults)
      json.member("microseconds", orNull: nanoseconds.map { $0 / 1000 })
    }
  }
}

/// The attempts to use what a trial blocks, by program.
struct TrialAttempts: Hashable, Sendable {
  /// The attempts of one program.
  struct Row: Hashable, Sendable {
    /// The name of the application.
    let name: String
    /// The path of its executable file.
    let program: String
    /// The number of attempts.
    var count: Int
  }

  /// The programs, the most wanted first.
  private(set) var rows: [Row] = []
  /// The number of those that were not printed, because the reader of the output did not keep up.
  var unprintedCount = 0
  /// The number of all attempts.
  var count: Int { rows.reduce(0) { $0 + $1.count } }

  /// Adds an attempt.
  mutating func add(_ attempt: BlockAttempt) {
    if let index = rows.firstIndex(where: { $0.name == attempt.name && $0.program == attempt.program }) {
      rows[index].count += 1
    } else {
      rows.append(Row(name: attempt.name, program: attempt.program, count: 1))
    }
    rows.sort { ($1.count, $0.name, $0.program) < ($0.count, $1.name, $1.program) }
  }

  /// The totals in a line: `3 attempts: game 2, chess 1`.
  var text: String {
    guard count > 0 else { return "no attempts" }
    // The name of an application may stand for several programs.
    var names: [(name: String, count: Int)] = []
    for row in rows {
      if let index = names.firstIndex(where: { $0.name == row.name }) {
        names[index].count += row.count
      } else {
        names.append((row.name, row.count))
      }
    }
    let programs = names.map { "\($0.name) \($0.count)" }.joined(separator: ", ")
    return "\(count) attempt\(count == 1 ? "" : "s"): \(programs)"
  }
}
