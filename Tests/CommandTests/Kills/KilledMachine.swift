import Foundation
import ProgramTesting
import SchedulerCivilTime
import Testing

/// A state directory on which the program works on the real clock, and is killed.
struct KilledMachine {
  private let folder: WorkFolder
  private(set) var counts = KillCounts()
  /// How long a command takes when it is left alone.
  private(set) var length: Duration = .zero
  private let start = Int(Date().timeIntervalSince1970)

  init() throws {
    folder = try WorkFolder()
    try configure { _ in true }
  }

  /// What is seen by somebody who only looks.
  func look(_ place: String) throws -> SeenState {
    let outcome = try run(["status", "--json"]).outcome()
    let torn = /schedctl: state in '[^']*': 'journal': the last [0-9]+ bytes? cannot be read\n/
    #expect(
      outcome.end == .exit(0) && (outcome.messages.isEmpty || outcome.messages.wholeMatch(of: torn) != nil), "\(place)")
    try #require(outcome.end == .exit(0), "\(place): \(outcome)")
    return try SeenState(status: outcome.output, shield: file("shield.json"))
  }

  /// Runs to its end, and measures how long that takes.
  mutating func complete(_ words: [String]) throws -> Outcome {
    let run = run(words)
    var outcome: Outcome?
    let duration = try ContinuousClock().measure { outcome = try run.outcome() }
    length = length == .zero ? duration : (length * 3 + duration) / 4
    return try #require(outcome)
  }

  /// Kills it after so long, and notes what it had come to.
  mutating func kill(_ words: [String], after delay: Duration) throws -> Outcome {
    let before = (try file("journal"), try file("shield.json"))
    let (outcome, processID) = try run(words).outcome(killedAfter: delay)
    guard case .signal(SIGKILL) = outcome.end else { return outcome }
    counts.kills += 1
    if try file("lock") == Array("\(processID)\n".utf8) { counts.killsAtWork += 1 }
    if try file("journal") != before.0 { counts.killsBehindJournal += 1 }
    if try file("shield.json") != before.1 { counts.killsBehindShield += 1 }
    if !outcome.output.isEmpty { counts.killsBehindAnswer += 1 }
    return outcome
  }

  private func run(_ words: [String]) -> ProgramRun {
    var run = ProgramRun(arguments: words + ["--config", "week.toml", "--state", "state"])
    run.folder = folder.path
    return run
  }

  private func file(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/state/\(name)")))
  }
}

/// What kills have hit.
struct KillCounts {
  /// Processes that ended by the signal.
  var kills = 0
  /// Those that had the state directory by then.
  var killsAtWork = 0
  /// Those that had written to the journal, ...
  var killsBehindJournal = 0
  /// ... had replaced the shield, ...
  var killsBehindShield = 0
  /// ... had answered.
  var killsBehindAnswer = 0
}

extension KilledMachine {
  /// Profiles that only commands change.
  static let judgedProfiles = ["hand-1", "hand-2", "hand-3", "later"]

  /// Writes a configuration with windows of three seconds around now, those of every four seconds that are chosen.
  func configure(choosing isChosen: (Int) -> Bool) throws {
    let now = Int(Date().timeIntervalSince1970)
    let block = "block.domains = [\"a.org\"]\n"
    var text = "timezone = \"UTC\"\n"
    for profile in Self.judgedProfiles {
      text += "[profile.\(profile)]\n\(block)break = { length = \"2h\", budget = \"1000h\" }\n"
      if profile == "later" { text += "window = [\"\(Self.text(start + 36_000))-\(Self.text(start + 36_060))\"]\n" }
    }
    for profile in 1...2 {
      let starts = (now / 4 - 3..<now / 4 + 30).filter(isChosen).map { $0 * 4 + profile }
      let windows = starts.map { "\"\(Self.text($0))-\(Self.text($0 + 3))\"" }.joined(separator: ", ")
      text +=
        "[profile.near-\(profile)]\nwindow = [\(windows)]\n\(block)break = { length = \"1s\", budget = \"1000h\" }\n"
    }
    try folder.write(text, to: "week.toml")
  }

  /// The time of day of an instant in seconds since 1970.
  private static func text(_ seconds: Int) -> String {
    TimeOfDay(secondsSinceMidnight: seconds % 86_400).map { "\($0)" } ?? ""
  }

  /// The lines of history that are whole; they have consecutive numbers.
  func history(_ place: String) throws -> [[String: String]] {
    let bytes = try file("history.jsonl")
    let lines = try bytes.prefix(through: bytes.lastIndex(of: UInt8(ascii: "\n")) ?? -1).split(
      separator: UInt8(ascii: "\n")
    )
    .map { try #require(JSONSerialization.jsonObject(with: Data($0)) as? [String: Any], "\(place)") }
    #expect(lines.compactMap { $0["sequence"] as? Int } == Array(1..<lines.count + 1), "\(place)")
    return lines.map { $0.compactMapValues { $0 as? String } }
  }
}
