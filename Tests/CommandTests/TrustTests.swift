import Foundation
import ProgramTesting
import Testing

/// Files that others than root can change, read by root.
@Suite(.enabled(if: ProgramRun.isRoot, "only root gives files away and has something to lose"))
struct TrustTests {
  private let folder: WorkFolder
  private static let somebody: UInt32 = 65_534

  /// A configuration with a file of conf.d and a list file, all of them root's.
  init() throws {
    folder = try WorkFolder()
    try folder.write("[set.feeds]\ndomains-file = [\"lists/feeds.txt\"]\n", to: "schedctl/config.toml")
    try folder.write("[profile.p.block]\nsets = [\"feeds\"]\n", to: "schedctl/conf.d/10.toml")
    try folder.write("reddit.com\n", to: "schedctl/lists/feeds.txt")
  }

  private func outcome(_ words: String...) throws -> Outcome {
    var run = ProgramRun(arguments: words)
    run.environment["XDG_CONFIG_HOME"] = folder.path
    run.folder = folder.path + "/schedctl"
    let outcome = try run.outcome()
    let (output, messages) = (outcome.output, outcome.messages)
    return Outcome(
      outcome.end, output: output.replacing(folder.path, with: ""), messages: messages.replacing(folder.path, with: ""))
  }

  /// What others can change: the name of the golden and how it comes to be, given the folder of the configuration.
  static let exposures: [(name: String, change: @Sendable (String) throws -> Void)] = [
    ("owner", { chown($0 + "/config.toml", somebody, 0) }),
    ("everybody", { chmod($0 + "/config.toml", 0o666) }),
    (
      "group",
      { path in
        chown(path + "/config.toml", 0, 12345)
        chmod(path + "/config.toml", 0o664)
      }
    ),
    (
      "owner-and-everybody",
      { path in
        chown(path + "/config.toml", somebody, 12345)
        chmod(path + "/config.toml", 0o602)
      }
    ),
    ("directory", { chmod($0, 0o777) }),
    ("directory-of-somebody", { chown($0, somebody, 0) }),
    ("conf-d", { chmod($0 + "/conf.d", 0o777) }),
    ("file-of-conf-d", { chown($0 + "/conf.d/10.toml", somebody, 12345) }),
    ("list", { chmod($0 + "/lists/feeds.txt", 0o646) }),
    ("list-directory", { chown($0 + "/lists", somebody, 0) }),
    (
      "all",
      { path in
        for name in ["config.toml", "conf.d/10.toml", "lists/feeds.txt"] { chown(path + "/" + name, somebody, 0) }
      }
    ),
    (
      "link",
      { path in
        try FileManager.default.moveItem(atPath: path + "/config.toml", toPath: path + "/a b's.toml")
        try FileManager.default.createSymbolicLink(atPath: path + "/config.toml", withDestinationPath: "a b's.toml")
        chmod(path + "/a b's.toml", 0o666)
      }
    ),
  ]

  @Test(arguments: exposures)
  func `a file that is looked up and exposed is refused, with the command that repairs it`(
    name: String, change: @Sendable (String) throws -> Void
  ) throws {
    #expect(try outcome("check", "--user").end == .exit(0))
    try change(folder.path + "/schedctl")
    let golden = Golden("Tests/CommandTests/Goldens/trust-\(name).txt")
    let outcome = try outcome("check", "--user")
    #expect(try outcome == Outcome(.exit(78), messages: golden.agreed(with: outcome.messages)))
    #expect(try self.outcome("next", "--user") == outcome)
  }

  @Test func `the command that the help offers repairs the owner and permissions of a file`() throws {
    let path = folder.path + "/schedctl/config.toml"
    chown(path, Self.somebody, 12345)
    chmod(path, 0o666)
    let help = try outcome("check", "--user").messages.firstMatch(of: /fix it with: (.*)\n/)
    let command = try #require(help.map { String($0.1) }).replacing("/schedctl/", with: folder.path + "/schedctl/")
    let shell = try Process.run(URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", command])
    shell.waitUntilExit()
    #expect(try outcome("check", "--user").end == .exit(0))
  }

  @Test func `a file that the user names is read although it is exposed, and 'check' warns`() throws {
    let path = folder.path + "/schedctl/"
    chown(path + "config.toml", Self.somebody, 0)
    chmod(path + "lists/feeds.txt", 0o666)
    let words = ["--config", "config.toml", "--config", "conf.d/10.toml"]
    let next = try outcome("next", words[0], words[1], words[2], words[3], "--from", "2026-11-23")
    #expect(next.end == .exit(0) && next.messages.isEmpty)
    let check = try outcome("check", "config.toml", "conf.d/10.toml")
    let golden = Golden("Tests/CommandTests/Goldens/trust-named.txt")
    let output = "config.toml, conf.d/10.toml: ok, 1 profile, 0 windows\n"
    #expect(try check == Outcome(.exit(0), output: output, messages: golden.agreed(with: check.messages)))
  }

  @Test func `the program of a hook is judged like a file of the configuration`() throws {
    try folder.write("#!/bin/sh\n", to: "schedctl/told")
    chmod(folder.path + "/schedctl/told", 0o777)
    let hook = "[[hook]]\non = [\"sessionDidEnd\"]\nrun = [\"\(folder.path)/schedctl/told\", \"{event}\"]\n"
    try folder.write(hook, to: "schedctl/conf.d/20.toml")
    let told = "others than root can change '/schedctl/told'"
    let refused = try outcome("next", "--user")
    #expect(refused.end == .exit(78) && refused.output.isEmpty)
    #expect(refused.messages.contains("error[writable-by-others]: \(told)"), "\(refused.messages)")
    let named = try outcome("check", "conf.d/20.toml")
    #expect(named.end == .exit(0) && named.messages.contains("warning[writable-by-others]: \(told)"))
    try folder.write("version = 2\n" + hook, to: "schedctl/conf.d/20.toml")
    let both = try outcome("next", "--user").messages
    #expect(both.contains("error[writable-by-others]: \(told)") && both.hasSuffix("\n2 errors\n"), "\(both)")
    try folder.write(hook, to: "schedctl/conf.d/20.toml")
    chmod(folder.path + "/schedctl/told", 0o755)
    #expect(try outcome("next", "--user").end == .exit(0))
  }

  @Test(arguments: HookProgramTests.faults)
  func `a hook whose program cannot be judged is refused`(path: String, words: String) throws {
    let hook = "[[hook]]\non = [\"sessionDidEnd\"]\nrun = [\"\(path)\"]\n"
    try folder.write(hook, to: "schedctl/conf.d/20.toml")
    let refused = try outcome("next", "--user")
    #expect(refused.end == .exit(78) && refused.output.isEmpty)
    let told = "error[unusable-program]: the program '\(path)' \(words)\n"
    #expect(refused.messages.hasPrefix(told), "\(refused.messages)")
  }

  @Test func `check warns root of standard input that others can change`() throws {
    let path = try folder.write("", to: "input.toml")
    chown(path, Self.somebody, 0)
    var run = ProgramRun("check", "-")
    run.input = .file(path)
    let outcome = try run.outcome()
    #expect(outcome.end == .exit(0))
    #expect(
      outcome.messages.contains("others than root can change standard input (owner nobody, group root, mode 0644)"))
  }

  @Test(.enabled(if: ProgramRun.canChangeUser))
  func `users other than root read a configuration no matter who can change it`() throws {
    chmod(folder.path + "/schedctl/config.toml", 0o666)
    var run = ProgramRun("check", "--user")
    run.environment["XDG_CONFIG_HOME"] = folder.path
    run.userID = Self.somebody
    let outcome = try run.outcome()
    #expect(outcome.end == .exit(0) && outcome.messages.isEmpty)
  }
}
