import Foundation
import ProgramTesting
import Testing

/// The program asks for consent before anything is shielded.
@Suite struct AuthorizeTests {
  private let folder: WorkFolder

  init() throws {
    folder = try WorkFolder()
    try folder.write("run\n", to: "run/keep")
    try write()
  }

  private static let profiles = """
    timezone = "UTC"
    [profile.reading]
    block = { domains = ["a.org", "b.org"], apps = ["discord"] }
    [profile.exam]
    block    = { domains = "all", categories = ["Game", "Network"] }
    lock     = "strict"
    strategy = { type = "timer", length = "1h" }

    """

  private func write(_ settings: String = "", permissions: Int = 0o644) throws {
    try folder.write((Self.profiles + settings).utf8, to: "week.toml", permissions: permissions)
  }

  private func run(_ words: String..., typing lines: [String]? = nil, userID: UInt32? = nil) throws -> Outcome {
    var run = ProgramRun(arguments: words + ["--config", "week.toml", "--state", "state"])
    run.folder = folder.path
    run.userID = userID
    run.environment["RUNTIME_DIRECTORY"] = folder.path + "/run"
    if let lines {
      run.input = .typed(lines)
      run.messages = .terminal(columns: 120)
    }
    return try run.outcome()
  }

  private func published(_ name: String, _ key: String) throws -> String? {
    let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(name)"))
    let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    return object?[key].map { "\($0)" }
  }

  private static let question = """
    By week.toml, these profiles shield what they block while a session of theirs runs:
      exam · 2 categories of apps, all domains · its lock is strict
      reading · 1 app, 2 domains
    A strict session continues to its end, but for a key or an emergency, also when consent is withdrawn.
    The shield is written to 'state/shield.json', and a daemon that runs enforces it.
    Consent also counts for what the configuration says later; 'schedctl authorize --revoke' withdraws it.

    """

  private static let notEnforced = "schedctl: computed, not enforced: no adapter is active\n"

  @Test func `until consent is given, sessions run and nothing is shielded`() throws {
    let started = try run("start", "reading", "--offline")
    let words = "nothing is shielded: consent is missing; 'schedctl authorize' asks for it\n"
    #expect(started.end == .exit(0) && started.messages == Self.notEnforced + "schedctl: " + words)
    #expect(try published("run/live.json", "shield") == "notAuthorized")
    #expect(try published("state/shield.json", "layers")?.contains("reading") == false)
    let status = try run("status").output
    #expect(status.split(separator: "\n").dropFirst().first.map { $0 + "\n" } == words[...], "\(status)")
    #expect(status.contains("\n● reading · ") && status.contains("\n  shield   not applied: consent is missing\n"))
    #expect(try run("authorize", "--yes", "--offline").end == .exit(0))
    #expect(try published("run/live.json", "shield") == "active")
    #expect(try published("state/shield.json", "layers")?.contains("reading") == true)
  }

  @Test func `the consent question says what is shielded, and requires the whole word as the answer`() throws {
    let yes = try run("authorize", "--offline", typing: ["", "y", "YES"])
    let again = "Do you consent? [yes/no] answer with yes or no\n"
    #expect(yes.messages == Self.question + again + again + "Do you consent? [yes/no] ")
    #expect(yes.end == .exit(0) && yes.output == "consent is given: what sessions block is shielded\n")
    #expect(
      try run("authorize", "--offline", typing: [])
        == Outcome(.exit(0), output: "consent was given before\n"))
  }

  @Test func `authorize records the answer no, and can ask again`() throws {
    let no = try run("authorize", "--offline", typing: ["no"])
    #expect(no.end == .exit(1) && no.output == "consent is denied: nothing is shielded\n")
    #expect(try run("status").output.contains("\nnothing is shielded: consent was denied; "))
    #expect(try run("status", "--json").output.contains("\"authorization\":\"denied\""))
    #expect(try run("authorize", "--offline", typing: ["yes"]).end == .exit(0))
  }

  @Test func `without an answer authorize records nothing`() throws {
    let outcome = try run("authorize", "--offline", typing: [])
    #expect(outcome.end == .exit(77), "\(outcome)")
    #expect(outcome.messages.hasSuffix("schedctl: there was no answer; nothing was recorded\n"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/state"))
  }

  @Test(.enabled(if: ProgramRun.isRoot, "only root can own the file"))
  func `authorized = true in root's configuration gives consent and blocks authorize --revoke`() throws {
    try write("[daemon]\nauthorized = true\n")
    #expect(try run("start", "reading", "--offline").messages == Self.notEnforced)
    #expect(try published("run/live.json", "shield") == "active")
    let refused = try run("authorize", "--revoke", "--offline")
    #expect(refused.end == .exit(77))
    #expect(
      refused.messages == "schedctl: 'authorized = true' of 'week.toml' consents for this machine\n"
        + "help: take it out of the configuration first\n")
    try write()
    #expect(try run("run", "--once").end == .exit(0))
    #expect(try published("run/live.json", "shield") == "active")
    #expect(try run("authorize", "--revoke", "--offline").end == .exit(0))
    #expect(try published("run/live.json", "shield") == "notAuthorized")
  }

  @Test(
    .enabled(if: ProgramRun.canChangeUser, "only root can run a program as another user"),
    arguments: ["owner", "writable"])
  func `a configuration that others can change gives no consent`(exposure: String) throws {
    try write("[daemon]\nauthorized = true\n", permissions: exposure == "writable" ? 0o666 : 0o644)
    chown(folder.path, 65_534, 65_534)
    chown(folder.path + "/run", 65_534, 65_534)
    if exposure == "owner" { chown(folder.path + "/week.toml", 65_534, 65_534) }
    #expect(try run("start", "reading", "--offline", userID: 65_534).end == .exit(0))
    #expect(try published("run/live.json", "shield") == "notAuthorized")
  }

  @Test(.enabled(if: ProgramRun.canChangeUser, "only root can run a program as another user"))
  func `a user cannot change the consent of another user`() throws {
    #expect(try run("authorize", "--yes", "--offline").end == .exit(0))
    let refused = try run("authorize", "--revoke", "--offline", userID: 65_534)
    #expect(refused.end == .exit(77), "\(refused)")
    #expect(try run("status", "--json").output.contains("\"authorization\":\"approved\""))
  }
}
