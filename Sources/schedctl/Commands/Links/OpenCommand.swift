import Scheduler
import SchedulerDaemon
import SchedulerJSON

extension Subcommand {
  static var open: Subcommand {
    Subcommand(
      name: "open", arguments: "URL", argumentCount: 1...1, argumentKinds: ["URL"],
      summary: "Do what the address of a profile says",
      discussion: """
        'schedctl://profile/P' and 'https://HOST/profile/ID', with any host, start the profile, or stop it when it is
        active; '…/navigate/P' only names it. P is the key of a profile or its identity. What an NFC tag or a QR code holds
        is such an address, which also counts as a key where its hash is one. 'schedctl link P' prints it.

        The daemon does it; without one the exit code is 69. A refusal (77) says why, and when it would be allowed. '--json'
        prints the object of 'start' or 'stop', or one with profile.
        """,
      options: [], examples: [("schedctl open schedctl://profile/deep-work", "starts or stops it")], run: runOpen)
  }
}

private func runOpen(_ invocation: Invocation, _ session: inout Console) throws(CommandFailure) -> ExitCode {
  do throws(LinkProblem) {
    _ = try ProfileLink(invocation.arguments[0])
  } catch {
    throw .usage(error.message)
  }
  return try session.callDaemon(
    DaemonCall(.open, [("url", .string(invocation.arguments[0]))]), for: invocation, by: nil)
}
