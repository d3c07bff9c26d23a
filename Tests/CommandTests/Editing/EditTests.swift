import Foundation
import ProgramTesting
import Testing

/// `edit` where no terminal is: the editor is a program.
@Suite struct EditTests {
  private static let installs = "cp new \"$1\""

  @Test func `a valid copy is installed, and the old file is kept beside it`() throws {
    let it = try EditedFolder()
    #expect(try it.run(editor: Self.installs).outcome() == Outcome(.exit(0), messages: it.installed))
    #expect(it.text(it.path) == EditedFolder.new && it.text(it.backup) == EditedFolder.old)
    #expect(it.names == ["config.toml", "config.toml~"])
  }

  @Test(arguments: ["cat new > \"$1\"", "rm \"$1\"; cp new \"$1\"", "cp new x; mv x \"$1\"", "sed -i s/12/13/ \"$1\""])
  func `edit installs the copy whichever way the editor writes it`(script: String) throws {
    let it = try EditedFolder()
    #expect(try it.run(editor: script).outcome() == Outcome(.exit(0), messages: it.installed))
    #expect(it.text(it.path) == EditedFolder.new && it.names == ["config.toml", "config.toml~"])
  }

  @Test func `edit gives the editor a recognisably named copy of the file that only its user can read`()
    throws
  {
    let it = try EditedFolder()
    let run = try it.run(editor: "echo \"$#\" \"$1\" > seen; cat \"$1\" >> seen; stat -c %a \"$1\" >> seen")
    #expect(try run.outcome() == Outcome(.exit(0), messages: "schedctl: no change\n"))
    #expect(it.text(it.folder.path + "/seen") == "1 \(it.copy)\n\(EditedFolder.old)600\n")
    #expect(it.names == ["config.toml", "seen"])
  }

  @Test func `edit accepts an empty file that stays empty`() throws {
    let it = try EditedFolder("")
    #expect(try it.run(editor: ":").outcome() == Outcome(.exit(0), messages: "schedctl: no change\n"))
  }

  @Test(arguments: [0o600, 0o640, 0o644, 0o444])
  func `an edit keeps the permissions of the file`(permissions: Int) throws {
    let it = try EditedFolder()
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: it.path)
    #expect(try it.run(editor: "cat new > \"$1\"").outcome().end == .exit(0))
    for path in [it.path, it.backup] {
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == permissions)
    }
  }

  @Test(.enabled(if: ProgramRun.isRoot, "only root may give files away"))
  func `an edit by root keeps the group of the file`() throws {
    let it = try EditedFolder()
    try FileManager.default.setAttributes([.groupOwnerAccountID: 65_533], ofItemAtPath: it.path)
    #expect(try it.run(editor: Self.installs).outcome().end == .exit(0))
    for path in [it.path, it.backup] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.ownerAccountID] as? Int == 0 && attributes[.groupOwnerAccountID] as? Int == 65_533)
    }
  }

  @Test func `edit replaces a symbolic link at the backup's name and leaves the link's target unchanged`() throws {
    let it = try EditedFolder()
    try it.folder.write("precious".utf8, to: "elsewhere/victim", permissions: 0o600)
    try FileManager.default.createSymbolicLink(atPath: it.backup, withDestinationPath: "elsewhere/victim")
    #expect(try it.run(editor: Self.installs).outcome() == Outcome(.exit(0), messages: it.installed))
    #expect(it.text(it.folder.path + "/elsewhere/victim") == "precious")
    #expect(throws: (any Error).self) { try FileManager.default.destinationOfSymbolicLink(atPath: it.backup) }
    #expect(it.text(it.backup) == EditedFolder.old && it.text(it.path) == EditedFolder.new)
  }

  /// Whose the folder and the file are, and which of them is told.
  @Test(
    .enabled(if: ProgramRun.isRoot, "only root gives files away and has something to lose"),
    arguments: [
      (["/config.toml"], 0o644, "/config.toml' (owner nobody", "help: edit it as its owner\n"),
      (["", "/config.toml"], 0o644, "' (owner nobody", "help: edit it as its owner\n"),
      ([], 0o666, "/config.toml' (owner root", "can change\n"),
    ] as [([String], Int, String, String)])
  func `root edits nothing that others can change`(owned: [String], mode: Int, told: String, end: String) throws {
    let it = try EditedFolder()
    let run = try it.run(editor: "echo started >&2")
    for name in owned { chown(it.folder.path + name, 65_534, 65_534) }
    chmod(it.path, mode_t(mode))
    let outcome = try run.outcome()
    #expect(outcome.end == .exit(78) && outcome.output.isEmpty)
    #expect(
      outcome.messages.contains("error[writable-by-others]: others than root can change '\(it.folder.path)\(told)"))
    #expect(outcome.messages.hasSuffix(end) && !outcome.messages.contains("started"), "\(outcome.messages)")
    #expect(outcome.messages.contains("schedctl: root does not edit what others can change\n"))
    #expect(it.names == ["config.toml"] && it.text(it.path) == EditedFolder.old)
  }

  @Test func `edit keeps a symbolic link to the configuration and changes the link's target in place`() throws {
    let it = try EditedFolder()
    try FileManager.default.createDirectory(atPath: it.folder.path + "/links", withIntermediateDirectories: false)
    let link = it.folder.path + "/links/here.toml"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../config.toml")
    var run = try it.run(editor: Self.installs)
    run.arguments = ["edit", "--config", link]
    let messages = it.installed.replacingOccurrences(of: "installed '\(it.path)'", with: "installed '\(link)'")
    #expect(try run.outcome() == Outcome(.exit(0), messages: messages))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "../config.toml")
    #expect(it.text(it.path) == EditedFolder.new && it.names == ["config.toml", "config.toml~", "links"])
  }

  @Test func `edit keeps a copy with errors and leaves the old file in place`() throws {
    let it = try EditedFolder()
    let messages = """
      \(it.brokenDiagnostic)schedctl: '\(it.path)' is not replaced: the copy has errors
      help: what you wrote is kept in '\(it.copy)'

      """
    #expect(try it.run(editor: "cp broken \"$1\"").outcome() == Outcome(.exit(78), messages: messages))
    #expect(it.text(it.path) == EditedFolder.old && it.text(it.copy) == EditedFolder.broken)
    #expect(it.names == [".config.edit.toml", "config.toml"])
  }

  @Test func `edit does not overwrite the copy that an earlier edit left, and reports that copy`() throws {
    let it = try EditedFolder()
    try it.folder.write("precious", to: ".config.edit.toml")
    let messages = "schedctl: an earlier edit left its copy: '\(it.copy)'\n" + it.installed
    #expect(try it.run(editor: Self.installs).outcome() == Outcome(.exit(0), messages: messages))
    #expect(it.text(it.copy) == "precious" && it.names == [".config.edit.toml", "config.toml", "config.toml~"])
  }

  @Test func `edit shows warnings and installs the file nevertheless`() throws {
    let it = try EditedFolder()
    let outcome = try it.run(editor: "printf '[profile.work]\\nwindow = [\"09:00-10:00\"]\\n' > \"$1\"").outcome()
    #expect(outcome.end == .exit(0) && outcome.messages.hasPrefix("warning["))
    #expect(it.text(it.path) == "[profile.work]\nwindow = [\"09:00-10:00\"]\n")
  }

  @Test func `edit -q installs the file and prints nothing`() throws {
    let it = try EditedFolder()
    var run = try it.run(editor: Self.installs)
    run.arguments.append("-q")
    #expect(try run.outcome() == Outcome(.exit(0)))
    #expect(it.text(it.path) == EditedFolder.new)
  }

  @Test func `edit takes the editor from VISUAL, then from EDITOR, and splits it as a shell does`() throws {
    let it = try EditedFolder()
    var run = try it.run(editor: "echo \"$@\" > seen")
    run.environment["VISUAL"] = (run.environment["EDITOR"] ?? "") + " --wait 'a b'"
    run.environment["EDITOR"] = "false"
    #expect(try run.outcome() == Outcome(.exit(0), messages: "schedctl: no change\n"))
    #expect(it.text(it.folder.path + "/seen") == "--wait a b \(it.copy)\n")
    for blank in ["", "  ", "\t"] {
      run.environment["VISUAL"] = blank
      #expect(try run.outcome().messages.hasPrefix("schedctl: the editor 'false' ended with exit code 1"))
    }
  }

  @Test func `without VISUAL and EDITOR edit runs vi`() throws {
    let it = try EditedFolder()
    var run = try it.run(editor: "")
    // A program that shows what it was given, and cannot wait for a person.
    try FileManager.default.createSymbolicLink(atPath: it.folder.path + "/vi", withDestinationPath: "/bin/rm")
    run.environment["EDITOR"] = nil
    run.environment["PATH"] = it.folder.path
    let message = "cannot read the edited copy '\(it.copy)': the editor has removed it: nothing is changed"
    #expect(try run.outcome() == Outcome(.exit(74), messages: "schedctl: \(message)\n"))
  }
}
