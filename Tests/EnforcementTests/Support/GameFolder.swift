import ProgramTesting
import SchedulerPlatform
import Testing

/// A folder with a program that tests block, a copy of another one.
struct GameFolder {
  /// A user who is covered by usual blocks. No account has the number.
  static let user: UInt32 = 4711

  let folder: WorkFolder
  /// The path of the program.
  var game: String { folder.path + "/game" }

  /// Copies a program. Another process does it, so that no child of this one has the copy open for writing.
  init(copying program: String = "/bin/echo") throws {
    folder = try WorkFolder()
    try copy(program, to: "game")
  }

  /// Copies a program to a name in the folder.
  func copy(_ program: String, to name: String) throws {
    let outcome = try ChildProcess(["/bin/cp", program, "\(folder.path)/\(name)"]).run()
    #expect(outcome.end == .exit(0))
  }

  /// Runs a program to its end as a user, and returns what it writes.
  @discardableResult
  func run(_ words: [String], as user: UInt32 = user) throws -> (end: ProcessEnd, text: String) {
    let outcome = try ChildProcess(["/bin/sh", "-c", "exec \"$@\" 2>&1", "sh"] + Self.words(words, as: user)).run()
    return (outcome.end, String(decoding: outcome.output, as: UTF8.self))
  }

  /// Starts a program in the background, waits until it runs the game, and returns its process.
  ///
  /// - Parameter program: another program that it runs, as a name in the folder or a path.
  func start(_ words: [String], as user: UInt32 = user, running program: String = "game") throws -> ProcessIdentity {
    let script = "\"$@\" >/dev/null 2>&1 </dev/null & echo $!"
    let outcome = try ChildProcess(["/bin/sh", "-c", script, "sh"] + Self.words(words, as: user)).run()
    let text = String(decoding: outcome.output, as: UTF8.self).filter(\.isNumber)
    let number = try #require(Int32(text))
    let file = ExecutableFile(path: program.hasPrefix("/") ? program : "\(folder.path)/\(program)")
    #expect(Waiting.until { RunningProcess.executable(of: number)?.file == file })
    return try #require(ProcessIdentity(number))
  }

  private static func words(_ words: [String], as user: UInt32) -> [String] {
    ["/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups", "--"] + words
  }
}
