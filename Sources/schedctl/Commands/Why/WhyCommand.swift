import SchedulerInstance

extension Subcommand {
  static let why = Subcommand(
    name: "why", arguments: "APP|DOMAIN", argumentCount: 1...1, argumentKinds: ["APP|DOMAIN"],
    summary: "Explain whether an application or domain is blocked",
    discussion: """
      Names the profiles that block the target, with the interval and the line of the configuration, how long they do so, and
      what would change that. The exit code is 0 if the target is blocked and 1 if it is not.

      A domain is a name such as reddit.com, or a URL, which stands for its host, or for its page if 'urls' of a profile
      cover it. An application is a path, the file name of a program, or a desktop id; its desktop entry on this machine
      gives its categories and program. U is a user of this machine. Without '--as' the answer is for you, and for root
      whether any user is blocked. A profile without users and groups applies to everybody except root.

      Without '--at' the answer is based on the sessions in the state directory, with breaks, stops and starts by hand. It is
      based on the windows alone with '--at', with '--config' but no '--state', and before the first evaluation; a session
      that runs now and still blocks the target at T is mentioned but not counted. T is a time as for 'next'. '--json' prints
      one object with target, kind, at, atEpoch, user, groupsKnown, blocked, until, untilEpoch, live, uncounted and profiles.
      """,
    options: [.at, .forUser],
    examples: [
      ("schedctl why reddit.com", "whether it is blocked now, and by which line"),
      ("schedctl why steam --at \"fri 20:00\"", "the same of an application on Friday evening"),
      ("schedctl why org.mozilla.firefox --as kim --json", "for another user, as JSON"),
    ], run: runWhy)
}

private func runWhy(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  let readings = try WhyQuestion.readings(of: invocation.arguments[0])
  let loaded = try session.loadConfigurationInForce(invocation)
  guard !loaded.isSample else {
    throw CommandFailure(code: .configuration, message: "'why' answers for a configuration, and there is none")
  }
  let question = try WhyQuestion(readings, of: invocation, for: loaded.configuration, in: session)
  if question.isMissing, !question.isNeverShielded {
    let name = question.request.target.text
    session.say(
      "schedctl: '\(name)' is read as an application, and no application of that name is installed here\n"
        + "  = help: a domain has a dot, as in '\(name).com'; an application that is listed counts without being installed"
    )
  }
  let lists = ListFiles(accounts: session.host.accounts)
  let (basis, view) = try session.basis(of: question, invocation)
  var answer = WhyAnswer(
    to: question.request, at: question.instant, loaded.configuration, in: loaded.sources, lists: lists, basis: basis)
  if invocation.has(.json) {
    session.output.jsonLine(isSample: loaded.isSample) { json in answer.writeMembers(to: &json) }
  } else {
    let enforcement = try session.enforcement(invocation, of: session.instance(invocation))
    var view = view
    view?.enforcement = enforcement
    answer.writeText(loaded.title, in: view, enforcement: enforcement, to: &session.output)
  }
  return answer.isBlocked ? .success : .no
}
