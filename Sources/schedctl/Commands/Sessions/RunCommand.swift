import Scheduler
import SchedulerInstance

extension Subcommand {
  static var run: Subcommand {
    Subcommand(
      name: "run", arguments: "", argumentCount: 0...0, summary: "Keep the schedule: the daemon",
      discussion: """
        'run' stays in the foreground and keeps the schedule until it is told to stop: it reads the configuration and the
        state directory, does what is due when it is due, and writes the state and the shield. It follows edits of the
        configuration, clocks that are set, other zones and new zone data by itself; in between it sleeps. SIGHUP has it
        read the configuration again, SIGUSR1 say what goes on, SIGTERM and SIGINT stop; 'on-exit' in [daemon] says
        what becomes of the shield then, but strict sessions keep it. What happens is told on standard error; '--quiet'
        leaves only what is wrong. docs/daemon.md tells more.

        'run --once' does what is due by now and ends. It may be called at any time, as often as wanted, also twice at the
        same time: what was done is not done again. Nothing is printed when all goes well; '--verbose' tells what
        happened. Without a daemon, a line of crontab(5) that calls it each minute keeps the shield as it should be:
        * * * * * schedctl run --once
        When another process works on the state for more than 2 seconds, that one does what is due; this is said, and the
        exit code is 0.

        While the configuration has errors, or is gone, the one that was accepted last stays in force, which is said.
        """,
      options: [.once, .logFormat],
      examples: [
        ("schedctl run", "keeps the schedule until it is stopped"),
        ("schedctl run --once", "does what is due"),
        ("schedctl run --once --state /tmp/try --config week.toml -v", "the same for a trial, and tells what happened"),
      ], run: runOnceOrOn)
  }
}

private func runOnceOrOn(_ invocation: Invocation, _ session: inout Console) throws(CommandFailure) -> ExitCode {
  guard invocation.has(.once) else { return try session.runDaemon(invocation) }
  if invocation.has(.logFormat) { throw .usage("'--log-format' is for the daemon, and cannot stand beside '--once'") }
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
  return session.report(failures, otherwise: .success)
}

extension Console {
  /// Says with '--verbose' what an evaluation came to.
  fileprivate mutating func tell(_ work: borrowing OpenState) {
    guard verbosity == .verbose else { return }
    let zone = work.engine.engine.configuration.zone.rules
    for event in work.evaluations.flatMap(\.events) {
      let at = ZonedText(event.planned, zone)
      sayMore("schedctl: \(at.day) \(at.time) \(event.name.rawValue) \(event.profile?.key.text ?? "")".trimmed)
    }
    for missed in work.evaluations.flatMap(\.missed) {
      let count = Int64(missed.intervals.count) + missed.further
      sayMore("schedctl: missed \(count) \(count == 1 ? "interval" : "intervals") of '\(missed.subject)'")
    }
    if let words = work.engine.engine.authorizationWords { sayMore("schedctl: \(words)") }
    sayMore("schedctl: evaluated '\(work.instance.directory)' by \(work.update.title)")
  }
}

extension String {
  /// The text without spaces at its end.
  fileprivate var trimmed: String {
    var rest = self[...]
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }
}
