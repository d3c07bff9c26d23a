import SchedulerCivilTime
import SchedulerStore

/// A line of what happened on a simulated machine.
public struct TraceEntry: Sendable {
  /// The true time.
  public let at: Instant
  /// What the machine's clock showed.
  public let wall: Instant
  /// What happened.
  public let item: Item

  /// What can happen.
  public enum Item: Sendable {
    /// Something was done to the machine.
    case action(SimulatedAction)
    /// A command was answered.
    case answered(Command, CommandOutcome)
    /// A command was not carried out, or nobody knows: there was no process, it died, or nothing could be written.
    case unanswered(Command, StateStoreError?)
    /// An entry of history was handed out. It is recovered if a process made it durable and died before it handed it out.
    case history(HistoryEntry, isRecovered: Bool = false)
    /// An activity was delivered under a name that is none.
    case activityRefused(RefusedActivity)
    /// `shield.json` was replaced.
    case shield(ShieldSet)
    /// Something could not be written; the process goes on.
    case failure(StateStoreError)
    /// The process was started, and what was wrong with the files.
    case started(losses: [StateLoss], problems: [StateProblem])
    /// The process could not be started.
    case notStarted(StateStoreError)
    /// The process died at a file operation: its number, and what it was, as far as that is known.
    case died(operation: Int, FileSystemError?)
    /// The machine started again.
    case booted
  }
}
