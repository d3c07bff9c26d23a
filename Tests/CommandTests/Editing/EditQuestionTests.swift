import Foundation
import ProgramTesting
import Testing

/// `edit` with a person at the terminal.
@Suite struct EditQuestionTests {
  private static let install = "install (y), discard (n), or edit again (e)? [Y/n/e] "
  private static let again = "edit again (e), or quit without saving (q)? [E/q] "
  private static let changed = EditedFolder.difference

  @Test(arguments: ["", "y", "Y", "yes", " y "])
  func `a valid copy is installed when the person agrees`(answer: String) throws {
    let it = try EditedFolder()
    let outcome = try it.run(editor: "cp new \"$1\"", typing: [answer]).outcome()
    let installed = it.installed.dropFirst(Self.changed.count)
    #expect(outcome == Outcome(.exit(0), messages: Self.changed + Self.install + installed))
    #expect(it.text(it.path) == EditedFolder.new && it.names == ["config.toml", "config.toml~"])
  }

  @Test(arguments: ["n", "No"])
  func `edit changes nothing when the person declines`(answer: String) throws {
    let it = try EditedFolder()
    let outcome = try it.run(editor: "cp new \"$1\"", typing: [answer]).outcome()
    let messages = Self.changed + Self.install + "schedctl: nothing is changed\n"
    #expect(outcome == Outcome(.exit(1), messages: messages))
    #expect(it.text(it.path) == EditedFolder.old && it.names == ["config.toml"])
  }

  @Test func `edit asks again after an unknown answer`() throws {
    let it = try EditedFolder()
    let outcome = try it.run(editor: "cp new \"$1\"", typing: ["what?", "n"]).outcome()
    let messages =
      Self.changed + Self.install + "answer with one of y, n, e\n" + Self.install + "schedctl: nothing is changed\n"
    #expect(outcome == Outcome(.exit(1), messages: messages))
  }

  @Test func `a copy with errors is edited again until it has none`() throws {
    let it = try EditedFolder()
    // The first time it breaks the copy, the second time it finds it so and mends it.
    let script = "grep -q 25:00 \"$1\" && cp new \"$1\" || cp broken \"$1\""
    let outcome = try it.run(editor: script, typing: ["e", "y"]).outcome()
    let installed = it.installed.dropFirst(Self.changed.count)
    let messages = it.brokenDiagnostic + Self.again + Self.changed + Self.install + installed
    #expect(outcome == Outcome(.exit(0), messages: messages))
    #expect(it.text(it.path) == EditedFolder.new && it.names == ["config.toml", "config.toml~"])
  }

  @Test func `a valid copy can be edited again too`() throws {
    let it = try EditedFolder()
    let script = "grep -q 13:00 \"$1\" && sed -i s/13:00/14:00/ \"$1\" || cp new \"$1\""
    #expect(try it.run(editor: script, typing: ["e", "y"]).outcome().end == .exit(0))
    #expect(it.text(it.path) == EditedFolder.profile("09:00-14:00"))
  }

  @Test func `edit keeps the old file and removes the copy when the person quits`() throws {
    let it = try EditedFolder()
    let outcome = try it.run(editor: "cp broken \"$1\"", typing: ["q"]).outcome()
    let messages = it.brokenDiagnostic + Self.again + "schedctl: nothing is changed\n"
    #expect(outcome == Outcome(.exit(1), messages: messages))
    #expect(it.text(it.path) == EditedFolder.old && it.names == ["config.toml"])
  }

  @Test func `saving a copy with errors is not offered`() throws {
    let it = try EditedFolder()
    let outcome = try it.run(editor: "cp broken \"$1\"", typing: ["y", "s", "q"]).outcome()
    #expect(outcome.end == .exit(1) && outcome.messages.contains("answer with one of e, q\n"))
    #expect(it.text(it.path) == EditedFolder.old)
  }

  @Test(arguments: [("new", 1), ("broken", 78)] as [(String, Int32)])
  func `edit keeps the copy when the person leaves without an answer`(file: String, code: Int32) throws {
    let it = try EditedFolder()
    let outcome = try it.run(editor: "cp \(file) \"$1\"", typing: []).outcome()
    #expect(outcome.end == .exit(code))
    #expect(outcome.messages.hasSuffix("help: what you wrote is kept in '\(it.copy)'\n"))
    #expect(it.text(it.path) == EditedFolder.old && it.text(it.copy) == it.text(it.folder.path + "/" + file))
  }

  @Test(arguments: [SIGHUP, SIGINT, SIGTERM], ["new", "broken"])
  func `a signal at the edit question keeps the copy, prints its path, and then ends the program`(
    signal: Int32, file: String
  ) throws {
    let it = try EditedFolder()
    var run = try it.run(editor: "cp \(file) \"$1\"", typing: [file == "new" ? "y" : "e"])
    run.beforeTyping = { _ in kill(it.holder, signal) }
    let outcome = try run.outcome()
    #expect(outcome.end == .signal(signal))
    #expect(outcome.messages.hasSuffix("help: what you wrote is kept in '\(it.copy)'\n"), "\(outcome.messages)")
    #expect(it.text(it.path) == EditedFolder.old && it.text(it.copy) == it.text(it.folder.path + "/" + file))
    #expect(it.names == [".config.edit.toml", "config.toml"])
  }

  @Test(arguments: ["# another line\n", nil])
  func `edit does not replace a file that changes before the user answers the question`(added: String?) throws {
    let it = try EditedFolder()
    var run = try it.run(editor: "cp new \"$1\"", typing: ["y"])
    let changed = added.map { EditedFolder.old + $0 }
    run.beforeTyping = { _ in
      if let changed { _ = try? it.folder.write(changed, to: "config.toml") } else { unlink(it.path) }
    }
    let messages = """
      \(Self.changed)\(Self.install)schedctl: '\(it.path)' was changed by another program meanwhile: it is not replaced
      help: what you wrote is kept in '\(it.copy)'

      """
    #expect(try run.outcome() == Outcome(.exit(77), messages: messages))
    #expect(it.text(it.path) == changed && it.text(it.copy) == EditedFolder.new)
  }
}
