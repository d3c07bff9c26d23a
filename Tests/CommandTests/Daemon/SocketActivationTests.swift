import Foundation
import ProgramTesting
import Testing

/// The daemon behind a program that opens its socket beforehand and hands it over, as systemd does.
@Suite struct SocketActivationTests {
  @Test(.enabled(if: isThere && getuid() == 0, "systemd-socket-activate is missing, or this is not root"))
  func `the group of the configuration may connect to a socket that systemd opened`() throws {
    let trial = try DaemonTrial()
    let path = trial.folder.path + "/handed"
    let text = "[profile.p1]\n"
    try trial.folder.write(text + "[daemon]\ngroup = \"nogroup\"\n", to: "week.toml")
    var run = trial.run("run", "--quiet")
    run.launcher = [Self.program, "-l", path, "-E", "RUNTIME_DIRECTORY=\(trial.folder.path)/run"]
    let process = try RunningProgram(run)
    func access() -> String? {
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      guard let mode = attributes?[.posixPermissions] as? Int,
        let group = attributes?[.groupOwnerAccountName] as? String
      else { return nil }
      return "\(group) \(String(mode & 0o777, radix: 8))"
    }
    #expect(trial.comes { SocketClient(path) != nil })
    #expect(trial.comes { access() == "nogroup 660" }, "\(access() ?? "")")
    try trial.folder.write(text, to: "week.toml")
    #expect(trial.comes { access() == "nogroup 600" }, "\(access() ?? "")")
    process.send(SIGTERM)
    #expect(process.end().end == .exit(0))
  }

  private static let program = "/usr/bin/systemd-socket-activate"
  private static let isThere = FileManager.default.isExecutableFile(atPath: program)

  @Test(.enabled(if: isThere, "systemd-socket-activate is missing"))
  func `the daemon uses a socket that systemd opened, leaves it in place and creates no other`() throws {
    let trial = try DaemonTrial()
    let path = trial.folder.path + "/handed"
    var run = trial.run("run", "--quiet")
    run.launcher = [Self.program, "-l", path, "-E", "RUNTIME_DIRECTORY=\(trial.folder.path)/run"]
    let process = try RunningProgram(run)
    // Whoever comes first has it started, and is answered.
    var first: SocketClient?
    #expect(
      trial.comes {
        first = SocketClient(path)
        return first != nil
      })
    for client in [first, SocketClient(path)] {
      client?.call("IsActive", #"{"profile":"p1"}"#)
      #expect(client?.message() == #"{"parameters":{"profile":"p1","active":true}}"#)
    }
    var call = ProgramRun("is-active", "p1", "--socket", path)
    call.folder = trial.folder.path
    #expect(try call.outcome() == Outcome(.exit(0), output: "active\n"))
    // Without the file that the daemon may be writing now.
    let made = try FileManager.default.contentsOfDirectory(atPath: trial.folder.path + "/run").sorted()
      .filter { !$0.hasPrefix(".") }
    #expect(made == ["live.json", "progress.json", "shield.json"])
    process.send(SIGTERM)
    #expect(process.end().end == .exit(0))
    #expect(FileManager.default.fileExists(atPath: path) && SocketClient(path) == nil)
  }
}
