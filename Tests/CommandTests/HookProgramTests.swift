import ProgramTesting
import Testing

/// What `check` says of the programs that hooks run, to everybody.
@Suite struct HookProgramTests {
  /// A program that cannot be run, and why.
  static let faults = [
    ("/nonexistent/program", "is not there"), ("/usr", "is a directory"), ("/dev/null", "is not a regular file"),
    ("/etc/passwd", "is not executable"), ("/etc/passwd/x", "cannot be judged: not a directory"),
  ]

  private func check(_ program: String, userID: UInt32?) throws -> Outcome {
    let folder = try WorkFolder()
    let hook = "[[hook]]\non = [\"sessionDidEnd\"]\nrun = [\"\(program)\"]\n"
    try folder.write(hook + hook, to: "config.toml")
    var run = ProgramRun("check", "config.toml")
    run.folder = folder.path
    run.userID = userID
    return try run.outcome()
  }

  @Test(arguments: faults)
  func `a program that cannot be run is warned of once`(path: String, words: String) throws {
    for userID in ProgramRun.canChangeUser ? [nil, 65_534] : [nil] as [UInt32?] {
      let outcome = try check(path, userID: userID)
      let warning = "warning[unusable-program]: the program '\(path)' of a hook \(words)\n"
      #expect(outcome.end == .exit(0) && outcome.messages.hasPrefix(warning), "\(outcome.messages)")
      #expect(outcome.messages.hasSuffix("\n1 warning\n"))
    }
  }

  @Test func `a program that can be run is not mentioned`() throws {
    #expect(try check("/bin/sh", userID: nil).messages.isEmpty)
  }
}
