import Foundation
import ProgramTesting
import SchedulerPlatform
import Testing

/// The daemon with real adapters, on the kernel of this machine. Only root may deny the start of programs.
@Suite(.enabled(if: geteuid() == 0, "only root may deny the start of programs"))
struct EnforcedDaemonTests {
  /// A daemon that blocks a program of its own, a copy of sleep(1), for every user but root, while a session runs.
  private final class Trial {
    let daemon: DaemonTrial
    var game: String { daemon.folder.path + "/game" }

    init(_ settings: String = "", lock: String = "none") throws {
      daemon = try DaemonTrial()
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: daemon.folder.path)
      let copy = try ChildProcess(["/bin/cp", "/bin/sleep", game]).run()
      #expect(copy.end == .exit(0))
      try daemon.folder.write(
        """
        \(settings)
        [enforce]
        adapters = ["exec-guard", "sweeper"]
        [profile.focus]
        block.apps = ["\(game)"]
        lock = "\(lock)"
        """, to: "week.toml")
    }

    func start() throws -> RunningProgram { try daemon.start(environment: ["SCHEDCTL_ROOT": "/"]) }

    func run(_ words: String...) throws -> Outcome {
      var run = daemon.run(words[0])
      run.arguments += words.dropFirst()
      return try run.outcome()
    }

    /// Runs the program as another user. Returns the status of the shell: 126 after a denied start.
    func play(_ seconds: String = "0") throws -> ProcessEnd {
      try ChildProcess(["/bin/sh", "-c", "exec \"$@\" 2>/dev/null", "sh"] + Self.words([game, seconds])).run().end
    }

    /// Starts the program in the background as another user. Returns its number.
    func startGame() throws -> Int32 {
      let script = "\"$@\" >/dev/null 2>&1 </dev/null & echo $!"
      let outcome = try ChildProcess(["/bin/sh", "-c", script, "sh"] + Self.words([game, "1000"])).run()
      return try #require(Int32(String(decoding: outcome.output, as: UTF8.self).filter(\.isNumber)))
    }

    private static func words(_ words: [String]) -> [String] {
      ["/usr/bin/setpriv", "--reuid=4711", "--regid=4711", "--clear-groups", "--"] + words
    }
  }

  private func waits(_ condition: () throws -> Bool) rethrows -> Bool {
    for _ in 0..<2_000 {
      if try condition() { return true }
      Pause.wait(milliseconds: 10)
    }
    return false
  }

  @Test func `a session denies the start of a blocked program and ends a running one, and its end allows it again`()
    throws
  {
    let trial = try Trial()
    let running = try trial.startGame()
    let daemon = try trial.start()
    #expect(try trial.play() == .exit(0))
    #expect(RunningProcess.exists(running))
    #expect(try trial.run("start", "focus").end == .exit(0))
    #expect(try waits { try trial.play() == .exit(126) }, "\(trial.daemon.log)")
    #expect(waits { RunningProcess.program(of: running) == nil }, "\(trial.daemon.log)")
    #expect(waits { trial.daemon.log.contains("enforced by exec-guard and sweeper\n") })
    let status = try trial.run("status")
    #expect(status.output.contains("\nenforced by exec-guard and sweeper\n"), "\(status)")
    let log = try trial.run("log", "-n", "100").output
    #expect(log.contains("focus    \(trial.game) (\(trial.game)) of 4711, denied"), "\(log)")
    #expect(try trial.run("stop", "focus").end == .exit(0))
    #expect(try waits { try trial.play() == .exit(0) })
    #expect(try trial.run("status").output.contains("\nnothing to enforce now for exec-guard and sweeper\n"))
    daemon.send(SIGTERM)
    #expect(daemon.end().end == .exit(0))
  }

  @Test func `a daemon that stops allows the program, and one that is killed applies its shield when it starts again`()
    throws
  {
    let trial = try Trial()
    var daemon = try trial.start()
    #expect(try trial.run("start", "focus").end == .exit(0))
    #expect(try waits { try trial.play() == .exit(126) })
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

  @Test func `doctor tells how each adapter stands, and live.json and the socket as well`() throws {
    let trial = try Trial()
    try trial.daemon.folder.write(
      "[enforce]\nadapters = [\"exec-guard\", \"nftables\"]\n[profile.focus]\nblock.apps = [\"\(trial.game)\"]\n",
      to: "week.toml")
    let daemon = try trial.start()
    let doctor = try trial.run("doctor").output
    #expect(doctor.contains("exec-guard works, and has nothing to enforce now"), "\(doctor)")
    #expect(doctor.contains("nftables is unavailable: this version of schedctl has no such adapter"), "\(doctor)")
    #expect(doctor.contains("help: remove it from '[enforce] adapters'"), "\(doctor)")
    let adapters = try #require(trial.daemon.live("adapters") as? [[String: Any]])
    #expect(adapters.map { $0["name"] as? String } == ["exec-guard", "nftables"])
    #expect(adapters.map { $0["state"] as? String } == ["ready", "unavailable"])
    let reply = try trial.run("call", "Enforcement").output
    #expect(reply.contains("\"headline\":\"nothing to enforce now for exec-guard;"), "\(reply)")
    daemon.send(SIGTERM)
    #expect(daemon.end().end == .exit(0))
  }

  @Test func `a hard link to a shell blocks no shell, and status says why`() throws {
    let trial = try Trial()
    let link = trial.daemon.folder.path + "/hb"
    let copy = try ChildProcess(["/bin/ln", "-L", "/bin/sh", link]).run()
    guard copy.end == .exit(0) else { return }  // The folder is on another file system.
    try trial.daemon.folder.write(
      "[enforce]\nadapters = [\"exec-guard\", \"sweeper\"]\n[profile.focus]\nblock.apps = [\"\(link)\"]\n",
      to: "week.toml")
    let daemon = try trial.start()
    #expect(try trial.run("start", "focus").end == .exit(0))
    #expect(
      try waits { try trial.run("status").output.contains("exec-guard: '\(link)' is the same file as '/bin/sh'") })
    #expect(try trial.play() == .exit(0))
    daemon.send(SIGTERM)
    #expect(daemon.end().end == .exit(0))
  }
}
