import Scheduler
import SchedulerCivilTime
import SchedulerInstance
import SchedulerPlatform

extension Subcommand {
  static var why: Subcommand {
    Subcommand(
      name: "why", arguments: "APP|DOMAIN", argumentCount: 1...1, argumentKinds: ["APP|DOMAIN"],
      summary: "Tell whether an application or a domain is blocked, and why",
      discussion: """
        Says which profiles block it, in which interval and by which line of the configuration, until when, and what would
        change that. The exit code is 0 when it is blocked and 1 when it is not.

        A domain is a name such as reddit.com or an address, which stands for its host. An application is a path, the
        file name of a program or a desktop id; its desktop entry on this machine tells its categories and program.
        U is a name of this machine. Without '--user' it is you; root asks for anybody, and a layer for one user alone
        is then enough. A profile without users and groups shields everybody but root.

        About now the answer is that of the sessions in the state directory, with breaks, stops and starts by hand. With
        '--at', with a configuration that is named without '--state', and where nothing was evaluated yet it is that of
        the windows alone; a session that runs now, blocks it and goes on beyond T is told, but not counted. T is a time as
        for 'next'. '--json' prints one object with target, kind, at, atEpoch, user, groupsKnown, blocked, until,
        untilEpoch, live, uncounted and profiles.
        """,
      options: [.at, .forUser],
      examples: [
        ("schedctl why reddit.com", "whether it is blocked now, and by which line"),
        ("schedctl why steam --at \"fri 20:00\"", "the same of an application on Friday evening"),
        ("schedctl why org.mozilla.firefox --user kim --json", "for another user, as JSON"),
      ], run: runWhy)
  }
}

private func runWhy(_ invocation: Invocation, _ session: inout Console) throws(CommandFailure) -> ExitCode {
  let readings = try WhyQuestion.readings(of: invocation.arguments[0])
  let loaded = try session.loadConfigurationInForce(invocation)
  guard !loaded.isSample else {
    throw CommandFailure(code: .configuration, message: "'why' answers for a configuration, and there is none")
  }
  let question = try WhyQuestion(readings, invocation, loaded.configuration, session)
  if question.isMissing, !question.isNeverShielded {
    session.say(
      "schedctl: no application '\(question.request.target.text)' is installed here; what is listed of its name counts")
  }
  let lists = ListFiles(accounts: session.host.accounts)
  let (basis, view) = try session.basis(of: question, invocation)
  var answer = WhyAnswer(
    to: question.request, at: question.instant, loaded.configuration, in: loaded.sources, lists: lists, basis: basis)
  if invocation.has(.json) {
    session.output.jsonLine(isSample: loaded.isSample) { json in answer.writeMembers(to: &json) }
  } else {
    answer.writeText(loaded.title, view, to: &session.output)
  }
  return answer.isBlocked ? .success : .no
}
