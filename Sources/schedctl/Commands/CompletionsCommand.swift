import SchedulerDiagnostics

extension Subcommand {
  static let completions = Subcommand(
    name: "completions", arguments: "SHELL", argumentCount: 1...1, argumentKinds: [.shell],
    summary: "Print a completion script for a shell",
    discussion: """
      SHELL is bash, zsh or fish. The script completes commands, options, files, times, codes and the profiles of the
      configuration, or of the '--config' on the line.
      """,
    examples: [
      ("source <(schedctl completions bash)", "for this shell; zsh too"),
      ("schedctl completions fish > ~/.config/fish/completions/schedctl.fish", "for every fish"),
    ], run: runCompletions)
}

private func runCompletions(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  let name = invocation.arguments[0]
  guard let shell = CompletionShell(rawValue: name) else {
    throw .unknown(
      name, among: CompletionShell.allCases.map(\.rawValue), message: "there is no completion script for '\(name)'",
      help: "SHELL is bash, zsh or fish")
  }
  session.output.write(shell.script(for: CommandTable.commands))
  return .success
}
