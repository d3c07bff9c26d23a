import SchedulerStore

/// What came of an evaluation: its transition, and how much of it is durable.
public struct Evaluation: Sendable {
  /// What changed, with what earlier evaluations changed and could not write then. Empty where the state could not be
  /// written: then it comes with a later evaluation.
  public let transition: Transition
  /// The lines of history for its entries.
  public let lines: [HistoryLine]
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
    _ transition: Transition, lines: [HistoryLine], shield: ShieldSet?, isShieldBehind: Bool, isDurable: Bool,
    failures: [StateStoreError], lostLineCount: Int
  ) {
    self.transition = transition
    self.lines = lines
    self.shield = shield
    self.isShieldBehind = isShieldBehind
    self.isDurable = isDurable
    self.failures = failures
    self.lostLineCount = lostLineCount
  }

  /// What happened, in ascending order of numbers.
  public var entries: [HistoryEntry] { transition.entries }
  /// The events among the entries.
  public var events: [Event] { transition.events }
  /// Intervals that passed while nobody evaluated.
  public var missed: [Missed] { transition.missed }
  /// Sessions that are over.
  public var finished: [FinishedSession] { transition.finished }
  /// Activities that were delivered under names that are none.
  public var refusedActivities: [RefusedActivity] { transition.refusedActivities }
  /// The answer to the command; nil for any other input.
  public var reply: CommandOutcome? { transition.reply }
}
