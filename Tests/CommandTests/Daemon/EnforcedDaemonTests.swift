import Foundation
import ProgramTesting
import SchedulerPlatform
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
    let log = try trial.run("log", "-n", "100").output
    #expect(log.contains("focus    \(trial.game) (\(trial.game)) of 4711, denied"), "\(log)")
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

  @Test func `doctor tells how each adapter stands, and live.json and the socket as well`() throws {
    let trial = try EnforcedTrial()
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
