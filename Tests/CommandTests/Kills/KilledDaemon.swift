import Foundation
import ProgramTesting
import TestSupport
import Testing

/// A daemon on the real clock, clients that steer it all at once, and its ends by a signal that nothing can catch.
struct KilledDaemon {
  /// What was done so far.
  struct Counts {
    /// Daemons that were killed, ...
    var kills = 0
    /// ... before they had answered everything, ...
    var killsAtWork = 0
    /// ... or before they were ready.
    var killsAtStart = 0
    /// Calls that were answered.
    var answers = 0
    /// Calls that were carried out, and the answer did not come.
    var unansweredDone = 0
  }

  /// The requests of one client. The daemon answered the first of them before it was killed.
  private struct Asked {
    let steps: [ClientStep]
    var answers = 0
  }

  private(set) var counts = Counts()
  private let trial: DaemonTrial
  private let seed: UInt64
  private var random: SeededGenerator
  private var standings: [String: ClientStep.Standing] = [:]
  private var sessions: [String: String] = [:]
  private var allSessions: Set<String> = []
  private var asked: [String: Asked] = [:]
  private var historySize: UInt64 = 0
  private var lastNumber = 0
  /// How long a daemon takes to be ready, and to answer everything that is asked in a round.
  private var lengths = (start: Duration.zero, work: Duration.zero)

  private static let profiles = ["one", "two", "three"]
  private static let stepCount = 8

  init(seed: UInt64) throws {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    trial = try DaemonTrial()
    let tables = Self.profiles.map { profile in
      """
      [profile.\(profile)]
      block.domains = ["\(profile).example"]
      break = { length = "2h", budget = "1000h" }

      """
    }
    try trial.folder.write("timezone = \"UTC\"\n" + tables.joined(), to: "week.toml")
    for profile in Self.profiles { standings[profile] = .idle }
    try settle()
  }

  private var place: Comment { "seed \(seed), kill \(counts.kills)" }

  /// Lets a daemon answer everything, measures how long that takes, and stops it in order.
  mutating func settle() throws {
    var process: RunningProgram?
    lengths.start = try ContinuousClock().measure { process = try trial.start("--quiet") }
    try look()
    lengths.work = try ContinuousClock().measure {
      for (profile, client) in try ask() { while isUnanswered(profile), hear(client, profile) {} }
    }
    process?.send(SIGTERM)
    #expect(process?.end().end == .exit(0), place)
    for profile in Self.profiles { #expect(!isUnanswered(profile), place) }
  }

  /// Starts a daemon, sees that everything is there, asks for more, and kills it meanwhile.
  mutating func round() throws {
    if Int.random(in: 0..<8, using: &random) == 0 { try killAtStart() }
    let process = try trial.start("--quiet")
    try look()
    let clients = try ask()
    process.kill(after: lengths.work * Double.random(in: 0..<1.2, using: &random))
    #expect(process.end().end == .signal(SIGKILL), "\(place): \(trial.log.suffix(500))")
    counts.kills += 1
    // What it wrote before its end is still there to be read.
    for (profile, client) in clients { while hear(client, profile) {} }
    if Self.profiles.contains(where: isUnanswered) { counts.killsAtWork += 1 }
  }

  private mutating func killAtStart() throws {
    let name = "/early-\(counts.killsAtStart)"
    let socket = try NotifySocket(trial.folder.path + name)
    // The daemon says at once that it starts.
    defer { withExtendedLifetime(socket) {} }
    let process = try trial.start(["--quiet"], socket: socket, name)
    process.kill(after: lengths.start * Double.random(in: 0..<1, using: &random))
    #expect(process.end().end == .signal(SIGKILL), "\(place): \(trial.log.suffix(500))")
    counts.kills += 1
    counts.killsAtStart += 1
  }

  private func isUnanswered(_ profile: String) -> Bool {
    asked[profile].map { $0.answers < $0.steps.count } ?? false
  }

  /// A client for each profile; they take turns.
  private mutating func ask() throws -> [(profile: String, client: SocketClient)] {
    let clients = try Self.profiles.map {
      ($0, try #require(SocketClient(trial.folder.path + "/run/control.sock"), place))
    }
    for (profile, _) in clients {
      asked[profile] = Asked(steps: ClientStep.walk(Self.stepCount, from: standings[profile] ?? .idle, using: &random))
    }
    for turn in 0..<Self.stepCount {
      for (profile, client) in clients {
        guard let step = asked[profile]?.steps[turn] else { continue }
        client.call(step.method, #"{"\#(step == .start ? "profile" : "session")":"\#(profile)"}"#)
      }
    }
    return clients
  }

  private mutating func hear(_ client: SocketClient, _ profile: String) -> Bool {
    guard let message = client.message() else { return false }
    #expect(message.contains(#""result":{"#), "\(place): \(message)")
    asked[profile]?.answers += 1
    counts.answers += 1
    return true
  }
}

extension KilledDaemon {
  /// Looks at what a daemon that is ready made of what the one before it has left.
  private mutating func look() throws {
    var told: [String: [String]] = [:]
    for line in try newLines() {
      guard let event = line["event"] as? String, let profile = line["profile"] as? String,
        ClientStep.allEvents.contains(event)
      else { continue }
      told[profile, default: []].append(event)
      guard let session = line["session"] as? String else { continue }
      if event == "sessionDidStart" { #expect(allSessions.insert(session).inserted, place) }
      sessions[profile] = event == "sessionDidFinish" ? nil : session
    }
    for profile in Self.profiles { judge(profile, told[profile] ?? []) }
    asked = [:]
    try checkStatus()
  }

  /// The whole lines of history that are new; they have the next numbers.
  private mutating func newLines() throws -> [[String: Any]] {
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: trial.folder.path + "/state/history.jsonl"))
    try file.seek(toOffset: historySize)
    let bytes = try file.readToEnd() ?? Data()
    historySize += UInt64(bytes.count)
    #expect(bytes.isEmpty || bytes.last == UInt8(ascii: "\n"), place)
    let lines = try bytes.split(separator: UInt8(ascii: "\n")).map {
      try #require(JSONSerialization.jsonObject(with: $0) as? [String: Any], place)
    }
    #expect(lines.map { $0["sequence"] as? Int } == lines.indices.map { lastNumber + 1 + $0 }, place)
    lastNumber += lines.count
    return lines
  }

  /// The history contains the effects of the first steps, and of all that were answered.
  private mutating func judge(_ profile: String, _ told: [String]) {
    let asked = asked[profile] ?? Asked(steps: [])
    var events: [String] = []
    var count = 0
    while events.count < told.count, count < asked.steps.count {
      events += asked.steps[count].events
      count += 1
    }
    #expect(events == told, "\(place), '\(profile)': half done, twice or in another order")
    #expect(count >= asked.answers, "\(place), '\(profile)': lost")
    counts.unansweredDone += max(0, count - asked.answers)
    if count > 0 { standings[profile] = asked.steps[count - 1].result }
  }

  /// The daemon and the shield say what history says.
  private func checkStatus() throws {
    let client = try #require(SocketClient(trial.folder.path + "/run/control.sock"), place)
    client.call("Status")
    let reply = try #require(client.message(), place)
    let object = try JSONSerialization.jsonObject(with: Data(reply.utf8)) as? [String: Any]
    let status = (object?["parameters"] as? [String: Any])?["status"] as? [String: Any]
    let running = try #require(status?["sessions"] as? [[String: Any]], place)
    var seen: [String: String] = [:]
    for session in running {
      guard let profile = session["profile"] as? String else { continue }
      seen[profile] = session["session"] as? String
      #expect((session["lift"] is [String: Any]) == (standings[profile] == .onBreak), "\(place), '\(profile)'")
    }
    #expect(seen == sessions && Set(seen.keys) == Set(standings.filter { $0.value != .idle }.keys), place)
    let shielded = standings.filter { $0.value == .running }.keys.sorted()
    #expect(trial.shielded?.sorted() == shielded, place)
  }
}
