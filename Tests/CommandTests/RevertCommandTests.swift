import Foundation
import ProgramTesting
import Scheduler
import Testing

/// What `revert` removes from the files of a machine, here from those below a folder.
@Suite struct RevertCommandTests {
  private let folder: WorkFolder
  private let foreign = "127.0.0.1 localhost\n"
  private var path: String { folder.path + "/etc/hosts" }
  private var text: String? { FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } }

  init() throws { folder = try WorkFolder() }

  private static let block: String = {
    let body = "0.0.0.0 a.example\n:: a.example\n"
    return
      "# BEGIN schedctl: length=\(body.utf8.count) sha256=\(SHA256(of: Array(body.utf8)).hexDigits) added=nothing\n"
      + body + "# END schedctl\n"
  }()

  /// Runs the command on a machine whose hosts file has a block, and whose state has a shield until a time.
  private func revert(
    _ words: String..., hosts: String? = nil, until: String? = nil, isStrict: Bool = false, user: UInt32? = nil
  ) throws -> Outcome {
    try folder.write(hosts ?? foreign + Self.block, to: "etc/hosts")
    if let until {
      try folder.write(
        """
        {"version":1,"generation":1,"writtenAt":"2020-01-01T00:00:00Z","bootId":"another","strict":\(isStrict),
         "validUntil":"\(until)","validUntilBoot":9,"layers":[{"profile":"p",
         "id":"6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10","session":"6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a11",
         "origins":["schedule"],"users":[],"groups":[],"until":"\(until)",
         "applications":{"default":"allow","block":[],"allow":[],"blockCategories":[],"allowCategories":[]},
         "domains":{"default":"allow","block":["a.example"],"allow":[]},"denyAppInstallation":false,
         "denyAppRemoval":false,"screen":{"title":"t","subtitle":"s","icon":"","color":null,"button":"b"}}]}
        """, to: "var/lib/schedctl/shield.json")
    }
    var run = ProgramRun(arguments: ["revert"] + words)
    run.environment["SCHEDCTL_ROOT"] = folder.path
    run.userID = user
    return try run.outcome()
  }

  private let past = "2020-01-01T01:00:00Z"
  private let future = "2099-01-01T00:00:00Z"

  @Test(arguments: [["--expired"], []])
  func `an expired shield is removed byte for byte, by default too`(words: [String]) throws {
    let outcome = try words.isEmpty ? revert(until: past) : revert(words[0], until: past, isStrict: true)
    #expect(outcome == Outcome(.exit(0), output: "reverted \(path)\n"))
    #expect(text == foreign)
    #expect(
      try revert(hosts: foreign)
        == Outcome(.exit(0), messages: Self.nothing + "\n"))
  }

  @Test func `status names the file that still blocks although no daemon runs`() throws {
    #expect(try revert(until: future).end == .exit(0))
    try folder.write("[profile.p]\nblock.domains = [\"a.example\"]\n", to: "etc/schedctl/config.toml")
    var run = ProgramRun(arguments: ["status", "--system"])
    run.environment["SCHEDCTL_ROOT"] = folder.path
    let line = "\ncomputed, not enforced: no adapter is active; '\(path)' contains what a shield left\n"
    #expect(try run.outcome().output.contains(line))
    // The hosts file may belong to the daemon of the machine.
    var own = run
    own.arguments = ["status", "--config", folder.path + "/etc/schedctl/config.toml", "--state", folder.path + "/own"]
    #expect(try run.outcome().end == own.outcome().end && !own.outcome().output.contains("contains what a shield left"))
    _ = try revert("--all")
    #expect(try run.outcome().output.contains("\ncomputed, not enforced: no adapter is active\n"))
  }

  private static let nothing =
    "schedctl: nothing to revert: no file of the machine contains a block, and no program is stopped"

  @Test func `a program that a dead daemon has stopped continues`() throws {
    let program = try Process.run(URL(fileURLWithPath: "/bin/sleep"), arguments: ["1000"])
    let number = program.processIdentifier
    defer {
      kill(number, SIGKILL)
      program.waitUntilExit()
    }
    func fields() throws -> [Substring] {
      let line = String(decoding: FileManager.default.contents(atPath: "/proc/\(number)/stat") ?? Data(), as: UTF8.self)
      return try #require(line.split(separator: ")").last).split(separator: " ")
    }
    kill(number, SIGSTOP)
    while try fields()[0] != "T" { usleep(1000) }
    let boot = try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
    let record = "schedctl-frozen 1 \(boot)process \(number) \(try fields()[19])\n"
    let file = try folder.write(record, to: "var/lib/schedctl/frozen-programs")
    let left = try revert(hosts: foreign, until: future)
    #expect(left.end == .exit(0) && left.output == "left \(file)\n")
    #expect(try fields()[0] == "T")
    #expect(try revert("--all", hosts: foreign) == Outcome(.exit(0), output: "reverted \(file)\n"))
    #expect(try fields()[0] != "T")
    #expect(try revert("--all", hosts: foreign) == Outcome(.exit(0), messages: Self.nothing + "\n"))
  }

  @Test func `a shield in force stays without --all`() throws {
    #expect(
      try revert(until: future)
        == Outcome(
          .exit(0), output: "left \(path)\n",
          messages: "schedctl: nothing was reverted: the shield is in force until \(future)\n"))
    #expect(text == foreign + Self.block)
    #expect(try revert("--all", until: future) == Outcome(.exit(0), output: "reverted \(path)\n"))
    #expect(text == foreign)
  }

  @Test func `without a shield that can be read only --all removes, also without any state`() throws {
    let state = folder.path + "/var/lib/schedctl/shield.json"
    let help = "help: 'schedctl revert --all' removes it in any case\n"
    #expect(
      try revert()
        == Outcome(
          .exit(65), messages: "schedctl: '\(path)' stays: cannot read '\(state)': no such file\n" + help))
    #expect(text == foreign + Self.block)
    #expect(try revert("--all") == Outcome(.exit(0), output: "reverted \(path)\n"))
    try folder.write("{", to: "var/lib/schedctl/shield.json")
    let damaged = try revert()
    #expect(damaged.end == .exit(65) && damaged.messages.contains("'\(state)' cannot be read: not JSON"))
    #expect(try revert("--all").end == .exit(0) && text == foreign)
  }

  @Test func `--state names another state directory, and --json prints an object for each file`() throws {
    _ = try revert(until: past)
    try FileManager.default.moveItem(
      atPath: folder.path + "/var/lib/schedctl", toPath: folder.path + "/elsewhere")
    let outcome = try revert("--json", "--state", folder.path + "/elsewhere")
    #expect(
      outcome == Outcome(.exit(0), output: #"{"adapter":"hosts","path":"\#(path)","change":"reverted"}"# + "\n"))
  }

  @Test(.enabled(if: geteuid() == 0, "only root can run a program as another user"))
  func `root can revert a strict shield, which is said, and other users cannot`() throws {
    #expect(
      try revert("--all", until: future, isStrict: true, user: 65534)
        == Outcome(
          .exit(77),
          messages: "schedctl: a strict session runs until \(future): only root can revert its shield\n"))
    let other = try revert("--all", until: past, user: 65534)
    #expect(other.end == .exit(77) && other.output == "left \(path)\n")
    #expect(
      other.messages == """
        schedctl: cannot write '\(path)': it belongs to another user
        help: 'sudo schedctl revert' has the rights that it needs

        """)
    #expect(text == foreign + Self.block)
    #expect(
      try revert("--all", until: future, isStrict: true)
        == Outcome(
          .exit(0), output: "reverted \(path)\n",
          messages: "schedctl: a strict session runs until \(future), and root reverts its shield\n"))
  }

  @Test func `the options exclude each other, and a file that cannot be read is an error`() throws {
    #expect(
      try revert("--all", "--expired")
        == Outcome(.exit(64), messages: "schedctl: '--all' cannot be combined with '--expired'\n"))
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    var run = ProgramRun("revert", "--all")
    run.environment["SCHEDCTL_ROOT"] = folder.path
    let outcome = try run.outcome()
    #expect(outcome.end == .exit(geteuid() == 0 ? 74 : 77))
    #expect(outcome.messages.hasPrefix("schedctl: cannot read '\(path)': it is a directory\n"))
  }
}
