import Scheduler
import SchedulerStore

extension DaemonLoop {
  /// Plans the comparisons of reports with the running programs that are due.
  mutating func checkUses(_ step: inout LoopStep) {
    step.actions += uses.takeDueChecks(atBoot: step.now.boot).map(LoopAction.checkUse)
  }

  /// Stops believing an agent whose report the running programs contradict, or believes it again. While none of a
  /// person's agents is believed, the running time of their programs counts, so that a false report gains no time.
  mutating func take(
    _ evidence: UseEvidence, of check: UseCheck, step: inout LoopStep, in files: inout some FileSystem & ~Copyable
  ) {
    guard let change = uses.note(evidence, of: check, atBoot: step.now.boot),
      let report = uses.reporters[check.connection]?.report
    else { return }
    if change == .disbelieved {
      let user = report.user.name ?? "a user"
      step.log(
        .warning,
        message: "ignores the agent of '\(user)': it reports that '\(check.name)' is in use, which does not run")
    }
    let known = uses.knowledge(of: report.user, userID: check.userID)
    evaluate([.use(known)], step: &step, in: &files)
    showUse(&step, in: &files)
    if known.source == nil { programLooks.hasten(atBoot: step.now.boot) }
  }
}

/// A question whether an application that an agent reports runs.
public struct UseCheck: Hashable, Sendable {
  /// The connection of the agent.
  let connection: ConnectionID
  /// The number of the user.
  let userID: UInt32
  /// The application that the report names.
  let application: ApplicationIdentity

  /// The name of the application in messages, cut if it is long.
  fileprivate var name: String {
    String((application.paths.min() ?? application.desktopIDs.min() ?? "an application").prefix(200))
  }
}

/// What the running programs say about a report.
public enum UseEvidence: Hashable, Sendable {
  /// A process that may be the application runs.
  case confirmed
  /// It is not known whether the application runs.
  case unchecked
  /// The application does not run.
  case contradicted
}
