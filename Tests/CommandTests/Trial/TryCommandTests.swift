import Foundation
import ProgramTesting
import Testing

/// `try` on a machine below a folder: its hosts file is blocked and restored, and no program is touched.
@Suite struct TryCommandTests {
  let folder: WorkFolder
  let foreign = "127.0.0.1 localhost\n# the last line has no end"
  var path: String { folder.path + "/etc/hosts" }
  var state: String { folder.path + "/var/lib/schedctl" }
  var text: String? { FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } }

  init() throws {
    folder = try WorkFolder()
    try folder.write(foreign, to: "etc/hosts")
    try folder.write(
      """
      [profile.focus]
      block.domains = ["a.example"]
      [profile.idle]
      window = ["mon 09:00-10:00"]
      """, to: "etc/schedctl/config.toml")
  }

  func run(_ words: String...) -> ProgramRun {
    var run = ProgramRun(arguments: words)
    run.environment["SCHEDCTL_ROOT"] = folder.path
    // Root and others use the same places.
    run.arguments.append("--system")
    return run
  }

  /// Starts a trial of ten minutes, and waits until names are blocked.
  func start(_ words: String...) throws -> RunningProgram {
    var run = run("try", "focus", "--for", "10m")
    run.arguments += words
    run.output = .file(try folder.write("", to: "seen"))
    let process = try RunningProgram(run)
    #expect(Waiting.until { seen.contains("exact names") || seen.contains("\"event\":\"applied\"") }, "\(seen)")
    #expect(text?.contains("0.0.0.0 www.a.example www.a.example.\n") == true)
    return process
  }

  var seen: String {
    FileManager.default.contents(atPath: folder.path + "/seen").map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  @Test func `names are blocked and seen to be, and the file is the same afterwards`() throws {
    let outcome = try run("try", "focus", "--for", "1s").outcome()
    #expect(outcome.end == .exit(0), "\(outcome)")
    #expect(outcome.output.contains("\nhosts       applied      2 names  2 of 2 in the file  "), "\(outcome)")
    #expect(outcome.output.contains("\nexec-guard is unavailable: SCHEDCTL_ROOT names another directory than '/'"))
    #expect(outcome.output.contains("\nno attempts\nreverted after "))
    #expect(
      outcome.messages == """
        schedctl: blocks what 'focus' blocks for 1 s; Ctrl-C ends it earlier
        schedctl: if it is killed, 'SCHEDCTL_ROOT=\(folder.path) schedctl revert --all' undoes it

        """)
    #expect(text == foreign)
    #expect(!FileManager.default.fileExists(atPath: state), "the directory for the record goes with it")
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func `a signal ends it early and reverts it`(signal: Int32) throws {
    let process = try start("--json")
    process.send(signal)
    #expect(process.end().end == .exit(0))
    #expect(text == foreign)
    let events = try seen.split(separator: "\n").map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])["event"] as? String
    }
    #expect(events == ["applied", "reverted"], "\(seen)")
  }

  @Test func `the end of the output's reader ends it`() throws {
    var run = run("try", "focus", "--for", "10m")
    run.output = .left(afterBytes: 10)
    #expect(try run.outcome().end == .exit(0))
    #expect(text == foreign)
  }

  @Test func `a program of the user's own is used, and only its own verify says that it works`() throws {
    try folder.writeScript("cat >/dev/null; echo \"$1\" >> \"${0%/*}/calls\"", to: "own")
    try folder.write(
      "[enforce]\nprogram = [\"\(folder.path)/own\"]\n[profile.focus]\nblock.domains = [\"a.example\"]\n",
      to: "etc/schedctl/config.toml")
    let outcome = try run("try", "focus", "--for", "1s").outcome()
    #expect(outcome.end == .exit(0), "\(outcome)")
    let row = try #require(outcome.output.split(separator: "\n").first { $0.hasPrefix("program ") })
    #expect(row.contains(/^program +applied +by its own 'verify' +[0-9.]+ ms$/), "\(outcome)")
    let calls = FileManager.default.contents(atPath: folder.path + "/calls").map { String(decoding: $0, as: UTF8.self) }
    #expect(calls == "apply\nverify\nrevert\n")
    #expect(outcome.messages.contains("'\(folder.path)/own revert' undoes what this program does"), "\(outcome)")
    try folder.write(
      "[enforce]\nadapters = [\"hosts\"]\nprogram = [\"\(folder.path)/own\"]\n[profile.focus]\n"
        + "block.domains = [\"a.example\"]\n", to: "etc/schedctl/config.toml")
    let unused = try run("try", "focus", "--for", "1s").outcome()
    #expect(unused.end == .exit(0) && !unused.messages.contains("/own"), "\(unused)")
    try folder.write(
      "[enforce]\nprogram = [\"\(folder.path)/none\"]\n[profile.focus]\nblock.domains = [\"a.example\"]\n",
      to: "etc/schedctl/config.toml")
    let missing = try run("try", "focus", "--for", "1s").outcome()
    #expect(missing.end == .exit(78) && missing.output.isEmpty, "\(missing)")
    #expect(missing.messages.contains("'\(folder.path)/none'"), "\(missing)")
    #expect(text == foreign)
  }

  @Test func `try reports what it cannot revert, and keeps its record`() throws {
    var run = run("try", "focus", "--for", "10m")
    run.output = .file(try folder.write("", to: "seen"))
    let process = try RunningProgram(run)
    #expect(Waiting.until { seen.contains("exact names") })
    // The trial may write its file again between the two steps.
    let isReplaced = Waiting.until {
      try? FileManager.default.removeItem(atPath: path)
      return (try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)) != nil
    }
    #expect(isReplaced)
    process.send(SIGINT)
    let outcome = process.end()
    #expect(outcome.end == .exit(1))
    #expect(
      outcome.messages.contains("schedctl: not reverted: hosts: cannot read '\(path)': it is a directory\n"),
      "\(outcome)")
    #expect(
      outcome.messages.hasSuffix("help: 'SCHEDCTL_ROOT=\(folder.path) schedctl revert --all' undoes what is left\n"))
    #expect(!seen.contains("reverted after"))
    #expect(FileManager.default.fileExists(atPath: state + "/try.json"))
  }

  @Test func `a second trial is refused, and revert says that the first one applies its shield again`() throws {
    let process = try start()
    let second = try run("try", "focus").outcome()
    #expect(second.end == .exit(69))
    #expect(
      second.messages
        == "schedctl: 'schedctl try' already runs as process \(process.processID)\nhelp: wait until it ends\n")
    let reverted = try run("revert", "--all").outcome()
    #expect(
      reverted.messages
        == "schedctl: 'schedctl try' runs as process \(process.processID), and applies its shield again until it ends\n"
    )
    #expect(Waiting.until { text?.contains("0.0.0.0 a.example") == true }, "it repairs its block")
    process.send(SIGINT)
    #expect(process.end().end == .exit(0))
    #expect(text == foreign)
  }

  @Test func `what a daemon left is not touched`() throws {
    let left = foreign + "\n# BEGIN schedctl: length=1 sha256=0 added=nothing\n0.0.0.0 b.example\n# END schedctl\n"
    try folder.write(left, to: "etc/hosts")
    let outcome = try run("try", "focus").outcome()
    #expect(outcome.end == .exit(69))
    #expect(
      outcome.messages == """
        schedctl: '\(path)' still has what an earlier shield left
        help: 'SCHEDCTL_ROOT=\(folder.path) schedctl revert --all' removes it

        """)
    #expect(text == left)
  }

  @Test func `a name that leads somewhere is a fault, and nothing else that can be blocked is unavailable`() throws {
    try folder.write(
      "[enforce]\nadapters = [\"exec-guard\", \"hosts\"]\n[profile.focus]\nblock.domains = [\"a.example\"]\n",
      to: "etc/schedctl/config.toml")
    let named = try run("try", "focus", "--for", "1s").outcome()
    #expect(named.end == .exit(1) && named.output.contains("\nexec-guard  unavailable\n"), "\(named)")
    try folder.write(
      "[enforce]\nadapters = []\n[profile.focus]\nblock.domains = [\"a.example\"]\n", to: "etc/schedctl/config.toml")
    let none = try run("try", "focus", "--for", "10m").outcome()
    #expect(none.end == .exit(69) && none.messages.hasSuffix("schedctl: nothing of 'focus' can be blocked here\n"))
    #expect(text == foreign)
  }

  @Test func `all domains are unavailable for a hosts file, beside another adapter and without one`() throws {
    let profile = "[profile.focus]\nblock.domains = \"all\"\n"
    try folder.write(profile, to: "etc/schedctl/config.toml")
    let fault = "hosts is unavailable: 'focus' blocks all domains, which a hosts file cannot express\n  help: list "
    let alone = try run("try", "focus", "--for", "10m").outcome()
    #expect(alone.end == .exit(69) && alone.output.contains(fault), "\(alone)")
    try folder.writeScript("cat >/dev/null", to: "own")
    try folder.write("[enforce]\nprogram = [\"\(folder.path)/own\"]\n" + profile, to: "etc/schedctl/config.toml")
    let beside = try run("try", "focus", "--for", "1s").outcome()
    #expect(beside.end == .exit(1) && beside.output.contains(fault), "\(beside)")
    #expect(beside.output.contains("\nhosts       unavailable\n"), "\(beside)")
    try folder.write(
      "[set.s]\ndomains = [\"a.example\"]\n" + profile + "block.sets = [\"s\"]\n", to: "etc/schedctl/config.toml")
    let part = try run("try", "focus", "--for", "1s").outcome()
    #expect(part.end == .exit(1), "\(part)")
    #expect(part.output.contains("\nhosts       degraded     2 names  2 of 2 in the file  "), "\(part)")
    #expect(text == foreign)
  }

  @Test(arguments: [
    (["try", "focsu"], 64, "there is no profile 'focsu'\nhelp: did you mean 'focus'?\n"),
    (["try", "idle"], 78, "profile 'idle' blocks nothing, so there is nothing to try\n"),
    (["try", "focus", "--for", "0s"], 64, "'--for' is 1 second to 10 minutes, found '0s'\n"),
    (
      ["try", "focus", "--for", "11m"], 64,
      "'--for' is 1 second to 10 minutes, found '11m'\nhelp: 'schedctl start' is for longer\n"
    ), (["try", "focus", "--for", "soon"], 64, "'--for': 'soon' is not a duration: "),
    (["try"], 64, "'try' needs PROFILE\n"),
  ]) func `a wrong request changes nothing`(words: [String], code: Int32, message: String) throws {
    var run = run()
    run.arguments = words + run.arguments
    let outcome = try run.outcome()
    #expect(outcome.end == .exit(code) && outcome.output.isEmpty)
    #expect(outcome.messages.hasPrefix("schedctl: " + message), "\(outcome)")
    #expect(text == foreign)
  }

  @Test func `without a configuration it refuses, and says how to write one`() throws {
    try FileManager.default.removeItem(atPath: folder.path + "/etc/schedctl")
    let outcome = try run("try", "focus").outcome()
    #expect(outcome.end == .exit(78))
    #expect(outcome.messages.hasPrefix("schedctl: there is no configuration\nhelp: "), "\(outcome)")
  }

  @Test(.enabled(if: geteuid() == 0, "others may use files that anybody can change"))
  func `root does not act on a configuration that others can change`() throws {
    let file = try folder.write(
      "[profile.focus]\nblock.domains = [\"a.example\"]\n".utf8, to: "open.toml", permissions: 0o666)
    var run = run("try", "focus", "--config", file)
    run.arguments.removeAll { $0 == "--system" }
    let outcome = try run.outcome()
    #expect(outcome.end == .exit(78) && outcome.messages.contains("others than root can change"), "\(outcome)")
    #expect(text == foreign)
  }

  @Test(.enabled(if: ProgramRun.canChangeUser, "only root can run a program as another user"))
  func `another user's own profile has to be copied for root, who reads another file and acts on none of others`()
    throws
  {
    let own = try WorkFolder()
    try own.write("[profile.my-focus]\nblock.domains = [\"a.example\"]\n", to: ".config/schedctl/config.toml")
    try #require(chown(own.path + "/.config/schedctl/config.toml", 65_534, 65_534) == 0)
    var run = ProgramRun(arguments: ["try", "my-focus", "--for", "1s"])
    (run.environment["HOME"], run.userID, run.folder) = (own.path, 65_534, own.path)
    run.environment["SCHEDCTL_ROOT"] = nil
    let outcome = try run.outcome()
    let help =
      "only root can block more: copy the profile to '/etc/schedctl/config.toml', then 'sudo schedctl try my-focus'\n"
    #expect(outcome.end == .exit(69) && outcome.messages.contains("schedctl: " + help), "\(outcome)")
    #expect(!outcome.output.contains("run the daemon"), "\(outcome)")
    run.arguments += ["--config", ".config/schedctl/config.toml"]
    #expect(try run.outcome().messages.contains("schedctl: " + help))
  }

  @Test func `a terminal shows how many seconds are left`() throws {
    var run = run("try", "focus", "--for", "2s")
    run.messages = .terminal(columns: 80)
    let messages = try run.outcome().messages
    #expect(messages.contains("\u{1B}[K2 s left") && messages.contains("\u{1B}[K1 s left"), "\(messages)")
    #expect(messages.hasSuffix("\u{1B}[K"))
  }
}
