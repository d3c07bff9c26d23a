import Foundation
import ProgramTesting
import SchedulerPlatform
import TestSupport
import Testing

/// The daemon with real adapters, on the kernel of this machine. Only root may deny the start of programs.
@Suite(.enabled(if: geteuid() == 0, "only root may deny the start of programs"))
struct EnforcedDaemonTests {
  @Test func `a session denies the start of a blocked program and ends a running one, and its end allows it again`()
    throws
  {
    let trial = try EnforcedTrial()
    let running = try trial.startGame()
    let daemon = try trial.start()
    #expect(try trial.play() == .exit(0))
    #expect(RunningProcess.exists(running))
    #expect(try trial.run("start", "focus").end == .exit(0))
    #expect(try Waiting.until { try trial.play() == .exit(126) }, "\(trial.daemon.log)")
    #expect(Waiting.until { RunningProcess.program(of: running) == nil }, "\(trial.daemon.log)")
    #expect(Waiting.until { trial.daemon.log.contains("enforced by exec-guard and sweeper\n") })
    let status = try trial.run("status")
    #expect(status.output.contains("\nenforced by exec-guard and sweeper\n"), "\(status)")
    let why = try trial.run("why", trial.game).output
    #expect(why.contains("  shield  applied\n") && !why.contains("not enforced"), "\(why)")
    let log = try trial.run("log", "-n", "100").output
    #expect(log.contains("focus    \(trial.game) (\(trial.game)) of 4711, denied"), "\(log)")
    #expect(log.contains("focus    \(trial.game) (\(trial.game)) of 4711, closing"), "\(log)")
    #expect(try trial.run("stop", "focus").end == .exit(0))
    #expect(try Waiting.until { try trial.play() == .exit(0) })
    #expect(try trial.run("status").output.contains("\nnothing to enforce now for exec-guard and sweeper\n"))
    daemon.send(SIGTERM)
    #expect(daemon.end().end == .exit(0))
  }

  @Test func `a daemon that stops allows the program, and one that is killed applies its shield when it starts again`()
    throws
  {
    let trial = try EnforcedTrial()
    var daemon = try trial.start()
    #expect(try trial.run("start", "focus").end == .exit(0))
    #expect(try Waiting.until { try trial.play() == .exit(126) })
    daemon.send(SIGKILL)
    _ = daemon.end()
    #expect(try trial.play() == .exit(0), "the kernel drops the marks with the daemon")
    daemon = try trial.start()
    #expect(try trial.play() == .exit(126), "the daemon is not ready before the machine matches the shield")
    daemon.send(SIGTERM)
    #expect(daemon.end().end == .exit(0))
    #expect(try trial.play() == .exit(0))
    let status = try trial.run("status")
    #expect(status.output.contains("\ncomputed, not enforced: no adapter is active\n"), "\(status)")
  }

  /// Runs a program with a descriptor of another process, as systemd hands over what it kept.
  private static func launcher(handing descriptor: Int32, of process: Int32, as name: String) -> [String] {
    let script = """
      import ctypes, os, sys
      file = ctypes.CDLL(None).syscall(438, os.pidfd_open(int(sys.argv[1])), int(sys.argv[2]), 0)
      os.dup2(file, 3, inheritable=True) if file != 3 else os.set_inheritable(3, True)
      os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1", LISTEN_FDNAMES=sys.argv[3])
      os.execv(sys.argv[4], sys.argv[4:])
      """
    return ["/usr/bin/python3", "-c", script, "\(process)", "\(descriptor)", name]
  }

  @Test func `in a strict session a start waits for the next daemon after a kill, is denied, and recorded once`() throws
  {
    let trial = try EnforcedTrial(lock: "strict")
    let manager = try NotifySocket(trial.daemon.folder.path + "/manager")
    let first = try trial.daemon.start([], ["SCHEDCTL_ROOT": "/"], socket: manager, "/manager")
    #expect(manager.hears("READY=1"))
    #expect(manager.messages.first == "EXTEND_TIMEOUT_USEC=90000000", "nothing waits for the first daemon")
    #expect(try trial.run("start", "focus", "--for", "1h").end == .exit(0))
    #expect(manager.hears("FDSTORE=1"))
    let group = try #require(manager.files.first)
    func denials() throws -> Int {
      try trial.run("log", "-n", "100").output.split(separator: "\n").count { $0.contains("of 4711, denied") }
    }
    #expect(try trial.play() == .exit(126))
    #expect(try Waiting.until { try denials() == 1 })
    first.send(SIGKILL)
    _ = first.end()
    let (game, ended) = (trial.game, EndBox<ProcessEnd>())
    let player = try SystemThread { ended.run { try EnforcedTrial.play(game) } }
    var file = pollfd(fd: group, events: Int16(POLLIN), revents: 0)
    #expect(poll(&file, 1, 20_000) == 1, "a start waits")
    #expect(ended.value == nil)
    let launcher = Self.launcher(handing: group, of: getpid(), as: "exec-guard")
    let second = try trial.daemon.start(
      [], ["SCHEDCTL_ROOT": "/"], socket: manager, "/manager", launcher: launcher)
    player.join()
    #expect(ended.value == .exit(126))
    #expect(manager.hears("EXTEND_TIMEOUT_USEC=20000000"))
    #expect(manager.hears("READY=1"))
    #expect(try trial.run("emergency", "focus", "--reason", "test").end == .exit(0))
    #expect(manager.hears("FDSTOREREMOVE=1"))
    #expect(try Waiting.until { try trial.play() == .exit(0) })
    #expect(try denials() == 2)
    second.send(SIGTERM)
    #expect(second.end().end == .exit(0))
  }

  @Test func `a daemon whose configuration no longer has the guard lets go of what it inherits`() throws {
    let trial = try EnforcedTrial(lock: "strict")
    let manager = try NotifySocket(trial.daemon.folder.path + "/manager")
    try trial.daemon.folder.write(
      "[enforce]\nadapters = [\"sweeper\"]\n[profile.focus]\nblock.apps = [\"\(trial.game)\"]\n", to: "week.toml")
    #expect(try trial.run("run", "--once").end == .exit(0))
    var ends: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    defer { close(ends[0]) }
    let daemon = try trial.daemon.start(
      [], ["SCHEDCTL_ROOT": "/"], socket: manager, "/manager",
      launcher: Self.launcher(handing: ends[1], of: getpid(), as: "exec-guard"))
    #expect(manager.hears("FDSTOREREMOVE=1"))
    #expect(manager.hears("READY=1"))
    close(ends[1])
    var file = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
    #expect(poll(&file, 1, 20_000) == 1 && file.revents & Int16(POLLHUP) != 0, "no process has it any more")
    daemon.send(SIGTERM)
    #expect(daemon.end().end == .exit(0))
  }

  @Test func `while the guard decides about starts, the watchdog is short`() throws {
    let trial = try EnforcedTrial()
    let manager = try NotifySocket(trial.daemon.folder.path + "/manager")
    let daemon = try trial.daemon.start(
      [], ["SCHEDCTL_ROOT": "/", "WATCHDOG_USEC": "60000000"], socket: manager, "/manager")
    #expect(manager.hears("READY=1"))
    #expect(!manager.messages.contains { $0.hasPrefix("WATCHDOG_USEC") })
    #expect(try trial.run("start", "focus").end == .exit(0))
    #expect(manager.hears("WATCHDOG_USEC=12000000"))
    #expect(try trial.run("stop", "focus").end == .exit(0))
    #expect(manager.hears("WATCHDOG_USEC=60000000"))
    daemon.send(SIGTERM)
    #expect(daemon.end().end == .exit(0))
  }

  @Test func `doctor tells how each adapter stands, and live.json and the socket as well`() throws {
    let trial = try EnforcedTrial()
    try trial.daemon.folder.write(
      "[enforce]\nadapters = [\"exec-guard\", \"shield-page\"]\n[profile.focus]\nblock.apps = [\"\(trial.game)\"]\n",
      to: "week.toml")
    let daemon = try trial.start()
    let doctor = try trial.run("doctor").output
    #expect(doctor.contains("exec-guard works, and has nothing to enforce now"), "\(doctor)")
    #expect(doctor.contains("shield-page is unavailable: this version of schedctl has no such adapter"), "\(doctor)")
    #expect(doctor.contains("help: remove it from '[enforce] adapters'"), "\(doctor)")
    let adapters = try #require(trial.daemon.live("adapters") as? [[String: Any]])
    #expect(adapters.map { $0["name"] as? String } == ["exec-guard", "shield-page"])
    #expect(adapters.map { $0["state"] as? String } == ["ready", "unavailable"])
    let reply = try trial.run("call", "Enforcement").output
    #expect(reply.contains("\"headline\":\"nothing to enforce now for exec-guard;"), "\(reply)")
    daemon.send(SIGTERM)
    #expect(daemon.end().end == .exit(0))
  }

  @Test func `a daemon of the machine notes each change of the shield for the unit that reverts, and nothing else`()
    throws
  {
    let trial = try EnforcedTrial()
    let folder = trial.daemon.folder
    try folder.write("127.0.0.1 localhost\n", to: "etc/hosts")
    try folder.write(
      "[enforce]\nadapters = [\"hosts\"]\n[profile.focus]\nblock.domains = [\"a.example\"]\n", to: "week.toml")
    let note = try folder.write("", to: "run/schedctl/shield-changed")
    try FileManager.default.removeItem(atPath: note)
    let daemon = try trial.daemon.start(
      environment: ["SCHEDCTL_ROOT": folder.path, "RUNTIME_DIRECTORY": folder.path + "/run/schedctl"])
    func notes() -> Bool { FileManager.default.fileExists(atPath: note) }
    #expect(notes(), "what an earlier daemon has left is unknown")
    for command in ["start", "stop"] {
      try FileManager.default.removeItem(atPath: note)
      var run = trial.daemon.run(command)
      run.arguments.append("focus")
      run.environment["RUNTIME_DIRECTORY"] = folder.path + "/run/schedctl"
      #expect(try run.outcome().end == .exit(0))
      #expect(Waiting.until { notes() }, "\(command)")
    }
    daemon.send(SIGTERM)
    #expect(daemon.end().end == .exit(0))
  }

  @Test func `doctor says that a block in a file outlives its shield where no unit of systemd removes it`() throws {
    let trial = try EnforcedTrial()
    let folder = trial.daemon.folder
    try folder.write("127.0.0.1 localhost\n", to: "etc/hosts")
    try folder.write(
      "[enforce]\nadapters = [\"hosts\"]\n[profile.focus]\nblock.domains = [\"a.example\"]\n", to: "week.toml")
    let daemon = try trial.daemon.start(environment: ["SCHEDCTL_ROOT": folder.path])
    func doctor() throws -> String {
      var run = trial.daemon.run("doctor")
      run.environment["SCHEDCTL_ROOT"] = folder.path
      run.environment["PATH"] = folder.path + "/bin"
      return try run.outcome().output
    }
    #expect(
      try doctor().contains("\nnote     what a shield left on the machine holds until"))
    let making = "mkdir -p bin run/systemd/system; cp /bin/true bin/systemctl"
    _ = try InstalledProgram("sh").run(["-c", making], in: folder)
    #expect(try doctor().contains("no unit of systemd removes it"))
    try folder.write("", to: "usr/local/lib/systemd/system/schedctl-revert.path")
    #expect(try !doctor().contains("no unit of systemd"))
    daemon.send(SIGTERM)
    #expect(daemon.end().end == .exit(0))
  }

  @Test func `a hard link to a shell blocks no shell, and status says why`() throws {
    let trial = try EnforcedTrial()
    let link = trial.daemon.folder.path + "/hb"
    let copy = try ChildProcess(["/bin/ln", "-L", "/bin/sh", link]).run()
    guard copy.end == .exit(0) else { return }  // The folder is on another file system.
    try trial.daemon.folder.write(
      "[enforce]\nadapters = [\"exec-guard\", \"sweeper\"]\n[profile.focus]\nblock.apps = [\"\(link)\"]\n",
      to: "week.toml")
    let daemon = try trial.start()
    #expect(try trial.run("start", "focus").end == .exit(0))
    #expect(
      try Waiting.until {
        try trial.run("status").output.contains("exec-guard: '\(link)' is the same file as '/bin/sh'")
      })
    #expect(try trial.play() == .exit(0))
    daemon.send(SIGTERM)
    #expect(daemon.end().end == .exit(0))
  }
}
