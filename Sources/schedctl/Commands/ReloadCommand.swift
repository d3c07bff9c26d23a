import Scheduler
import SchedulerDaemon

extension Subcommand {
  static var reload: Subcommand {
    Subcommand(
      name: "reload", arguments: "", argumentCount: 0...0, summary: "Have the daemon read the configuration again",
      discussion: """
        Waits until that is done. A configuration with errors changes nothing: its diagnostics are shown, and the exit code
        is 78. The daemon follows edits by itself; this is for knowing when it has. Root and the owner alone may.

        '--json' prints one object with pending, the number of changes that wait.
        """,
      options: [], examples: [("schedctl reload", "reads it again, and waits")], run: runReload)
  }
}

private func runReload(_ invocation: Invocation, _ session: inout Console) throws(CommandFailure) -> ExitCode {
  try session.callDaemon(DaemonCall(.reload), for: invocation, by: nil)
}
