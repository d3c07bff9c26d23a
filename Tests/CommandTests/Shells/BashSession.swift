import Foundation
import ProgramTesting

/// bash with the completion script, asked as readline asks it.
struct BashSession {
  private let folder: WorkFolder
  private static let bash = InstalledProgram("bash")
  private static let loader = "/usr/share/bash-completion/bash_completion"

  static var isInstalled: Bool { bash.isInstalled }
  static var hasLoader: Bool { isInstalled && FileManager.default.fileExists(atPath: loader) }

  init(in folder: WorkFolder) throws { self.folder = folder }

  /// The words that are offered for the last one of a line, sorted.
  ///
  /// Outside of readline there is no default to fall back to: paths are completed here as readline would.
  func offered(for line: String) throws -> [String] {
    let words = Self.words(of: line)
    let script = """
      source <(schedctl completions bash)
      compopt() { [[ $* == '-o default' ]] && mapfile -t COMPREPLY < <(compgen -f -- "$word"); }
      COMP_WORDS=("$@")
      COMP_CWORD=$(($# - 1))
      _schedctl
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let (output, messages) = try Self.bash.run(["--norc", "-c", script, "bash"] + words, in: folder)
    return (output + messages).split(separator: "\n").map(String.init).sorted()
  }

  /// How the command is completed once bash-completion was asked to look for its script.
  func loaded() throws -> String {
    let script = """
      source \(Self.loader)
      mkdir -p data/bash-completion/completions
      schedctl completions bash > data/bash-completion/completions/schedctl
      if type _comp_load &> /dev/null; then _comp_load schedctl; else _completion_loader schedctl; fi
      complete -p schedctl
      """
    return try Self.bash.run(["--norc", "-c", script], in: folder, ["XDG_DATA_HOME": folder.path + "/data"]).output
  }

  /// Splits as readline does: at spaces that no backslash precedes, with the sign of equality as a word of its own. The
  /// words stay as they were typed.
  private static func words(of line: String) -> [String] {
    var words = [""]
    var isEscaped = false
    for character in line {
      if character == " " && !isEscaped {
        words.append("")
      } else if character == "=" {
        if words.last != "" { words.append("") }
        words[words.count - 1] = "="
        words.append("")
      } else {
        words[words.count - 1].append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    // Right behind it the cursor is still at the sign.
    if words.count > 1, words.last == "", words[words.count - 2] == "=" { words.removeLast() }
    return words
  }
}
