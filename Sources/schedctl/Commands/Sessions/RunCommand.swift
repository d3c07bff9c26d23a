import SchedulerInstance

extension Subcommand {
  static let run = Subcommand(
    name: "run", arguments: "", argumentCount: 0...0, summary: "Follow the schedule: the daemon",
    discussion: """
      'run' stays in the foreground and follows the schedule until it is stopped: it reads the configuration and the state
      directory, does what is due when it is due, and writes the state and the shield. It notices edits of the configuration,
      changes of the clock and the zone, and new zone data; in between it sleeps. SIGHUP makes it read the configuration
      again, SIGUSR1 makes it log its status, and SIGTERM and SIGINT stop it. 'on-exit' in [daemon] says what happens to the
      shield then; strict sessions keep theirs. It logs to standard error; '--quiet' leaves only warnings and errors.
      docs/daemon.md has more.

      'run --once' does what is due and exits. You can call it at any time, as often as you like, even twice at the same time:
      nothing is done twice. It prints nothing if all goes well; '--verbose' prints what happened. Without a daemon, call it
      every minute from crontab(5), with its path, which cron does not search for:
      * * * * * $HOME/.local/bin/schedctl run --once
      If another process is using the state for more than 2 seconds, that process does what is due; the command says so and
      exits with 0.

      If the configuration has errors or is gone, the one accepted last stays in force, and the command says so.
      """,
    options: [.once, .logFormat],
    examples: [
      ("schedctl run", "keeps the schedule until it is stopped"),
      ("schedctl run --once", "does what is due"),
      ("schedctl run --once --state /tmp/try --config week.toml -v", "the same for a trial, and tells what happened"),
    ], run: runOnceOrOn)
}

private func runOnceOrOn(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  guard invocation.has(.once) else { return try session.runDaemon(invocation) }
  if invocation.has(.logFormat) {
    throw .usage("'--log-format' is for the daemon, and cannot be combined with '--once'")
  }
  let instance = try session.instance(invocation)
  let work: OpenState
  do throws(CommandFailure) {
    work = try session.open(instance)
  } catch {
    guard error.code == .unavailable else { throw error }
    session.say("schedctl: \(error.message); that process does what is due")
    return .success
  }
  session.tell(work)
  session.publish(work)
  let failures = work.failures
  work.close()
  return session.report(failures, after: .success)
}

extension Console {
  /// Reports the results of an evaluation if `--verbose` was given.
  fileprivate mutating func tell(_ work: borrowing OpenState) {
    guard verbosity == .verbose else { return }
    let zone = work.engine.engine.configuration.zone.rules
    for event in work.evaluations.flatMap(\.events) {
      let at = ZonedText(event.planned, in: zone)
      sayMore(
        "schedctl: \(at.day) \(at.time) \(event.name.rawValue) \(event.profile?.key.text ?? "")".withoutSpacesAtEnd)
    }
    for missed in work.evaluations.flatMap(\.missed) {
      let count = Int64(missed.intervals.count) + missed.further
      sayMore("schedctl: missed \(count) \(count == 1 ? "interval" : "intervals") of '\(missed.subject)'")
    }
    if let words = work.engine.engine.authorizationWords { sayMore("schedctl: \(words)") }
    sayMore("schedctl: evaluated '\(work.instance.directory)' by \(work.update.title)")
  }
}
