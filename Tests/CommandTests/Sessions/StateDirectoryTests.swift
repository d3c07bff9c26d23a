import Foundation
import ProgramTesting
import SchedulerCivilTime
import SchedulerInstance
import SchedulerJSON
import SchedulerPlatform
import Testing

@testable import schedctl

/// What commands leave in a state directory.
@Suite struct StateDirectoryTests {
  private static let configuration = """
    timezone = "Europe/Berlin"
    [profile.deep-work]
    window = ["mon-fri 07:00-12:30"]
    block  = { domains = ["reddit.com"] }

    """

  @Test(arguments: [
    ["status"], ["status", "--json"], ["sessions"], ["log"], ["is-active"], ["profiles"], ["why", "reddit.com"],
    ["next"],
  ])
  func `read-only commands change nothing`(words: [String]) throws {
    let machine = try OfflineMachine(Self.configuration)
    _ = try machine.run(words)
    #expect(machine.files.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: machine.state))
    _ = try machine.run("run", "--once")
    let before = machine.files
    machine.pass(seconds: 6 * 3600)
    _ = try machine.run(words)
    #expect(machine.files == before)
  }

  @Test func `without an accepted configuration, a configuration with errors writes no state`() throws {
    let machine = try OfflineMachine("nonsense")
    #expect(try machine.run("run", "--once").end == .exit(78))
    #expect(try machine.run("start", "p", "--offline").end == .exit(78))
    #expect(!FileManager.default.fileExists(atPath: machine.state))
  }

  @Test(arguments: ["", " \n\t\r\n"])
  func `an empty file is no configuration, and a file with only a comment is one`(text: String) throws {
    let machine = try OfflineMachine(text)
    #expect(try machine.run("run", "--once").end == .exit(78))
    try machine.write(Self.configuration)
    _ = try machine.run("run", "--once")
    try machine.write(text)
    let kept = "schedctl: the configuration is empty; what was accepted on Mon 2026-11-23 08:00 stays in force\n"
    #expect(try machine.run("start", "deep-work", "--offline").messages.hasPrefix(kept))
    try machine.write("# nothing today\n")
    #expect(try machine.run("start", "deep-work", "--offline").end == .exit(64))
  }

  @Test func `an evaluation that changes nothing writes nothing`() throws {
    let machine = try OfflineMachine(Self.configuration)
    _ = try machine.run("run", "--once")
    let before = machine.files
    machine.pass(seconds: 60)
    #expect(try machine.run("run", "--once") == Outcome(.exit(0)))
    #expect(machine.files == before)
  }

  @Test func `an evaluation stores the configuration again if its text has changed`() throws {
    let machine = try OfflineMachine(Self.configuration)
    _ = try machine.run("run", "--once")
    let first = stateFile("configuration", in: machine.state)
    machine.pass(seconds: 60)
    try machine.write(Self.configuration + "# a remark\n")
    _ = try machine.run("run", "--once")
    #expect(stateFile("configuration", in: machine.state) != first)
  }

  @Test(arguments: [
    ("", "journal", 0o600), ("", "history.jsonl", 0o600), ("", "configuration", 0o600), ("", "shield.json", 0o644),
    ("[daemon]\nprivate = true\n", "shield.json", 0o640), ("[daemon]\ngroup = \"GROUP\"\n", "journal", 0o640),
    ("[daemon]\ngroup = \"GROUP\"\n", "configuration", 0o640), ("[daemon]\ngroup = \"GROUP\"\n", "shield.json", 0o644),
  ])
  func `state files have the permissions that the settings require`(settings: String, name: String, permissions: Int)
    throws
  {
    let group = String(cString: try #require(getgrgid(getegid())).pointee.gr_name)
    let machine = try OfflineMachine(Self.configuration + settings.replacing("GROUP", with: group))
    #expect(try machine.run("run", "--once") == Outcome(.exit(0)))
    let attributes = try FileManager.default.attributesOfItem(
      atPath: machine.state + "/" + stateFile(name, in: machine.state))
    #expect(attributes[.posixPermissions] as? Int == permissions)
    let directory = try FileManager.default.attributesOfItem(atPath: machine.state)
    #expect((directory[.posixPermissions] as? Int ?? 0) & ~0o022 == 0o755 & ~0o022)
  }

  @Test func `a run-time directory has a link to the shield`() throws {
    let machine = try OfflineMachine(Self.configuration)
    try machine.folder.write(Self.configuration, to: "etc/config.toml")
    try machine.folder.write("", to: "run/keep")
    let words = ["run", "--once", "--system"]
    for _ in 1...2 {
      #expect(try machine.run(words, bare: true) == Outcome(.exit(0)))
      let link = try FileManager.default.destinationOfSymbolicLink(atPath: machine.folder.path + "/run/shield.json")
      #expect(link == machine.folder.path + "/var/shield.json")
    }
  }

  @Test(
    arguments: [
      ([:], false, "var"), ([:], true, ".local/state/schedctl"), (["XDG_STATE_HOME": "/S"], true, "/S/schedctl"),
      (["XDG_STATE_HOME": "relative"], true, ".local/state/schedctl"),
      (["STATE_DIRECTORY": "/one:/two"], true, "/one"),
    ] as [([String: String], Bool, String)])
  func `a command uses the state of the instance whose configuration it uses`(
    variables: [String: String], hasOwn: Bool, expected: String
  ) throws {
    let folder = try WorkFolder()
    if hasOwn { try folder.write("", to: ".config/schedctl/config.toml") }
    let all = ["HOME": folder.path].merging(variables) { $1 }
    let session = session(all, folder)
    let place = try session.instance(ArgumentParser.parse(["status"], commands: CommandTable.commands))
    #expect(place.directory.replacing(folder.path + "/", with: "") == expected)
    let named = try session.instance(
      ArgumentParser.parse(["--state", "/x", "status"], commands: CommandTable.commands))
    #expect(named.directory == "/x" && named.isNamed && named.runtime == nil)
  }

  private func session(_ variables: [String: String], _ folder: WorkFolder) -> Console {
    let environment = ProcessEnvironment(variables: variables, effectiveUserID: 1000)
    return Console(
      host: Host(
        environment: environment,
        places: MachinePlaces(
          systemConfiguration: folder.path + "/etc", systemState: folder.path + "/var",
          systemRuntime: folder.path + "/run")),
      now: Instant(epochSeconds: 0), output: .nowhere, messages: .nowhere)
  }

  @Test func `the live state is written when an event happens, and stays the same otherwise`() throws {
    let machine = try OfflineMachine(Self.configuration)
    try machine.folder.write(Self.configuration, to: "etc/config.toml")
    try machine.folder.write("", to: "run/keep")
    let path = machine.folder.path + "/run/live.json"
    func live() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
    #expect(try machine.run(["run", "--once", "--system"], bare: true) == Outcome(.exit(0)))
    let first = try live()
    #expect(first.contains("\"shield\":\"active\"") && first.contains("\"profile\":\"deep-work\""))
    machine.pass(seconds: 60)
    #expect(try machine.run(["run", "--once", "--system"], bare: true) == Outcome(.exit(0)))
    #expect(try live() == first)
    _ = try machine.run(["stop", "--offline", "--system"], bare: true)
    #expect(try live().contains("\"shield\":\"inactive\""))
  }

  @Test func `the live state is written when something changes without an event`() throws {
    let machine = try OfflineMachine("")
    func configuration(_ end: String) -> String {
      "timezone = \"UTC\"\n[profile.p]\nwindow = [\"00:00-\(end)\"]\nblock.domains = []\n"
    }
    func once(_ end: String) throws -> String {
      try machine.folder.write(configuration(end), to: "etc/config.toml")
      #expect(try machine.run(["run", "--once", "--system"], bare: true).end == .exit(0))
      return try String(contentsOfFile: machine.folder.path + "/run/live.json", encoding: .utf8)
    }
    try machine.folder.write("", to: "run/keep")
    #expect(try once("20:00").contains("T20:00:00Z"))
    #expect(try once("21:00").contains("T21:00:00Z"))
  }

  @Test func `right after a command the time left is at most its length, whatever the fraction of the second`() throws {
    let machine = try OfflineMachine(
      "timezone = \"UTC\"\n[profile.p]\nblock.domains = [\"a.org\"]\nbreak = { length = \"20m\" }\n")
    machine.moment.nanosecond = 400_000_000
    _ = try machine.run("start", "p", "--for", "50m", "--offline")
    _ = try machine.run("break", "--offline")
    let status = try machine.run("status").output
    #expect(status.contains(", 50 min left") && status.contains(", 20 min left"), "\(status)")
    #expect(try machine.run("start", "p", "--for", "1m", "--offline").messages.contains(" on, in 50 min\n"))
  }

  @Test func `a stop reports that a session of long ago has ended, and rejects an unknown session`() throws {
    let machine = try OfflineMachine("[profile.p]\nblock.domains = [\"a.org\"]\n")
    func start() throws -> String {
      let session = try JSONValue(parsing: Array(machine.run("start", "p", "--offline", "--json").output.utf8))
      _ = try machine.run("stop", "p", "--offline")
      machine.pass(seconds: 60)
      return try #require(session.objectValue?["session"]?.stringValue)
    }
    let first = try start()
    for _ in 0..<17 { _ = try start() }
    let ended = try machine.run("stop", first, "--offline")
    #expect(ended.end == .exit(77) && ended.messages == "schedctl: session '\(first)' has already ended\n")
    let other = "6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10"
    #expect(try machine.run("stop", other, "--offline").end == .exit(64))
  }

  @Test func `an invalid machine zone is reported, and the previous POSIX rule stays in force`() throws {
    let machine = try OfflineMachine("[profile.p]\nblock.domains = [\"a.org\"]\n")
    machine.zone = "CET-1CEST,M3.5.0,M10.5.0/3"
    #expect(try machine.run("run", "--once") == Outcome(.exit(0)))
    machine.zone = "ABC-25"
    for words in [["run", "--once"], ["status"], ["profiles"]] {
      let outcome = try machine.run(words)
      #expect(outcome.end == .exit(0))
      #expect(outcome.messages.contains("error[unusable-zone]: the machine's own zone cannot be used"), "\(outcome)")
      #expect(outcome.messages.contains("stays in force"), "\(outcome)")
    }
  }

  @Test func `a user's state without a configuration still selects the user's own instance`() throws {
    let folder = try WorkFolder()
    try folder.write("", to: ".local/state/schedctl/journal")
    let instance = try session(["HOME": folder.path], folder).instance(
      ArgumentParser.parse(["status"], commands: CommandTable.commands))
    #expect(instance.configuration == .instance(.user))
  }
}
