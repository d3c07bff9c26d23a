import Foundation
import ProgramTesting
import TestSupport
import Testing

/// The real daemon in a process of its own, on the real clock.
@Suite struct DaemonTests {
  @Test(arguments: [
    ("", false, [String]()), ("on-exit = \"lift\"", false, []), ("on-exit = \"keep\"", false, ["p1"]),
    ("", true, ["firm"]), ("on-exit = \"keep\"", true, ["firm", "p1"]),
  ])
  func `a stopping daemon leaves the shield that on-exit and strict sessions require`(
    settings: String, isStrict: Bool, left: [String]
  ) throws {
    let trial = try DaemonTrial(settings, isStrict: isStrict)
    let process = try trial.start()
    let all = isStrict ? ["firm", "p1"] : ["p1"]
    #expect(trial.shielded == all)
    let keeper = trial.live("keeper") as? [String: Any]
    #expect(keeper?["pid"] as? Int32 == process.processID)
    let boot = try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
    #expect((keeper?["bootId"] as? String).map { $0 + "\n" } == boot)
    process.send(SIGTERM)
    #expect(process.end().end == .exit(0))
    #expect(trial.live("keeper") is NSNull)
    #expect(trial.shielded == left)
    #expect(trial.live("shield") as? String == (left.isEmpty ? "inactive" : "active"))
    let words = left.isEmpty ? "is lifted" : left == all ? "stays" : "is lifted, but for strict sessions"
    #expect(trial.log.hasSuffix("stopped; the shield \(words)\n"), "\(trial.log)")
    let next = try trial.start()
    #expect(trial.shielded == all, "the next one puts it back")
    next.send(SIGINT)
    #expect(next.end().end == .exit(0))
  }

  @Test func `a daemon that shields nothing logs that when it stops`() throws {
    let trial = try DaemonTrial()
    #expect(try trial.run("authorize", "--revoke", "--offline", "-q").outcome() == Outcome(.exit(0)))
    let process = try trial.start()
    process.send(SIGTERM)
    #expect(process.end().end == .exit(0))
    #expect(trial.log.hasSuffix("stopped; nothing was shielded\n"), "\(trial.log)")
  }

  @Test func `a daemon that cannot have its socket makes no state directory`() throws {
    let trial = try DaemonTrial()
    let process = try trial.start()
    var second = ProgramRun("run", "--config", "week.toml", "--state", trial.folder.path + "/second")
    second.folder = trial.folder.path
    second.environment["RUNTIME_DIRECTORY"] = trial.folder.path + "/run"
    let message = "schedctl: another process already listens on '\(trial.folder.path)/run/control.sock'\n"
    let outcome = try second.outcome()
    #expect(outcome.end == .exit(69) && outcome.messages.hasPrefix(message), "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: trial.folder.path + "/second"))
    process.send(SIGTERM)
    #expect(process.end().end == .exit(0))
  }

  @Test func `an edit changes who may read and connect, for existing files as well`() throws {
    let trial = try DaemonTrial()
    let (state, run) = (trial.folder.path + "/state/", trial.folder.path + "/run/")
    func modes() -> [UInt16] {
      ["journal", "configuration", "shield.json"].map { mode(state + stateFile($0, in: state)) }
        + ["live.json", "control.sock"].map { mode(run + $0) }
    }
    let group = try #require(getgrgid(getegid()))
    let settings = "{ group = \"\(String(cString: group.pointee.gr_name))\", private = true }"
    let process = try trial.start()
    #expect(modes() == [0o600, 0o600, 0o644, 0o644, 0o600])
    try trial.folder.write("daemon = \(settings)\n" + DaemonTrial.text("", ["p1"]), to: "week.toml")
    #expect(trial.comes { modes() == [0o640, 0o640, 0o640, 0o640, 0o660] }, "\(modes()) \(trial.log)")
    try trial.write(profiles: ["p1"])
    #expect(trial.comes { modes() == [0o600, 0o600, 0o644, 0o644, 0o600] }, "\(modes()) \(trial.log)")
    process.send(SIGTERM)
    #expect(process.end().end == .exit(0))
    try trial.folder.write("daemon = \(settings)\n" + DaemonTrial.text("", ["p1"]), to: "week.toml")
    #expect(try trial.run("run", "--once").outcome() == Outcome(.exit(0)))
    #expect(modes().prefix(4) == [0o640, 0o640, 0o640, 0o640])
  }

  private func mode(_ path: String) -> UInt16 {
    var status = stat()
    return lstat(path, &status) == 0 ? UInt16(status.st_mode & 0o777) : 0
  }

  @Test(arguments: ["in place", "by a new file", "behind a link"])
  func `the daemon applies an edit of the configuration at once`(way: String) throws {
    let trial = try DaemonTrial()
    let path = trial.folder.path + "/week.toml"
    if way == "behind a link" {
      try FileManager.default.createDirectory(atPath: trial.folder.path + "/far", withIntermediateDirectories: true)
      try FileManager.default.moveItem(atPath: path, toPath: trial.folder.path + "/far/real.toml")
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "far/real.toml")
    }
    let process = try trial.start()
    let text = DaemonTrial.text("", ["p1", "p2"])
    switch way {
    case "in place":
      let file = try #require(FileHandle(forWritingAtPath: path))
      file.truncateFile(atOffset: 0)
      file.write(Data(text.utf8))
      try file.close()
    case "by a new file":
      try trial.folder.write(text, to: "new.toml")
      #expect(rename(trial.folder.path + "/new.toml", path) == 0)
    default: try trial.folder.write(text, to: "far/real.toml")
    }
    #expect(trial.comes { trial.shielded == ["p1", "p2"] }, "\(trial.log)")
    process.send(SIGTERM)
    #expect(process.end().end == .exit(0))
  }

  @Test func `a broken configuration changes nothing, and the daemon reports it once and then its repair`() throws {
    let trial = try DaemonTrial()
    let process = try trial.start()
    try trial.folder.write("[profile.p1\n", to: "week.toml")
    #expect(trial.comes { trial.log.contains("the configuration has errors; what was accepted before stays in force") })
    process.send(SIGHUP)
    process.send(SIGUSR1)
    #expect(trial.comes { trial.log.contains("configuration: the configuration has errors") })
    #expect(trial.log.components(separatedBy: "stays in force").count == 2)
    #expect(trial.log.contains("error[") && trial.shielded == ["p1"])
    try trial.write(profiles: ["p1", "p2"])
    #expect(trial.comes { trial.shielded == ["p1", "p2"] })
    #expect(trial.comes { trial.log.contains("the configuration is without errors again") })
  }

  @Test func `the daemon notifies the service manager of its start, a reload and its end`() throws {
    let trial = try DaemonTrial()
    let socket = try NotifySocket(trial.folder.path + "/notify")
    let process = try trial.start([], socket: socket, "/notify")
    #expect(socket.hears("READY=1"))
    process.send(SIGHUP)
    #expect(socket.hears("RELOADING=1") && socket.messages.last?.contains("\nMONOTONIC_USEC=") == true)
    #expect(socket.hears("READY=1"))
    process.send(SIGTERM)
    #expect(socket.hears("STOPPING=1"))
    #expect(socket.messages.contains("STATUS=sessions: p1"), "\(socket.messages)")
    #expect(process.end().end == .exit(0))
  }

  @Test func `signals that arrive while the daemon starts wait until it runs`() throws {
    let trial = try DaemonTrial()
    let descriptor = open(trial.folder.path + "/state/lock", O_RDWR | O_CLOEXEC)
    #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    let socket = try NotifySocket(trial.folder.path + "/notify")
    let process = try trial.start([], socket: socket, "/notify")
    #expect(trial.comes { process.takesSignals })
    for signal in [SIGHUP, SIGUSR1, SIGTERM] { process.send(signal) }
    close(descriptor)
    #expect(process.end().end == .exit(0))
    #expect(trial.log.hasSuffix("stopped; the shield is lifted\n"), "\(trial.log)")
  }

  @Test func `a watchdog is fed while nothing happens`() throws {
    let trial = try DaemonTrial()
    let socket = try NotifySocket(trial.folder.path + "/notify")
    let process = try trial.start([], ["WATCHDOG_USEC": "100000"], socket: socket, "/notify")
    #expect(socket.hears("READY=1"))
    for _ in 1...3 { #expect(socket.hears("WATCHDOG=1")) }
    process.send(SIGTERM)
    #expect(process.end().end == .exit(0))
  }

  @Test func `a daemon that was killed continues its session after a restart`() throws {
    let trial = try DaemonTrial()
    var sessions: Set<[String]> = []
    for _ in 1...4 {
      let process = try trial.start()
      #expect(trial.comes { trial.sessions.count == 1 })
      sessions.insert(trial.sessions)
      process.send(SIGKILL)
      #expect(process.end().end == .signal(SIGKILL) && trial.shielded == ["p1"])
    }
    #expect(sessions.count == 1)
    let second = try trial.start()
    #expect(sessions.contains(trial.sessions) && trial.shielded == ["p1"])
    second.send(SIGTERM)
    #expect(second.end().end == .exit(0))
  }

  @Test func `a second daemon is refused, and run --once leaves the work to the running daemon`() throws {
    let trial = try DaemonTrial()
    let process = try trial.start()
    let holder = "schedctl: state in '\(trial.folder.path)/state': the state is in use by process \(process.processID)"
    let help = "help: one process works on a state directory; 'schedctl status' shows what comes of it"
    #expect(try trial.run("run").outcome() == Outcome(.exit(69), messages: "\(holder)\n\(help)\n"))
    let once = Outcome(.exit(0), messages: "\(holder); that process does what is due\n")
    #expect(try trial.run("run", "--once").outcome() == once)
    #expect(try trial.run("status").outcome().end == .exit(0))
  }

  @Test func `the daemon restores published files that are removed`() throws {
    let trial = try DaemonTrial()
    let process = try trial.start()
    for name in ["run/live.json", "run/shield.json", "state/shield.json", "run", "run/live.json"] {
      let path = trial.folder.path + "/" + name
      #expect(trial.comes { FileManager.default.fileExists(atPath: path) }, "\(name): \(trial.log)")
      try FileManager.default.moveItem(atPath: path, toPath: trial.folder.path + "/gone-\(UUID().uuidString)")
      #expect(trial.comes { FileManager.default.fileExists(atPath: path) }, "\(name): \(trial.log)")
    }
    #expect(trial.comes { trial.sessions.count == 1 } && trial.shielded == ["p1"])
    process.send(SIGTERM)
    #expect(process.end().end == .exit(0))
  }

  @Test func `the daemon repairs published files that another program replaces or writes, and then rests`() throws {
    let trial = try DaemonTrial()
    let process = try trial.start()
    #expect(trial.comes { trial.sessions.count == 1 } && trial.shielded == ["p1"])
    for name in ["state/shield.json", "run/live.json"] {
      let path = trial.folder.path + "/" + name
      for isReplaced in [true, false] {
        #expect(trial.comes { trial.sessions.count == 1 && trial.shielded == ["p1"] })
        try Data(#"{"version":1,"sessions":[],"layers":[]}"#.utf8).write(
          to: URL(fileURLWithPath: path), options: isReplaced ? .atomic : [])
        #expect(trial.comes { trial.sessions.count == 1 && trial.shielded == ["p1"] }, "\(name): \(trial.log)")
      }
    }
    process.send(SIGTERM)
    #expect(process.end().end == .exit(0))
  }

  /// The daemon fails to write into a directory that goes at that moment, and then creates it.
  @Test func `the daemon restores a file that is removed while it restores other files`() throws {
    let trial = try DaemonTrial()
    let process = try trial.start()
    for round in 0..<(Laws.areWhole ? 200 : 20) {
      for names in [["state/shield.json", "run"], ["run/live.json"]] {
        for name in names {
          let path = trial.folder.path + "/" + name
          #expect(trial.comes { FileManager.default.fileExists(atPath: path) }, "\(round): \(name)")
          try FileManager.default.moveItem(atPath: path, toPath: trial.folder.path + "/gone-\(round)-\(path.hashValue)")
        }
        #expect(trial.comes { trial.live("sessions") != nil }, "\(round): \(names)")
      }
    }
    process.send(SIGTERM)
    #expect(process.end().end == .exit(0))
  }

  @Test func `the daemon gives memory back when nothing happens any more`() throws {
    let trial = try DaemonTrial()
    let process = try trial.start()
    func isGivenBack() -> Bool {
      guard let now = process.memory, let peak = process.memoryPeak else { return false }
      return now < peak * 3 / 4
    }
    #expect(trial.comes(isGivenBack), "after the configuration was read")
    let rest = try #require(process.memory)
    #expect(try trial.run("call", "Profiles").outcome().end == .exit(0))
    #expect(trial.comes { process.memory.map { $0 < rest * 5 / 4 } ?? false }, "after a client was heard")
  }

  @Test func `an idle daemon does not wake`() throws {
    let trial = try DaemonTrial()
    let process = try trial.start()
    // It has to come to rest first.
    #expect(trial.comesToRest(process))
    let before = try #require(process.voluntarySwitches)
    sleep(Laws.areWhole ? 3 : 1)
    #expect(process.voluntarySwitches == before)
  }

  @Test(arguments: [("json", #"{"time":""#, "{\"time\":"), ("journal", "<", "<5>stopped"), ("text", "20", "stopped")])
  func `the daemon reports events in the requested log format`(format: String, start: String, part: String) throws {
    let trial = try DaemonTrial()
    for name in ["state", "run/progress.json"] {
      try FileManager.default.removeItem(atPath: "\(trial.folder.path)/\(name)")
    }
    let process = try trial.start("--log-format", format)
    process.send(SIGTERM)
    #expect(process.end().end == .exit(0))
    #expect(
      trial.log.hasPrefix(start) && trial.log.contains(part) && trial.log.contains("sessionDidStart p1"), "\(trial.log)"
    )
  }

  @Test func `status says whether a running daemon or 'run --once' will carry out due changes`() throws {
    let trial = try DaemonTrial()
    try trial.folder.write("timezone = \"UTC\"\n[profile.p]\n", to: "week.toml")
    let process = try trial.start()
    #expect(try trial.run("start", "p", "--for", "1s").outcome().end == .exit(0))
    process.send(SIGSTOP)
    #expect(trial.comes { (try? trial.run("status").outcome().output)?.contains("; more is due by now") ?? false })
    let outcome = try trial.run("status").outcome()
    #expect(outcome.output.contains("shown is what the daemon is about to do"), "\(outcome)")
    process.send(SIGKILL)
    _ = process.end()
    let after = try trial.run("status").outcome()
    #expect(after.output.contains("shown is what 'schedctl run --once' would do"), "\(after)")
  }
}
