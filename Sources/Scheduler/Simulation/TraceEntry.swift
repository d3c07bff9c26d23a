import SchedulerCivilTime
import SchedulerStore

/// An entry in the trace of a simulated machine.
public struct TraceEntry: Sendable {
  /// The true time.
  public let at: Instant
  /// The reading of the machine's clock.
  public let wall: Instant
  /// The event.
  public let item: Item

  /// The events of a trace.
  public enum Item: Sendable {
    /// An action on the machine was performed.
    case action(SimulatedAction)
    /// A command received a reply.
    case answered(Command, CommandOutcome)
    /// A command was not carried out, or that is unknown: there was no process, it died, or the state could not be
    /// written.
    case unanswered(Command, StateStoreError?)
    /// A history entry was returned. It is recovered if a process made it durable but died before it returned it.
    case history(HistoryEntry, isRecovered: Bool = false)
    /// An activity was delivered under an invalid name.
    case activityRefused(RefusedActivity)
    /// `shield.json` was replaced.
    case shield(ShieldSet)
    /// A write failed. The process continues.
    case failure(StateStoreError)
    /// The process was started. Contains the damage in the files.
    case started(losses: [StateLoss], problems: [StateProblem])
    /// The process could not be started.
    case notStarted(StateStoreError)
    /// The process died at the file operation with the given number. The operation is given if it is known.
    case died(operation: Int, FileSystemError?)
    /// The machine started again.
    case booted
  }
}
