import Foundation
import ProgramTesting
import Testing

/// Whatever goes wrong while a configuration is edited: the old file is untouched, and the message says what to do.
@Suite struct EditFailureTests {
  /// What the editor does, what is said, and whether the copy is kept.
  struct Case: CustomTestStringConvertible, Sendable {
    let script: String
    let message: @Sendable (EditedFolder) -> String
    let keeps: Bool
    var testDescription: String { script }

    init(_ script: String, keeps: Bool = false, _ message: @escaping @Sendable (EditedFolder) -> String) {
      self.script = script
      self.message = message
      self.keeps = keeps
    }
  }

  private static func editor(_ what: String) -> @Sendable (EditedFolder) -> String {
    { "schedctl: the editor 'sh '\($0.folder.path)/editor'' \(what): nothing is changed\n" }
  }

  @Test(arguments: [
    Case("exit 1", editor("ended with exit code 1")),
    Case("cp new \"$1\"; exit 3", keeps: true, editor("ended with exit code 3")),
    Case("kill -TERM $$", editor("was ended by signal 15")),
    Case("cp new \"$1\"; kill -KILL $$", keeps: true, editor("was ended by signal 9")),
    Case(": > \"$1\"") { _ in "schedctl: the edited copy is empty: nothing is changed\n" },
    Case("rm \"$1\"") {
      "schedctl: cannot read the edited copy '\($0.copy)': the editor has removed it: nothing is changed\n"
    },
    Case("rm \"$1\"; mkdir \"$1\"", keeps: true) {
      "schedctl: cannot read the edited copy '\($0.copy)': it is a directory: nothing is changed\n"
    },
    Case("rm \"$1\"; mkfifo \"$1\"", keeps: true) {
      "schedctl: cannot read the edited copy '\($0.copy)': it is not a regular file: nothing is changed\n"
    },
    Case("head -c 17000000 /dev/zero > \"$1\"", keeps: true) {
      "schedctl: cannot read the edited copy '\($0.copy)': it is larger than the limit of 16777216 bytes: "
        + "nothing is changed\n"
    },
  ])
  func `an editor that fails changes nothing`(this: Case) throws {
    let it = try EditedFolder()
    let kept = this.keeps ? "help: what you wrote is kept in '\(it.copy)'\n" : ""
    let outcome = try it.run(editor: this.script).outcome()
    #expect(outcome.end == .exit(74) && outcome.output.isEmpty)
    // The shell has its own words on signals before.
    #expect(outcome.messages.hasSuffix(this.message(it) + kept), "\(outcome.messages)")
    #expect(it.text(it.path) == EditedFolder.old)
    #expect(it.names == (this.keeps ? [".config.edit.toml", "config.toml"] : ["config.toml"]))
  }

  /// What the editor does before and after the signal, what is left of it, and whether that is said.
  @Test(arguments: [
    ("cp new \"$1\"", "", "'%' is not replaced: a signal ends the program"), ("", "", nil),
    ("cp new \"$1\"", "exit 1", "the editor 'sh '^/editor'' ended with exit code 1: nothing is changed"),
  ])
  func `a signal that arrives while the editor is open takes effect when the editor ends`(
    before: String, after: String, message: String?
  ) throws {
    let it = try EditedFolder()
    let outcome = try it.run(editor: "\(before)\nkill -TERM $(cat .config.toml.lock)\n\(after)").outcome()
    #expect(outcome.end == .signal(SIGTERM))
    let words = message?.replacing("%", with: it.path).replacing("^", with: it.folder.path)
    let kept = words.map { "schedctl: \($0)\nhelp: what you wrote is kept in '\(it.copy)'\n" }
    #expect(outcome.messages.hasSuffix(kept ?? "schedctl: no change\n"), "\(outcome.messages)")
    #expect(it.text(it.path) == EditedFolder.old)
    #expect(it.names == (message == nil ? ["config.toml"] : [".config.edit.toml", "config.toml"]))
  }

  @Test func `an interrupt while the editor runs does not stop edit`() throws {
    let it = try EditedFolder()
    let outcome = try it.run(editor: "cp new \"$1\"\nkill -INT $(cat .config.toml.lock)").outcome()
    #expect(outcome == Outcome(.exit(0), messages: it.installed))
  }

  @Test func `edit completes when it receives a signal that it ignores, as under nohup`() throws {
    let it = try EditedFolder()
    var run = try it.run(editor: "cp new \"$1\"\nkill -HUP $(cat .config.toml.lock)")
    run.launcher = ["/bin/sh", "-c", "trap '' HUP; exec \"$@\"", "sh"]
    #expect(try run.outcome() == Outcome(.exit(0), messages: it.installed))
  }

  @Test(arguments: ["nonexistent-editor", "/nonexistent/editor", "/dev/null"])
  func `edit reports an editor that cannot be started and changes nothing`(editor: String) throws {
    let it = try EditedFolder()
    var run = try it.run(editor: "")
    run.environment["EDITOR"] = editor
    let outcome = try run.outcome()
    #expect(outcome.end == .exit(74) && outcome.output.isEmpty)
    let messages = """
      schedctl: the editor '\(editor)' cannot be started: nothing is changed
      help: $VISUAL or $EDITOR names the editor to use

      """
    #expect(outcome.messages.hasSuffix(messages))
    #expect(it.text(it.path) == EditedFolder.old && it.names == ["config.toml"])
  }

  @Test(arguments: ["echo '# more' >> config.toml", "rm config.toml", "cp new x; mv x config.toml"])
  func `edit does not replace a file that another program changes while the editor runs`(script: String) throws {
    let it = try EditedFolder()
    let run = try it.run(editor: "sed -i s/12/14/ \"$1\"; \(script); cat config.toml > found 2> /dev/null; true")
    let messages = """
      schedctl: '\(it.path)' was changed by another program meanwhile: it is not replaced
      help: what you wrote is kept in '\(it.copy)'

      """
    let outcome = try run.outcome()
    #expect(outcome.end == .exit(77) && outcome.messages.hasSuffix(messages))
    #expect((it.text(it.path) ?? "") == it.text(it.folder.path + "/found"))
    #expect(it.text(it.copy) == EditedFolder.profile("09:00-14:00"))
  }

  @Test func `two people cannot edit one file at a time`() throws {
    let it = try EditedFolder()
    // Whose lock it is stands in the lock file, and so where to find the program.
    let run = try it.run(
      editor: """
        read holder < .config.toml.lock
        EDITOR=true "$(readlink /proc/$holder/exe)" edit --config config.toml 2> second
        echo $? >> second
        echo $holder > holder
        cp new "$1"
        """)
    #expect(try run.outcome() == Outcome(.exit(0), messages: it.installed))
    let holder = try #require(it.text(it.folder.path + "/holder")).filter(\.isNumber)
    let second = "schedctl: 'config.toml' is being edited already, by process \(holder)\n77\n"
    #expect(it.text(it.folder.path + "/second") == second)
    #expect(it.text(it.path) == EditedFolder.new)
  }

  @Test func `an edit takes over the lock of a killed edit`() throws {
    let it = try EditedFolder()
    try it.folder.write("4194304\n", to: ".config.toml.lock")
    #expect(try it.run(editor: "cp new \"$1\"").outcome() == Outcome(.exit(0), messages: it.installed))
    #expect(it.names == ["config.toml", "config.toml~"])
  }

  @Test func `edit reports a file that is missing or a directory`() throws {
    let it = try EditedFolder()
    var run = try it.run(editor: "")
    let missing = it.folder.path + "/missing.toml"
    run.arguments = ["edit", "--config", missing]
    let messages = """
      schedctl: cannot read '\(missing)': no such file
      help: 'schedctl init' writes a first configuration

      """
    #expect(try run.outcome() == Outcome(.exit(74), messages: messages))
    run.arguments = ["edit", "--config", it.folder.path]
    let directory = "schedctl: cannot read '\(it.folder.path)': it is a directory\n"
    #expect(try run.outcome() == Outcome(.exit(74), messages: directory))
    #expect(it.names == ["config.toml"])
  }

  @Test func `edit takes only one file, and never standard input`() throws {
    var run = ProgramRun("edit", "--config", "a.toml", "--config", "b.toml")
    #expect(try run.outcome() == Outcome(.exit(64), messages: "schedctl: '--config' is given 2 times\n"))
    run.arguments = ["edit", "--config", "-"]
    let messages = "schedctl: standard input cannot be edited\nhelp: '--config FILE' names a file\n"
    #expect(try run.outcome() == Outcome(.exit(64), messages: messages))
  }
}
