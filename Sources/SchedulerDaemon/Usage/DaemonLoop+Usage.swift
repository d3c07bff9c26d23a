import Scheduler
import SchedulerStore

extension DaemonLoop {
  /// Counts what a user uses from now on.
  mutating func take(
    _ report: UseReport, from connection: ConnectionID, userID: UInt32, step: inout LoopStep,
    in files: inout some FileSystem & ~Copyable
  ) -> ControlOutcome {
    let isAwaited = engine.engine.hasLimits(on: report.user)
    uses.note(report, from: connection, userID: userID, isAwaited: isAwaited, atBoot: step.now.boot)
    evaluate([.use(report)], step: &step, in: &files)
    return .usesReported(within: isAwaited ? UseReporters.interval : nil)
  }

  /// Ends the reports of a connection that was closed.
  mutating func endUse(of connection: ConnectionID, step: inout LoopStep, in files: inout some FileSystem & ~Copyable) {
    guard let report = uses.remove(connection) else { return }
    evaluate([.use(report)], step: &step, in: &files)
  }

  /// Stops to believe agents that have been silent for too long.
  mutating func expireUses(_ step: inout LoopStep, in files: inout some FileSystem & ~Copyable) {
    for report in uses.expire(atBoot: step.now.boot) {
      step.log(
        .warning, message: "the agent of '\(report.user.name ?? "a user")' is silent; what they use is not known")
      evaluate([.use(report)], step: &step, in: &files)
    }
  }

  /// Locks or ends the sessions of those who use what is used up, as their limits say, but no user more often than every
  /// ten seconds.
  mutating func endOveruse(_ step: inout LoopStep) {
    for overuse in engine.engine.overuses {
      guard let userID = uses.userID(of: overuse.user) else { continue }
      if let last = lastEndings[overuse.user], step.now.boot - last < Self.endingInterval { continue }
      lastEndings[overuse.user] = step.now.boot
      let verb = overuse.consequence == .lock ? "locks" : "ends"
      step.log(.notice, message: "\(verb) the sessions of '\(overuse.user)': \(overuse.limit) is used up")
      step.actions.append(.endSessions(userID: userID, overuse.consequence))
    }
  }

  /// The time between two endings of one user's sessions, in nanoseconds.
  private static let endingInterval: Int64 = 10_000_000_000

  /// The next time at which an agent has been silent for too long, or sessions may be ended again.
  var nextUseBoot: Int64? {
    let endings = engine.engine.overuses.compactMap { lastEndings[$0.user].map { $0 + Self.endingInterval } }
    return (endings + [uses.nextBoot].compactMap(\.self)).min()
  }
}
