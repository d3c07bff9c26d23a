import Foundation
import ProgramTesting
import SchedulerPlatform
import Testing

/// A daemon that blocks a program of its own, a copy of sleep(1), for every user but root, while a session runs.
final class EnforcedTrial {
  let daemon: DaemonTrial
  /// The path of the program.
  var game: String

  init(_ settings: String = "", lock: String = "none") throws {
    daemon = try DaemonTrial()
    game = daemon.folder.path + "/game"
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: daemon.folder.path)
    let copy = try ChildProcess(["/bin/cp", "/bin/sleep", game]).run()
    #expect(copy.end == .exit(0))
    try write(settings, lock: lock, applications: [game])
  }

  /// Writes the configuration, which blocks some applications in place of the program.
  func write(_ settings: String = "", lock: String = "none", applications: [String]) throws {
    try daemon.folder.write(
      """
      \(settings)
      [enforce]
      adapters = ["exec-guard", "sweeper"]
      [profile.focus]
      block.apps = \(applications)
      lock = "\(lock)"
      """, to: "week.toml")
  }

  /// The number of files whose start the kernel asks the daemon about.
  func markCount(of daemon: RunningProgram) throws -> Int {
    let folder = "/proc/\(daemon.processID)/fdinfo"
    return try FileManager.default.contentsOfDirectory(atPath: folder).reduce(0) { count, name in
      let text = FileManager.default.contents(atPath: "\(folder)/\(name)").map { String(decoding: $0, as: UTF8.self) }
      return count + (text ?? "").split(separator: "\n").filter { $0.hasPrefix("fanotify ino:") }.count
    }
  }

  func start() throws -> RunningProgram { try daemon.start(environment: ["SCHEDCTL_ROOT": "/"]) }

  func run(_ words: String...) throws -> Outcome {
    var run = daemon.run(words[0])
    run.arguments += words.dropFirst()
    return try run.outcome()
  }

  /// Runs the program as another user. Returns the status of the shell: 126 after a denied start.
  func play(_ seconds: String = "0") throws -> ProcessEnd { try Self.play(game, seconds: seconds) }

  static func play(_ game: String, seconds: String = "0") throws -> ProcessEnd {
    try ChildProcess(["/bin/sh", "-c", "exec \"$@\" 2>/dev/null", "sh"] + words([game, seconds])).run().end
  }

  /// Starts the program in the background as another user. Returns its number.
  func startGame() throws -> Int32 {
    let script = "\"$@\" >/dev/null 2>&1 </dev/null & echo $!"
    let outcome = try ChildProcess(["/bin/sh", "-c", script, "sh"] + Self.words([game, "1000"])).run()
    return try #require(Int32(String(decoding: outcome.output, as: UTF8.self).filter(\.isNumber)))
  }

  /// Returns a command that runs words as the other user.
  static func words(_ words: [String]) -> [String] {
    ["/usr/bin/setpriv", "--reuid=4711", "--regid=4711", "--clear-groups", "--"] + words
  }
}
