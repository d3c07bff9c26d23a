import Foundation
import ProgramTesting
import Testing

/// `config.toml` with the files of `conf.d` beside it.
@Suite struct ConfigurationDirectoryTests {
  private let folder: WorkFolder

  /// A home with a configuration directory, `schedctl`, that is empty.
  init() throws { folder = try WorkFolder() }

  private static func profile(_ name: String) -> String { "[profile.\(name).block]\napps = \"all\"\n" }

  private func write(_ files: [String: String]) throws {
    for (name, text) in files { try folder.write(text, to: "schedctl/" + name) }
  }

  /// What a command says about it, with the folder's path left out.
  private func outcome(_ words: String..., userID: UInt32? = nil) throws -> Outcome {
    var run = ProgramRun(arguments: words + ["--user"])
    run.environment["XDG_CONFIG_HOME"] = folder.path
    run.userID = userID
    let outcome = try run.outcome()
    let (output, messages) = (outcome.output, outcome.messages)
    return Outcome(
      outcome.end, output: output.replacing(folder.path, with: ""), messages: messages.replacing(folder.path, with: ""))
  }

  @Test(
    arguments: [
      (["config.toml"], "/schedctl/config.toml", 1),
      (["config.toml", "conf.d/a.toml"], "/schedctl/config.toml and 1 file in conf.d", 2),
      (["config.toml", "conf.d/a.toml", "conf.d/b.toml"], "/schedctl/config.toml and 2 files in conf.d", 3),
      (["conf.d/a.toml"], "/schedctl/conf.d/a.toml", 1),
      (["conf.d/a.toml", "conf.d/b.toml"], "2 files in /schedctl/conf.d", 2),
    ] as [([String], String, Int)])
  func `all configuration files form one configuration, whose title counts the files`(
    files: [String], title: String, count: Int
  ) throws {
    for (index, file) in files.enumerated() { try write([file: Self.profile("p\(index)")]) }
    let profiles = count == 1 ? "1 profile" : "\(count) profiles"
    #expect(try outcome("check") == Outcome(.exit(0), output: "\(title): ok, \(profiles), 0 windows\n"))
    let next = try outcome("next", "--from", "2026-11-23")
    #expect(next.output == "\(title) · system (UTC) · from Mon 2026-11-23 00:00\n\nno intervals\n")
  }

  @Test func `conf.d ignores hidden files, files of other types and subfolders`() throws {
    for name in [".a.toml", "a.toml~", "a.toml.bak", "a.conf", "README", "toml", "sub/a.toml", ".toml"] {
      try write(["conf.d/" + name: "broken ["])
    }
    #expect(try outcome("check").output.hasPrefix("built-in sample: ok"))
    try write(["conf.d/b.toml": Self.profile("b")])
    #expect(try outcome("check").output == "/schedctl/conf.d/b.toml: ok, 1 profile, 0 windows\n")
  }

  @Test func `an empty directory is no configuration`() throws {
    try write(["conf.d/.keep": ""])
    #expect(try outcome("check").messages.hasPrefix("schedctl: no configuration found"))
  }

  @Test(
    arguments: [
      ("10.toml", "9.toml"), ("Z.toml", "a.toml"), ("a.toml", "é.toml"), ("a-b.toml", "a.toml"), ("a.toml", "ab.toml"),
    ])
  func `files come in the order of the bytes of their names, after config.toml`(first: String, second: String) throws {
    let text = "[profile.p]\nenabled = false\n" + "[profile.p.block]\napps = \"all\"\n"
    try write(["conf.d/" + first: text, "conf.d/" + second: text])
    func expectOrder(_ first: String, _ second: String) throws {
      let messages = try outcome("check").messages
      let places = messages.matches(of: /(?:-->|:::) (\S+):/).map { String($0.1) }
      let expected = ["/schedctl/\(second):1", "/schedctl/\(first):1"]
      #expect(Array(places.prefix(2)) == expected, "\(messages)")
    }
    try expectOrder("conf.d/" + first, "conf.d/" + second)
    try FileManager.default.removeItem(atPath: folder.path + "/schedctl/conf.d/" + second)
    try write(["config.toml": text])
    try expectOrder("config.toml", "conf.d/" + first)
  }

  @Test func `hooks of all files are kept`() throws {
    let hook = "[[hook]]\non = [\"sessionDidEnd\"]\nrun = [\"/bin/true\"]\n"
    try write(["config.toml": hook, "conf.d/a.toml": hook, "conf.d/b.toml": hook])
    #expect(try outcome("check").end == .exit(0))
  }

  /// What two files say that cannot be said twice.
  static let conflicts: [(name: String, first: String, second: String)] = [
    ("profile", "[profile.work]\nenabled = false\n", "# the evening\n[profile.work.block]\napps = \"all\"\n"),
    ("set", "[set.feeds]\ndomains = [\"a.example\"]\n", "[set.feeds]\ndomains = [\"b.example\"]\n"),
    ("calendar", "[calendar.off]\ndates = [2026-12-25]\n", "[calendar.off]\ndates = [2026-12-26]\n"),
    ("timezone", "timezone = \"UTC\"\n", "timezone = \"UTC\"\n"),
    ("daemon", "[daemon]\nnotify = false\n", "[daemon]\nprivate = true\nnotify = false\n"),
    (
      "id", "[profile.a]\nid = \"6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10\"\n",
      "[profile.b]\nid = \"6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10\"\n"
    ),
  ]

  @Test(arguments: conflicts)
  func `an error shows both places where two files contradict each other`(name: String, first: String, second: String)
    throws
  {
    try write(["config.toml": first, "conf.d/10-more.toml": second])
    let outcome = try outcome("check")
    let golden = Golden("Tests/CommandTests/Goldens/conflict-\(name).txt")
    #expect(try outcome == Outcome(.exit(78), messages: golden.agreed(with: outcome.messages)))
    #expect(
      outcome.messages.contains("/schedctl/config.toml:") && outcome.messages.contains("/schedctl/conf.d/10-more"))
  }

  /// What stands in the way of reading, how it is made below the directory, and what is said of it.
  static let obstacles: [(description: String, make: @Sendable (String) throws -> Void, message: String)] = [
    (
      "a link to nowhere", { try link($0 + "/conf.d/a.toml", "nowhere") },
      "/conf.d/a.toml': it is a link that leads nowhere"
    ),
    ("a directory", { try directory($0 + "/conf.d/a.toml") }, "/conf.d/a.toml': it is a directory"),
    ("a link to a directory", { try link($0 + "/conf.d/a.toml", "/tmp") }, "/conf.d/a.toml': it is a directory"),
    ("conf.d is a file", { try Data().write(to: URL(fileURLWithPath: $0 + "/conf.d")) }, "/conf.d': not a directory"),
    ("config.toml is a directory", { try directory($0 + "/config.toml") }, "/config.toml': it is a directory"),
    (
      "config.toml leads nowhere", { try link($0 + "/config.toml", "../none") },
      "/config.toml': it is a link that leads nowhere"
    ),
    ("conf.d leads nowhere", { try link($0 + "/conf.d", "none") }, "/conf.d': it is a link that leads nowhere"),
    (
      "a pipe in conf.d", { try pipe($0 + "/conf.d/a.toml") }, "/conf.d/a.toml': it is not a regular file"
    ),
    ("config.toml is a pipe", { try pipe($0 + "/config.toml") }, "/config.toml': it is not a regular file"),
    (
      "config.toml is a device", { try link($0 + "/config.toml", "/dev/zero") },
      "/config.toml': it is not a regular file"
    ),
    ("a loop", { try link($0 + "/config.toml", "config.toml") }, "/config.toml': too many levels of symbolic links"),
  ]

  private static func link(_ path: String, _ target: String) throws {
    try directory((path as NSString).deletingLastPathComponent)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
  }

  private static func pipe(_ path: String) throws {
    try directory((path as NSString).deletingLastPathComponent)
    #expect(mkfifo(path, 0o644) == 0)
  }

  private static func directory(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  @Test(arguments: obstacles)
  func `a configuration file that cannot be read is an error, and is never skipped`(
    description: String, make: @Sendable (String) throws -> Void, message: String
  ) throws {
    try Self.directory(folder.path + "/schedctl")
    try make(folder.path + "/schedctl")
    let expected = Outcome(.exit(74), messages: "schedctl: cannot read '/schedctl\(message)\n")
    for command in ["check", "next"] { #expect(try outcome(command) == expected) }
  }

  @Test(.enabled(if: ProgramRun.canChangeUser), arguments: ["conf.d/a.toml", "conf.d"])
  func `a configuration file that the user may not read is an error`(name: String) throws {
    try write(["config.toml": "", "conf.d/a.toml": ""])
    chmod(folder.path + "/schedctl/" + name, 0o700)
    let expected = Outcome(.exit(74), messages: "schedctl: cannot read '/schedctl/\(name)': permission denied\n")
    #expect(try outcome("next", userID: 65_534) == expected)
  }

  @Test func `a file of conf.d that is too large is a wrong configuration`() throws {
    try write(["conf.d/a.toml": String(repeating: "\n", count: 17 << 20)])
    let message = "schedctl: cannot read '/schedctl/conf.d/a.toml': it is larger than the limit of 16777216 bytes\n"
    #expect(try outcome("next") == Outcome(.exit(78), messages: message))
  }
}

/// `init` and `edit` with the instance that is asked for, and with files beside the one that they write.
@Suite struct InstanceWritingTests {
  @Test func `edit takes the only file of conf.d, and requires a name if there are several`() throws {
    let folder = try WorkFolder()
    var run = ProgramRun("edit", "--user")
    run.environment["XDG_CONFIG_HOME"] = folder.path
    run.environment["EDITOR"] = "sed -i s/12:00/13:00/"
    run.environment["PATH"] = "/usr/bin:/bin"
    let one = try folder.write(EditedFolder.old, to: "schedctl/conf.d/1.toml")
    let edit = try run.outcome()
    #expect(edit.end == .exit(0) && edit.messages.contains("schedctl: installed '\(one)'"), "\(edit)")
    #expect(FileManager.default.contents(atPath: one) == Data(EditedFolder.new.utf8))
    let two = try folder.write("", to: "schedctl/conf.d/2.toml")
    let messages = """
      schedctl: the configuration consists of 2 files, and one is edited at a time
      help: '--config FILE' names it: \(one), \(two)

      """
    #expect(try run.outcome() == Outcome(.exit(64), messages: messages))
  }

  @Test func `init writes the first configuration of the requested instance, and edit changes it there`() throws {
    let folder = try WorkFolder()
    var run = ProgramRun("init", "--user", "--example", "night-shift")
    run.environment["XDG_CONFIG_HOME"] = folder.path
    let path = folder.path + "/schedctl/config.toml"
    let first = try run.outcome()
    #expect(first.end == .exit(0) && first.messages.contains("schedctl: wrote '\(path)'"))
    try folder.write("[set.feeds]\ndomains-file = [\"../feeds.txt\"]\n", to: "schedctl/conf.d/1.toml")
    try folder.write("a.example\n", to: "schedctl/feeds.txt")
    run.arguments = ["edit", "--user"]
    run.environment["EDITOR"] = "sh -c 'echo \"[set.feeds]\" >> \"$1\"' sh"
    let edit = try run.outcome()
    #expect(edit.end == .exit(78))
    #expect(edit.messages.contains("set 'feeds' is defined in two files"))
    run.environment["EDITOR"] = "sh -c 'printf \"[profile.p.block]\\nsets = [\\\"feeds\\\"]\\n\" >> \"$1\"' sh"
    let mended = try run.outcome()
    #expect(mended.end == .exit(0) && mended.messages.contains("schedctl: installed '\(path)'"))
    run.arguments = ["check", "--user"]
    #expect(try run.outcome().output.hasPrefix("\(path) and 1 file in conf.d: ok, 3 profiles, "))
  }
}
