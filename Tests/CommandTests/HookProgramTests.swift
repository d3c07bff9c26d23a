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
  func `check warns once of a hook program that cannot be run`(path: String, words: String) throws {
    for userID in ProgramRun.canChangeUser ? [nil, 65_534] : [nil] as [UInt32?] {
      let outcome = try check(path, userID: userID)
      let warning = "warning[unusable-program]: the program '\(path)' \(words)\n"
      #expect(outcome.end == .exit(0) && outcome.messages.hasPrefix(warning), "\(outcome.messages)")
      let place = "  --> config.toml:3:8\n   |\n 3 | run = [\"\(path)\"]\n   |        ^"
      #expect(outcome.messages.contains(place) && outcome.messages.hasSuffix("\n1 warning\n"), "\(outcome.messages)")
    }
  }

  @Test(.enabled(if: ProgramRun.canChangeUser, "only root becomes another user"), arguments: [0o700, 0o611, 0o710])
  func `check warns of a hook program that other users can run but this user cannot`(permissions: Int) throws {
    let folder = try WorkFolder()
    let path = try folder.write(Array("#!/bin/sh\n".utf8), to: "told", permissions: permissions)
    let words = "'\(path)' cannot be run by this user: permission denied\n"
    let outcome = try check(path, userID: 65_534)
    #expect(outcome.end == .exit(0))
    #expect(outcome.messages.contains(words) == (permissions != 0o611), "\(outcome.messages)")
    #expect(!outcome.messages.contains("chmod"))
    #expect(try check(path, userID: nil).messages.isEmpty)
  }

  @Test(arguments: [("#!/bin/sh\n", true), ("\u{7F}ELF\u{2}", true), ("# a list\n", false), ("", false), ("#", false)])
  func `check suggests chmod +x only for a file that begins like a program`(content: String, isProgram: Bool) throws {
    let folder = try WorkFolder()
    let path = try folder.write(Array(content.utf8), to: "told", permissions: 0o644)
    let help = "   = help: fix it with: chmod +x \(path)\n"
    #expect(try check(path, userID: nil).messages.contains(help) == isProgram)
  }

  /// What else is wrong with the file, or with the hook itself, and how much there is to say.
  @Test(arguments: [
    ("version = 2\n", "/nonexistent/program", 2), ("profiles = 1\n[profile.Q]\n", "/etc/passwd", 3),
    ("", "nonexistent/program", 1), ("", "/nonexistent/{profile}", 1),
  ])
  func `check reports a hook's unusable program together with other errors, and a wrong path once`(
    more: String, program: String, count: Int
  ) throws {
    let folder = try WorkFolder()
    try folder.write(more + "[[hook]]\non = [\"sessionDidEnd\"]\nrun = [\"\(program)\"]\n", to: "config.toml")
    var run = ProgramRun("check", "config.toml", "--json")
    run.folder = folder.path
    let outcome = try run.outcome()
    #expect(outcome.end == .exit(78))
    #expect(outcome.output.split(separator: "\n").count == count, "\(outcome.output)")
    #expect(outcome.output.contains("\"unusable-program\"") == !more.isEmpty)
  }

  @Test func `check does not mention a hook program that can be run`() throws {
    #expect(try check("/bin/sh", userID: nil).messages.isEmpty)
  }
}
