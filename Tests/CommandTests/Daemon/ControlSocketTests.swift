import Foundation
import ProgramTesting
import Testing

/// The control socket of the real daemon, and the commands that use it.
@Suite struct ControlSocketTests {
  private static let text = """
    timezone = "UTC"
    [profile.work]
    block.domains = ["work.example"]
    break = { length = "5m" }
    access = { length = "5m" }
    [profile.firm]
    lock = "strict"
    block.domains = ["firm.example"]
    [profile.tomato]
    strategy = { type = "pomodoro" }
    [profile.night]
    window = ["mon-sun 00:00-00:01"]

    """

  private func trial() throws -> (trial: DaemonTrial, process: RunningProgram) {
    let trial = try DaemonTrial()
    try trial.folder.write(Self.text, to: "week.toml")
    return (trial, try trial.start())
  }

  private func socket(_ trial: DaemonTrial) -> String { trial.folder.path + "/run/control.sock" }

  /// What follows one another in one daemon: words, exit code, and how what is said begins.
  private static let conversation: [(words: [String], code: Int32, said: String)] = [
    (["is-active"], 1, "inactive"), (["start", "work", "--for", "1h"], 0, "started 'work' until "),
    (["is-active", "work"], 0, "active"), (["extend", "work", "5m"], 0, "'work' continues until "),
    (["break", "work"], 0, "'work' has a break until "), (["resume"], 0, "ended the break of 'work'"),
    (["access", "work.example"], 0, "opened 'work.example' in 'work' until "),
    (["pause", "work"], 77, "schedctl: "), (["start", "firm", "--for", "1h"], 0, "started 'firm' until "),
    (["stop"], 64, "schedctl: several sessions are running: 'firm', 'work'; say which"),
    (
      ["stop", "firm"], 77,
      "schedctl: the session of profile 'firm' may not be stopped: its lock is strict\nhelp: it is "
    ),
    (["stop", "work", "--json"], 0, #"{"change":"stopped","profile":"work","#),
    (["stop", "work"], 77, "schedctl: "), (["start", "wrok"], 64, "schedctl: there is no profile 'wrok'"),
    (["skip", "night"], 0, "'night' "), (["skip", "night", "--undo"], 0, "'night' "),
    (["open", "schedctl://profile/work"], 0, "started 'work'"),
    (["open", "schedctl://profile/work"], 0, "stopped 'work'"),
    (["open", "http://x"], 64, "schedctl: 'http://x' is not an address of a profile"),
    (["authorize", "--revoke"], 0, "consent is withdrawn as soon as no strict session runs: 'firm'"),
    (["authorize", "--yes"], 0, "consent is given"), (["reload"], 0, "read again: 'week.toml'"),
    (["emergency", "--reason", "a test"], 0, "ended 'firm' in an emergency"),
    (
      ["emergency", "--reason", String(repeating: "x", count: 70_000)], 64,
      "schedctl: the reason of an emergency has at most 1000 characters, found 70000\n"
    ),
    (
      ["access", String(repeating: "x", count: 100_000)], 64,
      "schedctl: the target is longer than the 4095 bytes that a path may have\n"
    ),
    (["start", "tomato"], 0, "started 'tomato'"), (["reset", "tomato"], 0, ""),
    (["call", "IsActive"], 0, #"{"profile":null,"active":false}"#),
    (
      ["call", "Nothing"], 64,
      #"{"error":"org.varlink.service.MethodNotFound","parameters":{"method":"io.schedctl.Control.Nothing"}}"# + "\n"
    ),
    (
      ["call", "Stop", "{}"], 77,
      #"{"error":"io.schedctl.Control.Refused","parameters":{"reason":"notRunning","message":"no session is running","#
    ),
    (["call", "Emergency", #"{"reason":" "}"#], 64, #"{"error":"io.schedctl.Control.InvalidRequest","#),
    (["call", "Start", "["], 64, "schedctl: the parameters are no JSON"),
    (["call", "org.varlink.service.GetInfo"], 0, #"{"vendor":"schedctl""#),
    (["start", "work", "--offline"], 69, "schedctl: state in '"),
  ]

  @Test func `each command calls the daemon and prints the result`() throws {
    let (trial, process) = try trial()
    for (words, code, said) in Self.conversation {
      var run = trial.run("")
      run.arguments = words + run.arguments.dropFirst()
      let outcome = try run.outcome()
      #expect(outcome.end == .exit(code), "\(words): \(outcome)")
      #expect((outcome.output + outcome.messages).hasPrefix(said), "\(words): \(outcome)")
    }
    process.send(SIGTERM)
    #expect(process.end().end == .exit(0))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: trial.folder.path + "/run").sorted() == [
        "live.json", "progress.json", "shield.json",
      ])
    let outcome = try trial.run("start", "work").outcome()
    let start = "help: 'schedctl run --config week.toml --state \(trial.folder.path)/state' starts one"
    #expect(outcome.end == .exit(69) && outcome.messages.contains(start), "\(outcome)")
  }

  @Test func `the daemon's Why method gives the same answers as the why command`() throws {
    let trial = try DaemonTrial()
    try trial.folder.write("# a list\nlisted.example\n", to: "list.txt")
    try trial.folder.write(
      Self.text + "[profile.lists]\nwindow = [\"mon-sun 00:00-24:00\"]\nblock.sets = [\"s\"]\n"
        + "[set.s]\ndomains-file = [\"list.txt\"]\n", to: "week.toml")
    let process = try trial.start()
    #expect(try trial.run("start", "work", "--for", "2h").outcome().end == .exit(0))
    func answer(_ words: String...) throws -> [String: Any] {
      var run = trial.run("")
      run.arguments = words + run.arguments.dropFirst()
      let object = try JSONSerialization.jsonObject(with: Data(try run.outcome().output.utf8))
      var answer = try #require(object as? [String: Any])
      for key in ["at", "atEpoch"] { answer[key] = nil }
      return answer
    }
    for target in ["work.example", "a.firm.example", "listed.example", "free.example", "steam"] {
      for at in [nil, "tomorrow 00:00", "2020-01-01"] {
        let asked = at.map { ",\"at\":\"\($0)\"" } ?? ""
        let there = try answer("call", "Why", "{\"target\":\"\(target)\"\(asked)}")
        let here = try at.map { try answer("why", target, "--json", "--at", $0) } ?? answer("why", target, "--json")
        #expect(there as NSDictionary == here as NSDictionary, "\(target) \(at ?? "")")
      }
    }
    process.send(SIGTERM)
    #expect(process.end().end == .exit(0))
  }

  @Test func `the daemon returns the same lists as the command line`() throws {
    let (trial, process) = try trial()
    for _ in 0..<12 {
      for words in [["start", "work"], ["stop", "work"]] {
        #expect(try trial.run(words[0], words[1], "-q").outcome().end == .exit(0))
      }
    }
    for (words, method, list) in [
      (["next"], "Next", "intervals"), (["next", "--until", "+100d"], #"Next {"until":"+100d"}"#, "intervals"),
      (["sessions"], "Sessions", "sessions"),
      (["sessions", "--since", "2000-01-01"], #"Sessions {"since":"2000-01-01"}"#, "sessions"),
      (["log"], "Log", "entries"), (["log", "--since", "yesterday"], #"Log {"since":"yesterday"}"#, "entries"),
    ] {
      var run = trial.run("")
      run.arguments = words + ["--json"] + run.arguments.dropFirst()
      let lines = try run.outcome().output.split(separator: "\n").map { try object(String($0)) }
      run = trial.run("")
      run.arguments = ["call"] + method.split(separator: " ").map(String.init) + run.arguments.dropFirst()
      let answer = try object(try run.outcome().output)
      #expect(answer[list] as? NSArray == lines as NSArray && !lines.isEmpty, "\(words)")
    }
    process.send(SIGTERM)
    #expect(process.end().end == .exit(0))
  }

  private func object(_ text: String) throws -> NSDictionary {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
  }

  @Test func `with --socket, the named daemon answers a command instead of the files in the usual place`() throws {
    let (trial, process) = try trial()
    for profile in ["work", "firm"] {
      #expect(try trial.run("start", profile, "--for", "1h", "-q").outcome().end == .exit(0))
    }
    #expect(try trial.run("stop", "work", "-q").outcome().end == .exit(0))
    func outcome(_ words: [String], named: Bool) throws -> Outcome {
      var run = trial.run("")
      run.arguments = words + (named ? ["--socket", socket(trial)] : run.arguments.dropFirst())
      return try run.outcome()
    }
    /// The seconds of a running session count on between two looks.
    func stable(_ outcome: Outcome) -> Outcome {
      let running = #/"seconds":\d+,"enforcingSeconds":\d+(?=,[^{}]*"running":true)/#
      return Outcome(
        outcome.end, output: outcome.output.replacing(running, with: ""), messages: outcome.messages)
    }
    for words in [
      ["is-active"], ["is-active", "work"], ["is-active", "firm", "--json"], ["is-active", "firm", "-q"],
      ["sessions", "--json"], ["sessions", "--json", "-n", "1"], ["log", "--json"],
      ["log", "--json", "-n", "5000"], ["sessions", "--json", "-n", "5000"], ["log", "--json", "--since", "yesterday"],
      ["profiles", "--json"], ["pending", "--json"], ["next", "--json", "--from", "tomorrow", "--profile", "night"],
      ["why", "a.firm.example", "--json", "--at", "tomorrow 00:00"],
      ["why", "x.example", "--json", "--at", "tomorrow"],
    ] {
      let (there, here) = (stable(try outcome(words, named: true)), stable(try outcome(words, named: false)))
      #expect(there == here, "\(words)")
    }
    for words in [["status", "--json"], ["status", "--format", "json"]] {
      let (there, here) = (try outcome(words, named: true), try outcome(words, named: false))
      #expect(try object(there.output)["sessions"] as? NSArray == object(here.output)["sessions"] as? NSArray)
    }
    let unknown = try outcome(["is-active", "wrok"], named: true)
    #expect(unknown.end == .exit(64) && unknown.messages.contains("did you mean 'work'?"), "\(unknown)")
    for words in [["-n", "1001"], ["--until", "+1001d"]] {
      let tooMany = try outcome(["next", "--json"] + words, named: true)
      #expect(tooMany.end == .exit(64) && tooMany.output.isEmpty && tooMany.messages.contains(" 1000"), "\(tooMany)")
    }
    process.send(SIGTERM)
    #expect(process.end().end == .exit(0))
    let gone = try outcome(["is-active"], named: true)
    #expect(gone.end == .exit(69) && gone.messages.contains("help: '--state DIR' reads"), "\(gone)")
  }

  @Test func `a reload shows what is wrong with the configuration`() throws {
    let (trial, process) = try trial()
    try trial.folder.write("[profile.p1\n", to: "week.toml")
    let outcome = try trial.run("reload").outcome()
    #expect(outcome.end == .exit(78))
    #expect(
      outcome.messages.contains("error[") && outcome.messages.hasSuffix("the configuration has errors\n"), "\(outcome)")
    process.send(SIGTERM)
    #expect(process.end().end == .exit(0))
  }

  @Test func `commands say that the configuration is broken`() throws {
    let (trial, process) = try trial()
    try trial.folder.write("x = [\n", to: "week.toml")
    #expect(try trial.run("reload").outcome().end == .exit(78))
    for (word, argument, code) in [
      ("start", "work", Int32(0)), ("pause", "work", 77), ("stop", "work", 0), ("authorize", "--yes", 0),
    ] {
      let outcome = try trial.run(word, argument).outcome()
      #expect(outcome.end == .exit(code), "\(outcome)")
      let words = "the configuration has errors; what was accepted on "
      #expect(outcome.messages.contains(words) && outcome.messages.contains(" stays in force\n"), "\(outcome)")
    }
    process.send(SIGTERM)
    #expect(process.end().end == .exit(0))
  }

  @Test(arguments: [false, true])
  func `a refused stop offers a text that the user may type to end the session`(isOffline: Bool) throws {
    let trial = try DaemonTrial()
    let key = "lock = \"strict\"\nunlock = [{ type = \"text\", length = 8 }]\n"
    try trial.folder.write("timezone = \"UTC\"\n[profile.p]\n" + key, to: "week.toml")
    let process = isOffline ? nil : try trial.start()
    let options = isOffline ? ["--offline"] : []
    var run = trial.run("start", "p", "--for", "2h")
    run.arguments += options
    #expect(try run.outcome().end == .exit(0))
    run = trial.run("stop", "p")
    run.arguments += options
    run.input = .typed(["no"])
    run.messages = .terminal(columns: 120)
    let outcome = try run.outcome()
    #expect(outcome.end == .exit(77), "\(outcome)")
    let words = outcome.messages.replacing("\r", with: "")
    let lines = words.split(separator: "\n").map(String.init)
    #expect(lines.count > 3 && lines[1].hasPrefix("help: it is allowed from "), "\(outcome)")
    #expect(lines.count > 3 && lines[2] == "Type this text to end it all the same:", "\(outcome)")
    process?.send(SIGTERM)
    if let process { #expect(process.end().end == .exit(0)) }
  }

  @Test func `a monitor receives all entries in order, including entries from before its call`() throws {
    let (trial, process) = try trial()
    #expect(try trial.run("start", "work").outcome().end == .exit(0))
    let monitor = try #require(SocketClient(socket(trial)))
    monitor.call("Monitor", #"{"since":0}"#, more: true)
    #expect(monitor.message()?.contains("sessionDidStart") == true)
    #expect(try trial.run("stop", "work").outcome().end == .exit(0))
    var heard = ""
    while !heard.contains("sessionDidEnd"), let message = monitor.message() { heard += message }
    #expect(heard.contains(#""live":{"#))
    process.send(SIGTERM)
    #expect(process.end().end == .exit(0))
    #expect(monitor.message() == nil)
  }

  @Test func `the daemon restores a removed socket, and a second daemon does not take a socket in use`() throws {
    let (trial, process) = try trial()
    let path = socket(trial)
    try FileManager.default.removeItem(atPath: path)
    #expect(trial.comes { SocketClient(path) != nil }, "\(trial.log)")
    var other = trial.run("run")
    other.arguments = ["run", "--config", "week.toml", "--state", trial.folder.path + "/other", "--socket", path]
    let outcome = try other.outcome()
    #expect(outcome.end == .exit(69) && outcome.messages.contains("another process already listens on"), "\(outcome)")
    process.send(SIGTERM)
    #expect(process.end().end == .exit(0))
  }

  @Test func `the daemon listens again after a file that replaced the socket's directory is removed`() throws {
    let (trial, process) = try trial()
    let path = socket(trial)
    let directory = trial.folder.path + "/run"
    try FileManager.default.moveItem(atPath: directory, toPath: directory + ".old")
    try trial.folder.write("x", to: "run")
    #expect(trial.comes { trial.log.contains("cannot listen on") }, "\(trial.log)")
    try FileManager.default.removeItem(atPath: directory)
    #expect(trial.comes { SocketClient(path) != nil }, "\(trial.log)")
    process.send(SIGTERM)
    #expect(process.end().end == .exit(0))
  }

  @Test(.enabled(if: ProgramRun.canChangeUser, "the tests are not root's"))
  func `a user who may not connect gets a message`() throws {
    let (trial, process) = try trial()
    chmod(trial.folder.path, 0o755)
    var run = trial.run("start", "work")
    run.userID = 65_534
    let outcome = try run.outcome()
    #expect(outcome.end == .exit(77) && outcome.messages.contains("you may not talk to the daemon"), "\(outcome)")
    process.send(SIGTERM)
    #expect(process.end().end == .exit(0))
  }
}
