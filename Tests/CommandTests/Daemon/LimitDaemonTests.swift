import Foundation
import ProgramTesting
import Testing

/// Limits under a real daemon: a report over the socket, the shield, `status`, `why` and `more`.
@Suite struct LimitDaemonTests {
  private let trial: DaemonTrial

  init() throws {
    trial = try DaemonTrial()
    try trial.folder.write(
      """
      timezone = "UTC"
      [profile.games]
      users = ["\(NSUserName())"]
      [profile.games.limit]
      apps = ["steam"]
      use = "2s"
      extra = { length = "1h" }
      """, to: "week.toml")
  }

  @Test func `reported use reaches the limit, which blocks until more is granted, and stays so after a kill`() throws {
    let daemon = try trial.start()
    let client = try #require(SocketClient(trial.folder.path + "/run/control.sock"))
    client.call("ReportUse", #"{"state":"inUse","source":"test","desktopIDs":["steam"]}"#)
    #expect(trial.comes { trial.shielded == ["games"] }, "\(trial.log)")
    let status = try trial.run("status").outcome().output
    #expect(status.contains("◔ games · 2s a day of steam") && status.contains("used up until"), "\(status)")
    let why = try trial.run("why", "steam").outcome()
    #expect(why.output.contains("limits it to 2s a day of steam"), "\(why.output)")
    let json = try trial.run("status", "--format", "json").outcome().output
    #expect(json.contains(#""limits":[{"profile":"games","limit":"2s a day of steam, 1h more once","#), "\(json)")
    daemon.send(SIGKILL)
    _ = daemon.end()
    let again = try trial.start()
    #expect(trial.shielded == ["games"])
    let more = try trial.run("more", "steam").outcome()
    #expect(more.end == .exit(0), "\(more)")
    #expect(trial.comes { trial.shielded == [] })
    let refused = try trial.run("more", "steam").outcome()
    #expect(refused.end == .exit(77), "\(refused)")
    again.send(SIGTERM)
    #expect(again.end().end == .exit(0))
    withExtendedLifetime(client) {}
  }

  @Test func `check and doctor say that nothing measures a limit, and no longer once a report came`() throws {
    let daemon = try trial.start()
    let checked = try trial.run("check").outcome()
    #expect(checked.end == .exit(0))
    #expect(checked.messages.contains("note[unmeasured]: limit '2s a day of steam"), "\(checked)")
    let doctor = try trial.run("doctor").outcome().output
    #expect(doctor.contains("is unmeasured: nothing reports what is used (profile 'games')"), "\(doctor)")
    #expect(
      try trial.run("status").outcome().output.contains(
        "unmeasured: nothing reports what is used; see 'schedctl doctor'"))
    let client = try #require(SocketClient(trial.folder.path + "/run/control.sock"))
    client.call("ReportUse", #"{"state":"inUse","source":"test","desktopIDs":["mail"]}"#)
    #expect(
      try Waiting.until { try trial.run("status").outcome().output.contains("0 s of 2 s used, measured by test") },
      "before the limit counts, too")
    client.call("ReportUse", #"{"state":"inUse","source":"test","desktopIDs":["steam"]}"#)
    #expect(trial.comes { trial.shielded == ["games"] }, "\(trial.log)")
    let later = try trial.run("check").outcome()
    #expect(later.end == .exit(0) && !later.messages.contains("unmeasured"), "\(later)")
    let well = try trial.run("doctor").outcome().output
    #expect(well.contains("limits of '\(NSUserName())' are measured by test"), "\(well)")
    let live = trial.text("run/live.json")
    #expect(
      live.contains(#""limits":[{"profile":"games","limit":"2s a day of steam, 1h more once","user":"#), "\(live)")
    daemon.send(SIGTERM)
    #expect(daemon.end().end == .exit(0))
  }

  @Test func `check, and doctor in a desktop session, report no limit as unmeasured whose people are not logged in`()
    throws
  {
    let daemon = try trial.start()
    let root = trial.folder.path + "/machine"
    func answers(inDesktop: Bool = true) throws -> String {
      try ["check", "doctor"].map { word in
        var run = trial.run(word)
        run.environment["SCHEDCTL_ROOT"] = root
        if inDesktop { run.environment["DISPLAY"] = ":9" }
        let outcome = try run.outcome()
        return outcome.output + outcome.messages
      }.joined()
    }
    #expect(try answers().contains("is unmeasured"), "a machine without logind")
    let users = root + "/run/systemd/users"
    try FileManager.default.createDirectory(atPath: users, withIntermediateDirectories: true)
    #expect(try !answers().contains("is unmeasured"))
    let outside = try answers(inDesktop: false)
    #expect(outside.components(separatedBy: "is unmeasured").count == 2, "only doctor says so: \(outside)")
    #expect(outside.contains("because no session of its people is active (profile 'games')"), "\(outside)")
    try trial.folder.write("STATE=closing\n", to: "machine/run/systemd/users/\(geteuid())")
    #expect(try !answers().contains("is unmeasured"))
    try trial.folder.write("STATE=active\n", to: "machine/run/systemd/users/\(geteuid())")
    #expect(try answers().components(separatedBy: "is unmeasured").count == 3)
    daemon.send(SIGTERM)
    #expect(daemon.end().end == .exit(0))
  }

  @Test func `a limit of a strict profile that was used up locks its edit and the removal of the program`() throws {
    func write(use: String) throws {
      try trial.folder.write(
        """
        timezone = "UTC"
        [profile.games]
        users = ["\(NSUserName())"]
        lock = "strict"
        [profile.games.limit]
        apps = ["steam"]
        use = "\(use)"
        """, to: "week.toml")
    }
    try write(use: "1s")
    let daemon = try trial.start()
    let client = try #require(SocketClient(trial.folder.path + "/run/control.sock"))
    client.call("ReportUse", #"{"state":"inUse","source":"test","desktopIDs":["steam"]}"#)
    #expect(trial.comes { trial.shielded == ["games"] }, "\(trial.log)")
    try write(use: "2h")
    #expect(try trial.run("reload").outcome().end == .exit(0))
    #expect(trial.shielded == ["games"])
    #expect(trial.log.contains(", but for 1 change that waits for a limit that was used up"), "\(trial.log)")
    let pending = try trial.run("pending").outcome().output
    #expect(pending.contains("the period of the used-up limit '1s a day of steam' ends, at"), "\(pending)")
    let json = try trial.run("pending", "--json").outcome().output
    #expect(json.contains(#""sessions":[]"#) && json.contains(#""limits":["1s a day of steam"]"#), "\(json)")
    let status = try trial.run("status").outcome().output
    #expect(status.contains("waits for a limit that was used up; 'schedctl pending'"), "\(status)")
    daemon.send(SIGTERM)
    #expect(daemon.end().end == .exit(0))
  }

  @Test(.enabled(if: geteuid() == 0 && access("/usr/bin/python3", X_OK) == 0, "needs root and Python"))
  func `a report of a program that does not run is not believed, and running programs count`() throws {
    let user = 65_534
    let castle = trial.folder.path + "/castle"
    try trial.folder.write(
      """
      timezone = "UTC"
      [profile.games]
      users = ["nobody"]
      limit = { apps = ["\(castle)"], use = "2s" }
      """, to: "week.toml")
    let report = #"{"state":"inUse","source":"test","paths":["/usr/games/no-such-game"]}"#
    try trial.folder.write(#"{"method":"io.schedctl.Control.ReportUse","parameters":\#(report)}"# + "\0", to: "call")
    try trial.folder.write(try Data(contentsOf: URL(fileURLWithPath: "/bin/sleep")), to: "castle", permissions: 0o755)
    func start(_ words: String...) throws -> Foundation.Process {
      let process = Foundation.Process()
      process.executableURL = URL(fileURLWithPath: words[0])
      process.arguments = Array(words.dropFirst())
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      return process
    }
    try start("/bin/chown", "-R", "\(user):\(user)", trial.folder.path).waitUntilExit()
    let change = ["/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"]
    let socket = try NotifySocket(trial.folder.path + "/notify")
    try start("/bin/chown", "\(user)", trial.folder.path + "/notify").waitUntilExit()
    let daemon = try trial.start([], socket: socket, "/notify", launcher: change)
    try #require(socket.hears("READY=1"), "\(trial.log)")
    // The name is in a file: a word of the client's command line would support the report.
    let client = """
      import socket, sys, time
      client = socket.socket(socket.AF_UNIX)
      client.connect(sys.argv[1])
      client.send(open(sys.argv[2], "rb").read())
      time.sleep(60)
      """
    let game = try start(change[0], change[1], change[2], change[3], castle, "60")
    let liar = try start(
      change[0], change[1], change[2], change[3], "/usr/bin/python3", "-c", client,
      trial.folder.path + "/run/control.sock", trial.folder.path + "/call")
    defer { for process in [game, liar] { kill(process.processIdentifier, SIGKILL) } }
    #expect(trial.comes { trial.log.contains("ignores the agent") }, "\(trial.log)")
    func isMeasuredByPrograms() -> Bool {
      (try? trial.run("status", "--format", "json").outcome().output.contains(#""source":"running programs""#)) ?? false
    }
    #expect(trial.comes(isMeasuredByPrograms), "\(trial.log)")
    #expect(
      trial.log.contains("of 'nobody': it reports that '/usr/games/no-such-game' is in use"), "\(trial.log)")
    #expect(trial.comes { trial.shielded == ["games"] }, "\(trial.log)")
    daemon.send(SIGTERM)
    #expect(daemon.end().end == .exit(0))
  }

  @Test func `uninstall removes nothing while a limit of a strict profile is used up`() throws {
    let home = trial.folder.path + "/home"
    for name in ["config/schedctl", "run"] {
      try FileManager.default.createDirectory(atPath: "\(home)/\(name)", withIntermediateDirectories: true)
    }
    try trial.folder.write(
      """
      timezone = "UTC"
      [profile.games]
      users = ["\(NSUserName())"]
      lock = "strict"
      limit = { apps = ["steam"], use = "1s" }
      """, to: "home/config/schedctl/config.toml")
    func run(_ words: String...) -> ProgramRun {
      var run = ProgramRun(arguments: words + ["--user"])
      run.environment["HOME"] = home
      run.environment["XDG_CONFIG_HOME"] = home + "/config"
      run.environment["XDG_STATE_HOME"] = home + "/state"
      run.environment["RUNTIME_DIRECTORY"] = home + "/run"
      return run
    }
    #expect(try run("authorize", "--yes", "--offline").outcome().end == .exit(0))
    #expect(try run("install").outcome().end == .exit(0))
    let daemon = try RunningProgram(run("run"))
    // The file of the socket comes before the daemon accepts connections.
    var connected: SocketClient?
    #expect(
      trial.comes {
        connected = SocketClient(home + "/run/control.sock")
        return connected != nil
      })
    let client = try #require(connected)
    client.call("ReportUse", #"{"state":"inUse","source":"test","desktopIDs":["steam"]}"#)
    #expect(trial.comes { trial.text("home/run/live.json").contains(#""blocking":true"#) })
    #expect(try run("status").outcome().output.contains("something is blocked · next change "))
    daemon.send(SIGTERM)
    #expect(daemon.end().end == .exit(0))
    let refused = try run("uninstall").outcome()
    #expect(refused.end == .exit(77), "\(refused)")
    #expect(refused.messages.contains("a limit of the strict profile 'games' was used up, and locks it until "))
    #expect(try run("emergency", "--reason", "move", "--offline").outcome().end == .exit(0))
    #expect(try run("uninstall").outcome().end == .exit(0))
  }
}
