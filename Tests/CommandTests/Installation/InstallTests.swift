import Foundation
import ProgramTesting
import Testing

@testable import schedctl

/// `install` and `uninstall` below a directory.
@Suite struct InstallTests {
  private static let unit = "/usr/lib/systemd/system/schedctl.service"
  private static let record = "/usr/share/schedctl/installed"

  /// What may be there before: nothing; what is of others in the same directories; a file of ours that is the same.
  static let worlds: [[String: String]] = [
    [:],
    [
      "/usr/bin/true": "true", "/usr/share/man/man1/true.1": ".TH", "/etc/keep": "keep",
      "/usr/share/schedctl/notes": "",
    ],
    ["/usr/lib/systemd/system/schedctl.socket": SocketUnit.text(of: .system)],
  ]

  @Test(arguments: worlds)
  func `install and uninstall leave everything as it was`(world: [String: String]) throws {
    let trial = try InstallationTrial()
    for (path, text) in world { try trial.write(text, to: path) }
    let before = try trial.tree()
    let installed = try trial.run("install")
    #expect(installed.end == .exit(0) && installed.messages.isEmpty)
    let lines = installed.output.split(separator: "\n").map { $0.dropFirst("written root".count) }
    #expect(lines.count == 24 - world.keys.count { $0.hasSuffix(".socket") })
    for line in lines { #expect(trial.text(String(line)) != nil) }
    #expect(trial.text("/usr/bin/schedctl") == "version 1")
    #expect(try trial.tree()["/usr/bin/schedctl"]?.hasPrefix("755") == true)

    let there = try trial.tree(withIdentities: true)
    let again = Outcome(.exit(0), messages: "schedctl: everything is installed already\n")
    #expect(try trial.run("install") == again)
    #expect(try trial.tree(withIdentities: true) == there, "the second changes nothing")

    let removed = try trial.run("uninstall")
    #expect(removed == Outcome(.exit(0), output: installed.output.replacing("written", with: "removed")))
    #expect(try trial.tree() == before)
    let nothing = "schedctl: 'schedctl install' wrote nothing here: there is no 'root\(Self.record)'\n"
    #expect(try trial.run("uninstall") == Outcome(.exit(0), messages: nothing))
  }

  @Test func `sha256sum can check the installation record`() throws {
    let trial = try InstallationTrial()
    _ = try trial.run("install")
    let lines = try #require(trial.text(Self.record)).replacing("  /", with: "  root/")
    try trial.machine.folder.write(lines, to: "sums")
    let sums = try InstalledProgram("sha256sum").run(["--check", "--strict", "sums"], in: trial.machine.folder)
    #expect(sums.messages.isEmpty && sums.output.split(separator: "\n").count == 24)
    #expect(sums.output.split(separator: "\n").allSatisfy { $0.hasSuffix(": OK") }, "\(sums.output)")
  }

  @Test func `uninstall keeps and reports changed files`() throws {
    let trial = try InstallationTrial()
    _ = try trial.run("install")
    try trial.write("[Unit]\n", to: Self.unit)
    let outcome = try trial.run("uninstall")
    #expect(outcome.end == .exit(0) && outcome.output.hasSuffix("left root\(Self.unit)\n"))
    #expect(outcome.messages == "schedctl: 'root\(Self.unit)' was changed since, and stays\n")
    let files = try trial.tree().filter { !$0.value.hasPrefix("755") }
    #expect(files == [Self.unit: "644[Unit]\n"])
  }

  @Test(arguments: [true, false])
  func `install never overwrites a file that others wrote or changed`(isInstalledBefore: Bool) throws {
    let trial = try InstallationTrial()
    if isInstalledBefore { _ = try trial.run("install") }
    try trial.write("[Unit]\n", to: Self.unit)
    try trial.write(program: "version 2")
    let before = try trial.tree()
    let messages = """
      schedctl: another program wrote or changed 'root\(Self.unit)'; nothing was installed
      help: move it away; changes of units belong in drop-ins: 'systemctl edit schedctl.service'

      """
    #expect(try trial.run("install") == Outcome(.exit(77), messages: messages))
    #expect(try trial.tree() == before)
  }

  @Test func `install replaces the files that differ in a new version and removes files that it no longer has`() throws
  {
    let trial = try InstallationTrial()
    _ = try trial.run("install")
    try trial.write("old", to: "/usr/share/schedctl/old")
    let digest = "ba8f8f05a1a92d2b8b1e3a2f7c0d9d5f7e5c0b6a8d3a5c1e9f1b7c2d4e6f8a0b"
    let record = try #require(trial.text(Self.record))
    let sum = try InstalledProgram("sha256sum").run(["root/usr/share/schedctl/old"], in: trial.machine.folder).output
    try trial.write(record + "\(sum.prefix(digest.count))  /usr/share/schedctl/old\n", to: Self.record)
    try trial.write(program: "version 2")
    let output = "written root/usr/bin/schedctl\nremoved root/usr/share/schedctl/old\n"
    #expect(try trial.run("install") == Outcome(.exit(0), output: output))
    #expect(trial.text("/usr/bin/schedctl") == "version 2" && trial.text("/usr/share/schedctl/old") == nil)
    #expect(try trial.run("uninstall").end == .exit(0))
    #expect(try trial.tree().isEmpty)
  }

  @Test func `uninstall removes everything that a half-finished installation wrote`() throws {
    let trial = try InstallationTrial()
    try FileManager.default.createDirectory(atPath: trial.root + "/usr/share/man", withIntermediateDirectories: true)
    let link = trial.root + "/usr/share/man/man7"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "nowhere")
    let before = try trial.tree()
    let outcome = try trial.run("install")
    #expect(outcome.end == .exit(74))
    #expect(outcome.messages == "schedctl: cannot write 'root/usr/share/man/man7': not a directory\n")
    #expect(trial.text(Self.unit) != nil, "it was half-way")
    let removed = try trial.run("uninstall")
    #expect(removed.end == .exit(0) && removed.messages.isEmpty)
    #expect(try trial.tree() == before)
  }

  @Test(arguments: ["", "something else\n", "# What 'schedctl install' wrote, and 'schedctl uninstall' removes.\nx\n"])
  func `install and uninstall refuse a damaged record of installed files`(text: String) throws {
    let trial = try InstallationTrial()
    try trial.write(text, to: Self.record)
    for command in ["install", "uninstall"] {
      let outcome = try trial.run(command)
      #expect(outcome.end == .exit(65))
      #expect(outcome.messages.hasPrefix("schedctl: 'root\(Self.record)' is damaged: "))
    }
  }

  @Test func `install writes its changes as JSON`() throws {
    let trial = try InstallationTrial()
    let lines = try trial.run("install", "--json").output.split(separator: "\n")
    #expect(lines.first == "{\"path\":\"root/usr/bin/schedctl\",\"change\":\"written\"}")
    #expect(lines.count == 24)
  }

  @Test(arguments: [
    (["install"], 77, "only root can do that for the whole machine", "'schedctl install --user' does it for yourself"),
    (
      ["uninstall"], 77, "only root can do that for the whole machine",
      "'schedctl uninstall --user' does it for yourself"
    ),
    (
      ["install", "--root", "/"], 77, "only root can do that for the whole machine",
      "'schedctl install --user' does it for yourself"
    ),
    (["install", "--user", "--root", "/x"], 64, "'--root' is for packages, and cannot be combined with '--user'", nil),
    (["install", "--user", "--system"], 64, "'--system' cannot be combined with '--user'", nil),
    (["install", "--root", ""], 64, "'--root' needs the path of a directory", nil),
  ])
  func `install and uninstall refuse a user without rights and options that conflict`(
    words: [String], code: Int32, message: String, help: String?
  ) throws {
    let trial = try InstallationTrial()
    let messages = "schedctl: \(message)\n" + (help.map { "help: \($0)\n" } ?? "")
    #expect(try trial.machine.run(words, bare: true) == Outcome(.exit(code), messages: messages))
  }

  @Test func `without a home directory install --user fails`() throws {
    let trial = try InstallationTrial()
    trial.machine.variables["HOME"] = ""
    let messages = "schedctl: '--user' needs a home directory: HOME is not set to an absolute path\n"
    #expect(try trial.runAtHome("install") == Outcome(.exit(64), messages: messages))
  }

  @Test(.enabled(if: ProgramRun.canChangeUser, "only root can run a program as another user"))
  func `install reports a directory that the user may not write`() throws {
    let folder = try WorkFolder()
    var run = ProgramRun("install", "--root", folder.path)
    run.userID = 65_534
    let outcome = try run.outcome()
    #expect(outcome.end == .exit(74))
    #expect(outcome.messages.hasPrefix("schedctl: cannot write '\(folder.path)/usr': permission denied\n"))
  }
}
