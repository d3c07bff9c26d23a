import ProgramTesting
import TestSupport
import Testing

/// Commands and evaluations, one after the other, most of them killed, and what has to be there afterwards.
struct KilledRun {
  private(set) var machine: KilledMachine
  private(set) var rounds = 0
  /// How many commands answered, killed or not.
  private(set) var answers = 0

  private let seed: UInt64
  private var random: SeededGenerator
  private var seen: SeenState
  private var isSkipped = false
  /// How often each event has to be in history, by its name and profile.
  private var events: [String: Int] = [:]
  /// The identities of sessions that were seen when nothing was due.
  private var sessions: Set<String> = []

  /// Starts with an evaluation that is left alone, and measures how long commands take.
  init(seed: UInt64) throws {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    machine = try KilledMachine()
    #expect(try machine.complete(["authorize", "--yes", "--offline", "-q"]) == Outcome(.exit(0)))
    seen = try machine.look("seed \(seed)")
    for command in [JudgedCommand.start, .takeBreak, .extend, .resume, .stop] { try carryOut(command, on: "hand-1") }
  }

  /// Does something; most often it is killed at a random time.
  mutating func round() throws {
    rounds += 1
    if Int.random(in: 0..<15, using: &random) == 0 {
      let cells = random.next()
      try machine.configure { cells >> UInt64($0 % 64) & 3 != 0 }
    }
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<3:
      _ = try kill(["run", "--once"])
      try look()
    case 3:
      let profile = "near-\(Int.random(in: 1...2, using: &random))"
      _ = try kill(["break", profile, "--offline"])
      try look(breaking: profile)
    case let number:
      guard let profile = KilledMachine.judgedProfiles.randomElement(using: &random) else { return }
      let possible = JudgedCommand.allCases.filter { isPossible($0, on: profile) }
      guard let command = possible.randomElement(using: &random) else { return }
      try carryOut(command, on: profile, isLeftAlone: number == 4)
    }
  }

  private var place: String { "seed \(seed), round \(rounds)" }

  private func isPossible(_ command: JudgedCommand, on profile: String) -> Bool {
    seen.profiles[profile].map { command.isPossible($0, isSkipped: isSkipped) } ?? false
  }

  /// Kills at a time that is drawn over a little more than a command takes.
  private mutating func kill(_ words: [String]) throws -> Outcome {
    try machine.kill(words, after: machine.length * Double.random(in: 0.1..<1.3, using: &random))
  }

  private mutating func carryOut(_ command: JudgedCommand, on profile: String, isLeftAlone: Bool = true) throws {
    let words = command.words(profile)
    let outcome = try isLeftAlone ? machine.complete(words) : kill(words)
    let before = seen
    try look(changing: profile)
    let place = "\(place), \(words): \(outcome)"
    let (old, new) = (try #require(before.profiles[profile]), try #require(seen.profiles[profile]))
    let isCarriedOut = command.isCarriedOut(from: old, to: new)
    // An answer is a whole line: it was written before the kill, whatever came of the process.
    if outcome.end == .exit(0) || outcome.output.hasSuffix("\n") {
      answers += 1
      #expect(isCarriedOut, "lost: \(place), \(old), \(new)")
    }
    #expect(isCarriedOut || old == new, "half done: \(place), \(old), \(new)")
    guard isCarriedOut else { return }
    if let event = command.event { events["\(event) \(profile)", default: 0] += 1 }
    if command == .skip || command == .restore { isSkipped = command == .skip }
  }

  /// Looks; nothing has changed about the profiles that only commands change, but for one.
  private mutating func look(changing profile: String? = nil, breaking brokenProfile: String? = nil) throws {
    let before = seen
    seen = try machine.look(place)
    for other in KilledMachine.judgedProfiles where other != profile {
      #expect(seen.profiles[other] == before.profiles[other], "\(place), \(other)")
    }
    guard seen.due == 0 else { return }
    sessions.formUnion(seen.profiles.values.compactMap(\.session))
    checkShield(since: before, breaking: brokenProfile)
  }

  /// The shield is replaced behind the journal: it says what it said, or what the state was or is, and nothing else. What
  /// started when the process came to it, and then got a break, was shielded in between.
  private func checkShield(since before: SeenState, breaking profile: String?) {
    let (old, new) = (before.expectedLayers, seen.expectedLayers)
    let broken = profile.flatMap { seen.profiles[$0] }
    for session in Set(seen.layers.keys).union(before.layers.keys).union(new.keys).union(old.keys) {
      var allowed = [before.layers[session], old[session], new[session]]
      if session == broken?.session { allowed.append(SeenLayer(profile: profile, until: broken?.until)) }
      #expect(allowed.contains(seen.layers[session]), "\(place), session \(session): \(before), \(seen)")
    }
  }
}

extension KilledRun {
  /// Lets an evaluation come to its end: now all files say the same.
  mutating func settle() throws {
    repeat {
      #expect(try machine.complete(["run", "--once"]).end == .exit(0), "\(place)")
      try look()
    } while seen.due > 0
    #expect(seen.layers == seen.expectedLayers, "\(place)")
    try checkHistory()
  }

  private func checkHistory() throws {
    let lines = try machine.history(place)
    for (name, count) in events {
      let found = lines.count { "\($0["event"] ?? "") \($0["profile"] ?? "")" == name }
      #expect(found == count, "\(place), \(name)")
    }
    let starts = lines.filter { $0["event"] == "sessionDidStart" }.compactMap { $0["session"] }
    #expect(Set(starts).count == starts.count && sessions.isSubset(of: starts), "\(place)")
    let ends = lines.filter { $0["event"] == "sessionDidFinish" }.compactMap { $0["session"] }
    let running = seen.profiles.values.compactMap(\.session)
    #expect(ends.count == Set(ends).count && Set(starts) == Set(ends + running), "\(place)")
    let intervals = lines.filter { $0["event"] == "intervalDidStart" && $0["profile"]?.hasPrefix("near-") == true }
      .filter { $0["activity"]?.hasPrefix("schedule:") == true }.map {
        "\($0["activity"] ?? "") \($0["planned"] ?? "")"
      }
    #expect(intervals.count == Set(intervals).count, "\(place)")
  }
}
