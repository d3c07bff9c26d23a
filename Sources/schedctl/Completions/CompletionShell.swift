/// The shells with a completion script.
enum CompletionShell: String, CaseIterable {
  case bash, zsh, fish

  /// Returns a script that completes the words of `schedctl` in this shell.
  ///
  /// - Parameter commands: the command table. The script asks the program for profiles when it needs them.
  func script(for commands: [Subcommand]) -> String {
    let table = CompletionTable(commands)
    return switch self {
    case .bash: BashScript.text(of: table)
    case .zsh: ZshScript.text(of: table)
    case .fish: FishScript.text(of: table)
    }
  }
}
