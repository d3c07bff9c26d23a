import Scheduler
import SchedulerDaemon
import SchedulerJSON

extension Subcommand {
  static let open = Subcommand(
    name: "open", arguments: "URL", argumentCount: 1...1, argumentKinds: ["URL"],
    summary: "Open the link of a profile",
    discussion: """
      'schedctl://profile/P' and 'https://HOST/profile/ID', with any host, start the profile, or stop it if it is active;
      '…/navigate/P' only prints its name. P is the key or the identity of a profile. NFC tags and QR codes contain such a
      link, which is also accepted as a key if the profile has its hash. 'schedctl link P' prints the link.

      The daemon does this; without one the exit code is 69. A refusal (77) gives the reason and the time from which it is
      allowed. '--json' prints the object of 'start' or 'stop', or an object with profile.
      """,
    examples: [("schedctl open schedctl://profile/deep-work", "starts or stops it")], run: runOpen)
}

private func runOpen(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  _ = try CommandFailure.mapping(ProfileLink(invocation.arguments[0])) { (error: LinkProblem) in .usage(error.message) }
  return try session.callDaemon(
    DaemonCall(.open, with: [("url", .string(invocation.arguments[0]))]), for: invocation, by: nil)
}
