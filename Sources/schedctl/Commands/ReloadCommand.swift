import SchedulerDaemon

extension Subcommand {
  static let reload = Subcommand(
    name: "reload", arguments: "", argumentCount: 0...0, summary: "Make the daemon read the configuration again",
    discussion: """
      Waits until the daemon has read it. A configuration with errors changes nothing: the command prints the diagnostics and
      exits with 78. The daemon notices edits by itself; use this command to know when it has. Only root and the owner may use
      it.

      '--json' prints one object with pending, the number of pending changes.
      """,
    examples: [("schedctl reload", "reads it again, and waits")], run: runReload)
}

private func runReload(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  try session.callDaemon(DaemonCall(.reload), for: invocation, by: nil)
}
