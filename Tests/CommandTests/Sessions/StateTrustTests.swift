import Foundation
import ProgramTesting
import Testing

/// State directories that others than root can change, used by root.
@Suite(.enabled(if: ProgramRun.isRoot, "only root gives files away and has something to lose"))
struct StateTrustTests {
  private let folder: WorkFolder
  private static let somebody: UInt32 = 65_534

  init() throws {
    folder = try WorkFolder()
    try folder.write("[profile.p]\nblock.domains = [\"a.org\"]\n", to: "week.toml")
    try folder.write("", to: "parent/keep")
  }

  private func outcome(_ words: String..., state: String = "parent/state", userID: UInt32? = nil) throws -> Outcome {
    var run = ProgramRun(arguments: words + ["--config", "week.toml", "--state", state])
    run.folder = folder.path
    run.userID = userID
    let outcome = try run.outcome()
    return Outcome(
      outcome.end, output: outcome.output, messages: outcome.messages.replacing(folder.path + "/", with: ""))
  }

  /// What others can change: how it comes to be, given the folder, and what is said of it.
  static let exposures: [(name: String, change: @Sendable (String) -> Void, message: String)] = [
    (
      "state of somebody", { chown($0 + "/parent/state", somebody, 0) },
      """
      others than root can change 'parent/state' (owner nobody, group root, mode 0755)
         = help: keep the state in a directory that only root can change, such as /var/lib/schedctl

      """
    ),
    (
      "state for everybody", { chmod($0 + "/parent/state", 0o777) },
      "others than root can change 'parent/state' (owner root, group root, mode 0777)\n"
    ),
    (
      "state like /tmp", { chmod($0 + "/parent/state", 0o1777) },
      "others than root can change 'parent/state' (owner root, group root, mode 1777)\n"
    ),
    (
      "parent for everybody", { chmod($0 + "/parent", 0o777) },
      "others than root can change 'parent' (owner root, group root, mode 0777), a directory on the way to 'parent/state'\n"
    ),
  ]

  @Test(arguments: exposures)
  func `root may not act on a state directory that others can change, and gets a warning when reading it`(
    name: String, change: @Sendable (String) -> Void, message: String
  ) throws {
    #expect(try outcome("start", "p", "--offline").end == .exit(0))
    change(folder.path)
    let journal = FileManager.default.contents(atPath: folder.path + "/parent/state/journal")
    for words in [["run", "--once"], ["stop", "--offline"]] {
      let refused = try outcome(words[0], words[1])
      #expect(refused.end == .exit(78) && refused.output.isEmpty)
      #expect(refused.messages.hasPrefix("error[writable-by-others]: " + message), "\(refused)")
      #expect(refused.messages.hasSuffix("\n\n1 error\n"), "\(refused)")
    }
    #expect(FileManager.default.contents(atPath: folder.path + "/parent/state/journal") == journal)
    for words in [["status"], ["sessions"], ["log"], ["is-active"]] {
      let looked = try outcome(words[0])
      #expect(looked.end == .exit(0) && !looked.output.isEmpty)
      #expect(looked.messages.hasPrefix("warning[writable-by-others]: " + message), "\(looked)")
    }
  }

  @Test func `root makes no state directory below a directory that others can change`() throws {
    chmod(folder.path + "/parent", 0o777)
    #expect(try outcome("run", "--once", state: "parent/new/state/").end == .exit(78))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/parent/new"))
    chmod(folder.path + "/parent", 0o1777)
    #expect(try outcome("run", "--once", state: "parent/new/state/") == Outcome(.exit(0)))
  }

  @Test func `the error for a file in place of the state directory suggests no help`() throws {
    let message = "schedctl: cannot use the state directory '/dev/null': not a directory\n"
    for words in [["run", "--once"], ["status", "-q"]] {
      #expect(try outcome(words[0], words[1], state: "/dev/null") == Outcome(.exit(74), messages: message))
    }
  }

  @Test(.enabled(if: ProgramRun.canChangeUser))
  func `users other than root use a state directory that others can change, without a warning`() throws {
    chown(folder.path + "/parent", Self.somebody, 0)
    #expect(try outcome("run", "--once", userID: Self.somebody) == Outcome(.exit(0)))
    chmod(folder.path + "/parent/state", 0o777)
    #expect(try outcome("run", "--once", userID: Self.somebody) == Outcome(.exit(0)))
    #expect(try outcome("status", userID: Self.somebody).messages.isEmpty)
  }
}
