import Scheduler
import SchedulerEnforcement
import SchedulerInstance

extension Subcommand {
  static let trial = Subcommand(
    name: "try", arguments: "PROFILE", argumentCount: 1...1, argumentKinds: [.profile],
    summary: "Apply a profile for half a minute, see it work, and revert it",
    discussion: """
      Blocks what PROFILE blocks, for real, for 30 seconds or as long as '--for' says, verifies that it is blocked, and
      reverts it. It needs no daemon and no consent, and records no session. The adapters are those of '[enforce] adapters',
      else all that work on the machine.

      The machine itself is asked what is blocked. Blocked programs are started as a user whom the profile covers, and are
      held before their first instruction, so that none of them runs; blocked names are looked up as programs do. The table
      shows for each adapter what it blocks, what was verified, and the time from the order until then. Then each attempt is
      printed at once, and at the end the number of attempts and the time that it took to revert. The time of the trial
      begins when each adapter has answered: after some milliseconds, or up to 10 seconds for 'program'.

      Programs that run already are listed first and left alone, unless you answer 'yes' on a terminal or give '--close': then
      they are ended or stopped as 'grace' and 'freeze' in [enforce] say.

      Ctrl-C, SIGTERM, SIGHUP and the end of the output's reader end the trial early, and it is reverted. If it is killed,
      'schedctl revert --all' undoes it, and 'schedctl revert' soon after its time is over. It refuses to run beside a daemon:
      there, 'schedctl start PROFILE --for 30s' does the same. Without root, the sweeper ends your own programs only.

      '--json' prints a line with event 'applied' (profile, seconds, until, adapters with standing, verified, blocked, seen,
      faults and microseconds; running, each with name, program, user, process and closed), one with event 'attempt' for each
      attempt (adapter, outcome, name, program, user, process, milliseconds since the start), and one with event 'reverted'
      (verified, faults, microseconds, attempts, lost, unprinted, programs, each with name, program and attempts). A
      reader that does not keep up delays nothing: attempts that find no room are counted as 'unprinted'.

      Exits with 0 if all was applied, verified and reverted, 1 if something that should be blocked was not seen to be,
      could not be reverted, or was not blocked yet when a signal ended the trial, and 69 if nothing can be blocked here or a
      daemon runs.
      """,
    options: [.trialLength, .close],
    examples: [
      ("sudo schedctl try focus", "blocks what 'focus' blocks for 30 seconds"),
      ("sudo schedctl try focus --for 2m --close", "for 2 minutes, and ends what runs"),
    ], run: runTrial)
}

private func runTrial(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  let instance = try session.instance(invocation)
  var plan = try session.trialPlan(invocation, of: instance)
  try session.refuseExposedState(of: instance)
  try session.refuseCompetition(invocation, plan: plan, of: instance)
  // Signals are held back before there are threads, which inherit that.
  try session.holdSignals()
  TerminalStop.ignoreSignals()
  guard let signals = session.heldSignals, let closes = try session.decideClosing(plan, for: invocation) else {
    return .no
  }
  plan.closesRunning = closes
  try plan.begin(at: try session.moment())
  let holding = try session.begin(plan, of: instance)
  let report: TrialReport
  do throws(SystemError) {
    report = try session.run(plan, of: instance, asJSON: invocation.has(.json), until: signals)
  } catch {
    session.beReadable(until: signals, isInterrupted: true)
    throw CommandFailure(
      code: .inputOutput, message: "the trial cannot wait: \(error)",
      help: ["'\(session.undoCommand(of: instance))' undoes it"])
  }
  defer { session.beReadable(until: signals, isInterrupted: report.isInterrupted) }
  if report.leftovers.isEmpty { try session.end(holding) }
  return report.code
}

extension Console {
  /// Throws with code 78 if others than root can change the state directory, which names what is undone.
  fileprivate mutating func refuseExposedState(of instance: Instance) throws(CommandFailure) {
    guard let file = instance.exposure else { return }
    var diagnostics = DiagnosticList()
    diagnostics.report(.exposed(file, as: .error, accounts: host.accounts))
    throw CommandFailure(code: .configuration, message: "", diagnostics: diagnostics)
  }

  /// Waits again for the readers of the output: a second after a signal, else until the next one, which now ends the
  /// program.
  fileprivate mutating func beReadable(until signals: SignalQueue, isInterrupted: Bool) {
    let patience: Int32 = isInterrupted ? 1_000 : -1
    (output.patience, messages.patience) = (patience, patience)
    signals.release()
  }

  /// Lists the programs that run, and returns whether they are ended. Nil if the user wants no trial.
  fileprivate mutating func decideClosing(
    _ plan: TrialPlan, for invocation: Invocation
  ) throws(CommandFailure) -> Bool? {
    guard !plan.running.isEmpty, plan.settings.uses(.sweeper) else { return invocation.has(.close) }
    for line in TrialReport.lines(of: plan.running, userName: { name(of: $0) }) { say("schedctl: \(line)") }
    let isOne = plan.running.count == 1
    let (those, are) = isOne ? ("this program", "is") : ("these programs", "are")
    let ending = plan.settings.freezes ? "stopped until the end" : "asked to end, and killed after \(plan.grace)"
    if invocation.has(.close) {
      say("schedctl: \(those) \(are) \(ending)")
      messages.flush()
      return true
    }
    guard canAsk, !invocation.has(.json), verbosity > .quiet else {
      say("schedctl: \(those) \(are) left alone; with '--close' \(isOne ? "it is" : "they are") \(ending)")
      return false
    }
    let question = "Close \(those)? \(isOne ? "It is" : "They are")"
    guard let answer = try ask("\(question) \(ending). [yes/no]") else { return nil }
    return answer.lowercased() == "yes"
  }

  /// The name of a user; the ID if it is unknown.
  func name(of user: UInt32) -> String { host.accounts.userName(of: user) ?? "\(user)" }

  /// Whether a trial may leave something in files if it is killed.
  func needsRecord(_ plan: TrialPlan) -> Bool { host.isRoot || host.places.isElsewhere || plan.settings.freezes }

  /// Records the trial before anything is applied, if it may leave something.
  ///
  /// Throws with code 69 if another trial runs, and with 74 if it cannot be recorded.
  fileprivate mutating func begin(
    _ plan: TrialPlan, of instance: Instance
  ) throws(CommandFailure) -> TrialRecord.Holding? {
    guard needsRecord(plan) else { return nil }
    do throws(FileSystemError) {
      return try TrialRecord(in: instance.directory).begin(plan.shield)
    } catch {
      guard case .inUse(let process) = error.reason else { throw CommandFailure(error) }
      let name = process.map { " as process \($0)" } ?? ""
      throw CommandFailure(code: .unavailable, message: "'schedctl try' already runs\(name)")
    }
  }

  /// Removes the record of a trial after everything was reverted.
  fileprivate func end(_ holding: TrialRecord.Holding?) throws(CommandFailure) {
    do throws(FileSystemError) { try holding?.end() } catch { throw CommandFailure(error) }
  }
}

extension TrialPlan {
  /// The time between SIGTERM and SIGKILL, in words.
  fileprivate var grace: String { LengthWords.text(seconds: settings.graceSeconds) }
}
