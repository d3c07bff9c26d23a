import Foundation
import ProgramTesting
import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerInstance
import SchedulerPlatform
import Testing

@testable import schedctl

/// Which of the places where a configuration may be is taken.
@Suite struct LookupOrderTests {
  /// Who asks for what, what there is, and what is taken: a path below the folder of the test, or why nothing is.
  struct Case: CustomTestStringConvertible {
    let userID: UInt32
    let words: [String]
    let environment: [String: String]
    let files: [String]
    let taken: String
    var testDescription: String { "\(userID == 0 ? "root" : "user") \(words) \(environment) \(files)" }

    init(
      _ user: User, _ line: String = "", _ environment: [String: String] = [:], has files: [String], takes taken: String
    ) {
      userID = user == .root ? 0 : 1000
      words = ["next"] + line.split(separator: " ").map(String.init)
      self.environment = environment
      self.files = files
      self.taken = taken
    }

    enum User { case root, kim }
  }

  private static let system = "etc/schedctl/config.toml"
  private static let systemMore = "etc/schedctl/conf.d/1.toml"
  private static let own = "home/.config/schedctl/config.toml"
  private static let ownMore = "home/.config/schedctl/conf.d/1.toml"
  private static let xdg = "xdg/schedctl/config.toml"
  private static let other = "other.toml"
  private static let sample = "built-in sample"

  static let usual = [
    Case(.root, has: [], takes: sample),
    Case(.root, has: [system], takes: system),
    Case(.root, has: [systemMore], takes: systemMore),
    Case(.root, has: [own, xdg], takes: sample),
    Case(.root, has: [system, own], takes: system),
    Case(.kim, has: [], takes: sample),
    Case(.kim, has: [system], takes: system),
    Case(.kim, has: [system, systemMore], takes: "\(system) and 1 file in conf.d"),
    Case(.kim, has: [own], takes: own),
    Case(.kim, has: [system, own], takes: own),
    Case(.kim, has: [system, ownMore], takes: ownMore),
    Case(.kim, has: [system, own, ownMore], takes: "\(own) and 1 file in conf.d"),
    Case(.kim, "", ["XDG_CONFIG_HOME": "xdg"], has: [own, xdg], takes: xdg),
    Case(.kim, "", ["XDG_CONFIG_HOME": "xdg"], has: [own], takes: sample),
    Case(.kim, "", ["XDG_CONFIG_HOME": ""], has: [own, xdg], takes: own),
    Case(.kim, "", ["HOME": ""], has: [own, system], takes: system),
  ]

  static let chosen = [
    Case(.root, "--user", has: [system, own], takes: own),
    Case(.root, "--user", has: [system], takes: sample),
    Case(.root, "--system", has: [system, own], takes: system),
    Case(.kim, "--system", has: [system, own], takes: system),
    Case(.kim, "--system", has: [own], takes: sample),
    Case(.kim, "--user", has: [system, own], takes: own),
    Case(.kim, "--user", has: [system], takes: sample),
    Case(
      .kim, "--user", ["HOME": ""], has: [system],
      takes:
        "your own configuration needs a home directory: neither XDG_CONFIG_HOME nor HOME is set to an absolute path"
    ),
    Case(.kim, "--user --system", has: [own], takes: "'--system' cannot be combined with '--user'"),
    Case(.root, "--system --system", has: [system], takes: system),
  ]

  static let named = [
    Case(.kim, "--config other.toml", has: [own, ownMore, other], takes: other),
    Case(.root, "--config other.toml", has: [system, other], takes: other),
    Case(.kim, "", ["SCHEDCTL_CONFIG": other], has: [own, other], takes: other),
    Case(.root, "", ["SCHEDCTL_CONFIG": other], has: [system, other], takes: other),
    Case(.kim, "", ["SCHEDCTL_CONFIG": ""], has: [own, other], takes: own),
    Case(.kim, "--config other.toml", ["SCHEDCTL_CONFIG": "none"], has: [other], takes: other),
    Case(.kim, "--user", ["SCHEDCTL_CONFIG": other], has: [own, other], takes: own),
    Case(.kim, "--system", ["SCHEDCTL_CONFIG": other], has: [system, other], takes: system),
    Case(.kim, "--config other.toml --user", has: [own, other], takes: "'--user' cannot be combined with a file"),
    Case(.kim, "--system --config other.toml", has: [other], takes: "'--system' cannot be combined with a file"),
    Case(.kim, "--config - --config -", has: [], takes: "standard input is named twice"),
    Case(.kim, "--config none.toml", has: [own], takes: "cannot read 'none.toml': no such file"),
    Case(.kim, "", ["SCHEDCTL_CONFIG": "none.toml"], has: [own], takes: "cannot read 'none.toml': no such file"),
  ]

  @Test(arguments: usual + chosen + named)
  func `the program takes the first place that has a configuration`(this: Case) throws {
    // Files of somebody else are refused to root, whatever the place.
    guard this.userID != 0 || ProgramRun.isRoot else { return }
    let folder = try WorkFolder()
    for file in this.files { try folder.write("", to: file) }
    let paths: (String) -> String = { $0.isEmpty || $0 == "-" ? $0 : "\(folder.path)/\($0)" }
    let environment = ["HOME": "home"].merging(this.environment) { $1 }.mapValues(paths)
    let words = this.words.map { $0.hasSuffix(".toml") ? paths($0) : $0 }
    let taken = taken(words, ProcessEnvironment(variables: environment, effectiveUserID: this.userID), in: folder)
    #expect(taken.replacing(folder.path + "/", with: "") == this.taken)
  }

  @Test(
    arguments: [
      ([], false), (["use/2026-11-25.use", "use/lock"], false), (["journal"], true), (["journal", "use/lock"], true),
    ] as [([String], Bool)])
  func `a person without a configuration has an instance of their own once that has a state, not only use`(
    files: [String], isOwn: Bool
  ) throws {
    let folder = try WorkFolder()
    let own = folder.path + "/home/.local/state/schedctl"
    try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    for file in files { try folder.write("", to: "home/.local/state/schedctl/\(file)") }
    let environment = ProcessEnvironment(variables: ["HOME": folder.path + "/home"], effectiveUserID: 1000)
    let host = Host(
      environment: environment, places: MachinePlaces(systemConfiguration: folder.path + "/etc/schedctl"))
    #expect(try (host.instance(.usual).directory == own) == isOwn)
  }

  @Test(
    arguments: [
      (["--user", "why", "reddit.com"], true, []), (["why", "reddit.com", "--as", "kim"], false, ["kim"]),
      (["access", "--as=kim", "reddit.com", "--user"], true, ["kim"]), (["-q", "next", "--user"], true, []),
    ] as [([String], Bool, [String])])
  func `--user selects the user's instance before and after a command, and --as names a user`(
    words: [String], isOwn: Bool, users: [String]
  ) throws {
    let invocation = try ArgumentParser.parse(words, commands: CommandTable.commands)
    #expect(invocation.has(.user) == isOwn && invocation.values(of: .forUser) == users)
  }

  /// The title of what is read, or the message of the failure.
  private func taken(_ words: [String], _ environment: ProcessEnvironment, in folder: WorkFolder) -> String {
    var session = Console(
      host: Host(
        environment: environment, places: MachinePlaces(systemConfiguration: folder.path + "/etc/schedctl")),
      now: Instant(epochSeconds: 0), output: .nowhere, messages: .nowhere)
    do throws(CommandFailure) {
      let invocation = try ArgumentParser.parse(words, commands: CommandTable.commands)
      return try session.loadConfiguration(invocation).title
    } catch {
      return error.message
    }
  }
}

extension TextOutput {
  /// An output that nobody reads; what is not flushed is never written.
  static var nowhere: TextOutput { TextOutput(ByteOutput(descriptor: -1), usesColor: false, columns: nil) }
}
