import Foundation
import ProgramTesting
import Testing

/// What commands say that find no daemon to talk to.
@Suite struct UnansweredCommandTests {
  @Test(arguments: [
    (["skip", "p1", "--undo"], ["skip", "p1", "--undo"], [String]()),
    (["emergency", "--reason", "it's on fire"], ["emergency", "--reason", #"'it'\''s on fire'"#], []),
    (["-q", "start", "--", "p1"], ["-q", "start"], ["--", "p1"]),
    (["authorize", "--revoke"], ["authorize", "--revoke"], []),
  ])
  func `without a daemon the help offers the whole command line as it was typed`(
    words: [String], before: [String], behind: [String]
  ) throws {
    let trial = try DaemonTrial()
    try trial.folder.write(DaemonTrial.text("", ["p1"]), to: "week.toml")
    var run = trial.run()
    let options = run.arguments
    let split = words.firstIndex(of: "--") ?? words.count
    run.arguments = words[..<split] + options + words[split...]
    let line = (before + options + ["--offline"] + behind).joined(separator: " ")
    let outcome = try run.outcome()
    #expect(
      outcome.messages.contains("help: 'schedctl \(line)' changes the state directory itself\n"), "\(outcome)")
    #expect(outcome.end == .exit(69))
  }

  @Test func `a daemon without a socket reports the fault, and commands do not bypass that daemon`() throws {
    let trial = try DaemonTrial()
    let notify = try NotifySocket(trial.folder.path + "/notify")
    var run = trial.run("run")
    run.environment["RUNTIME_DIRECTORY"] = trial.folder.path + "/run/" + String(repeating: "x", count: 108)
    run.environment["NOTIFY_SOCKET"] = trial.folder.path + "/notify"
    try trial.folder.write("", to: "log")
    run.messages = .file(trial.folder.path + "/log")
    let process = try RunningProgram(run)
    #expect(notify.hears("READY=1"))
    #expect(trial.log.contains("the daemon has no socket: its path would be too long"), "\(trial.log)")
    for runtime in [nil, trial.folder.path + "/run"] {
      var start = trial.run("start", "p1")
      start.environment["RUNTIME_DIRECTORY"] = runtime
      let outcome = try start.outcome()
      let keeper = "help: process \(process.processID) keeps '\(trial.folder.path)/state', and "
      #expect(outcome.end == .exit(69) && outcome.messages.contains(keeper), "\(outcome)")
      #expect(!outcome.messages.contains("--offline") && !outcome.messages.contains("starts one"))
    }
    process.send(SIGTERM)
    #expect(process.end().end == .exit(0))
  }

  @Test func `a daemon of a named state directory without a run-time directory has its socket in the state directory`()
    throws
  {
    let trial = try DaemonTrial()
    let notify = try NotifySocket(trial.folder.path + "/notify")
    var run = trial.run("run")
    run.environment["RUNTIME_DIRECTORY"] = nil
    run.environment["NOTIFY_SOCKET"] = trial.folder.path + "/notify"
    try trial.folder.write("", to: "log")
    run.messages = .file(trial.folder.path + "/log")
    let process = try RunningProgram(run)
    #expect(notify.hears("READY=1"))
    let socket = trial.folder.path + "/state/control.sock"
    #expect(
      trial.log.contains(
        "keeps week.toml · UTC · 1 profile · next change ") && trial.log.contains(" · socket \(socket)\n"),
      "\(trial.log)")
    var start = trial.run("is-active", "p1")
    start.environment["RUNTIME_DIRECTORY"] = nil
    start.arguments += ["--socket", socket]
    #expect(try start.outcome().end == .exit(0))
    var stop = trial.run("stop", "p1")
    stop.environment["RUNTIME_DIRECTORY"] = nil
    #expect(try stop.outcome() == Outcome(.exit(0), output: "stopped 'p1'\n"))
    process.send(SIGTERM)
    #expect(process.end().end == .exit(0))
    #expect(!FileManager.default.fileExists(atPath: socket))
  }

  @Test(arguments: ["{}\0", #"{"parameters":{"x":1}}"# + "\0", "HTTP/1.1 400 Bad Request\r\n\r\n", ""])
  func `a command reports a listener that is not a daemon`(answer: String) throws {
    let trial = try DaemonTrial()
    let server = try ForeignServer(trial.folder.path + "/s", answer: answer)
    for words in [["start", "p1"], ["status", "--json"], ["is-active"], ["next", "--json"], ["log", "-f"]] {
      var run = trial.run()
      run.arguments = words + ["--socket", "s"] + (words[0] == "start" ? run.arguments : [])
      if words[0] == "log" { run.arguments += ["--state", "state"] }
      let outcome = try run.outcome()
      #expect(outcome.end == .exit(69) && (outcome.output.isEmpty || words[0] == "log"), "\(words): \(outcome)")
      let isAnswered = answer.hasSuffix("\0")
      let message = isAnswered ? "schedctl: the answer is not a daemon's: " : "schedctl: the daemon does not answer\n"
      #expect(outcome.messages.contains(message), "\(words): \(outcome)")
      let doubt = "it is not known whether the command was carried out"
      #expect(outcome.messages.contains(doubt) == (words[0] == "start"), "\(outcome)")
    }
    server.end()
  }

  @Test(
    arguments: [
      ("false", "the command was not carried out"), ("null", "it is not known whether the command was carried out"),
      ("true", nil),
    ] as [(String, String?)])
  func `a command prints whether it was carried out when the daemon cannot write its state`(
    done: String, help: String?
  ) throws {
    let trial = try DaemonTrial()
    let fault = #"{"message":"no space left on device","help":["more"],"done":\#(done)}"#
    let answer = #"{"error":"io.schedctl.Control.StateFault","parameters":\#(fault)}"# + "\0"
    let server = try ForeignServer(trial.folder.path + "/s", answer: answer)
    var run = trial.run("start", "p1")
    run.arguments += ["--socket", "s"]
    let last = help.map { "help: \($0)\n" } ?? ""
    #expect(
      try run.outcome() == Outcome(.exit(74), messages: "schedctl: no space left on device\nhelp: more\n\(last)"))
    server.end()
  }

  @Test func `a command names the socket that has no listener, and the cause`() throws {
    let trial = try DaemonTrial()
    try trial.folder.write("", to: "file")
    for (path, cause) in [
      ("none", "no such file or directory"), ("file", "connection refused"), ("run", "connection refused"),
      (String(repeating: "x", count: 200), "file name too long"),
    ] {
      for word in ["start", "is-active"] {
        var run = trial.run()
        run.arguments = (word == "start" ? ["start", "p1"] + run.arguments : [word]) + ["--socket", path]
        let outcome = try run.outcome()
        let done = word == "start" ? ", so nothing was done" : ""
        #expect(
          outcome.messages.hasPrefix("schedctl: nobody listens on '\(path)' (\(cause))\(done)\n"), "\(outcome)")
        let options = word == "start" ? "--config week.toml --state \(trial.folder.path)/state " : ""
        #expect(outcome.end == .exit(69))
        #expect(outcome.messages.contains("'schedctl run \(options)--socket \(path)' starts one"), "\(outcome)")
      }
    }
  }

  @Test func `without any configuration a command reports that instead of a missing daemon`() throws {
    let folder = try WorkFolder()
    var run = ProgramRun("start", "p1", "--user")
    run.environment["HOME"] = folder.path
    run.environment["XDG_RUNTIME_DIR"] = folder.path
    let help = "write one to \(folder.path)/.config/schedctl/config.toml, or let 'schedctl init' do it"
    let messages = "schedctl: there is no configuration\nhelp: \(help)\n"
    #expect(try run.outcome() == Outcome(.exit(78), messages: messages))
    try folder.write(DaemonTrial.text("", ["p1"]), to: ".config/schedctl/config.toml")
    #expect(try run.outcome().end == .exit(69))
  }
}
