import Foundation
import ProgramTesting

/// A folder with a configuration, and runs of `edit` on it whose editor is a shell script.
struct EditedFolder {
  let folder: WorkFolder
  /// The configuration.
  var path: String { folder.path + "/config.toml" }
  /// The file as it was.
  var backup: String { path + "~" }
  /// The copy that the editor is given.
  var copy: String { folder.path + "/.config.edit.toml" }

  static let old = profile("09:00-12:00")
  static let new = profile("09:00-13:00")
  static let broken = profile("09:00-25:00")

  static func profile(_ window: String) -> String {
    "[profile.work]\nwindow = [\"mon-fri \(window)\"]\n\n[profile.work.block]\nsets = [\"news\"]\n"
  }

  /// What `new` does differently from `old`.
  static let difference = """

    work
      + 09:00-12:00 mon-fri: ends 1 h later, at 13:00

    1 difference: 1 tightens

    """

  /// What the installation says.
  var installed: String {
    """
    \(Self.difference)schedctl: installed '\(path)'
    schedctl: the old one is '\(backup)'

    """
  }

  /// What is shown of `broken`.
  var brokenDiagnostic: String {
    """
    error[invalid-time]: there is no time '25:00': it must be from 00:00 to 24:00
      --> \(path):2:26
       |
     2 | window = ["mon-fri 09:00-25:00"]
       |                          ^^^^^

    1 error

    """
  }

  init(_ text: String = old) throws {
    folder = try WorkFolder()
    try folder.write(text, to: "config.toml")
    for (name, text) in [("new", Self.new), ("broken", Self.broken)] { try folder.write(text, to: name) }
  }

  /// A run whose editor is a script: `$1` is the copy; `new` and `broken` are files of that contents beside it.
  func run(editor script: String) throws -> ProgramRun {
    // Not executed itself: another test may start a process while the file is open for writing.
    try folder.write("cd '\(folder.path)'\n\(script)\n", to: "editor")
    var run = ProgramRun("edit", "--config", path)
    run.environment["EDITOR"] = "sh '\(folder.path)/editor'"
    run.environment["PATH"] = "/usr/bin:/bin"
    return run
  }

  /// The same with a person at the terminal, who answers with these lines.
  func run(editor script: String, typing lines: [String]) throws -> ProgramRun {
    var run = try run(editor: script)
    run.input = .typed(lines)
    run.messages = .terminal(columns: 100)
    run.environment["NO_COLOR"] = "1"
    return run
  }

  /// The contents of a file; nil when there is none.
  func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The process that edits.
  var holder: Int32 { text(folder.path + "/.config.toml.lock").flatMap { Int32($0.filter(\.isNumber)) } ?? 0 }

  /// The names in the folder besides the files that tests put there.
  var names: [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return all.filter { !["editor", "new", "broken"].contains($0) }.sorted()
  }
}
