import SchedulerStore

/// What came of an evaluation, all that is told of it durable.
public struct Evaluation: Sendable {
  /// What happened, also in evaluations before that could not be written then.
  public let events: [Event]
  /// Intervals that passed unseen.
  public let missed: [Missed]
  /// Sessions that are over.
  public let finished: [FinishedSession]
  /// What history says of all that.
  public let lines: [HistoryLine]
  /// Activities that were delivered under names that are none.
  public let refusedActivities: [RefusedActivity]
  /// The answer to the command; nil for other inputs.
  public let reply: CommandOutcome?
  /// The shield set that was written; nil when the file says what it said before.
  public let shield: ShieldSet?
  /// Whether `shield.json` could not be written and says what was applied before, whatever else was done.
  public let isShieldBehind: Bool
  /// Whether the state could be written. Where it could not, nothing of the evaluation is there but the shield, unless that
  /// is behind, too.
  public let isDurable: Bool
  /// What could not be written. It is tried again with the next evaluation.
  public let failures: [StateStoreError]
  /// How many lines history will never have: too many wait for a file that cannot be written.
  public let lostLineCount: Int

  init(
    _ work: EvaluationWork, shield: ShieldSet?, isShieldBehind: Bool, isDurable: Bool, failures: [StateStoreError],
    lostLineCount: Int
  ) {
    events = work.events
    missed = work.missed
    finished = work.finished
    lines = work.lines
    refusedActivities = work.refusedActivities
    reply = work.reply
    self.shield = shield
    self.isShieldBehind = isShieldBehind
    self.isDurable = isDurable
    self.failures = failures
    self.lostLineCount = lostLineCount
  }
}

/// An activity that was delivered under a name that is none: nothing was applied.
public struct RefusedActivity: Hashable, Sendable {
  /// The name.
  public let name: String
  /// Why it is none.
  public let reason: ActivityNameError
}
