import SchedulerStore

/// The result of an evaluation: its transition, and the parts that are durable.
public struct Evaluation: Sendable {
  /// The changes, including those of earlier evaluations that could not be written at the time. Empty if the state
  /// could not be written; a later evaluation then contains the changes.
  public let transition: Transition
  /// The history lines for its entries.
  public let lines: [HistoryLine]
  /// The shield set that was written, or nil if the content of the file is unchanged.
  public let shield: ShieldSet?
  /// Whether `shield.json` could not be written and still contains the previous set.
  public let isShieldBehind: Bool
  /// Whether the state could be written. If not, the shield is the only part of the evaluation that may have been
  /// written, unless `isShieldBehind` is true as well.
  public let isDurable: Bool
  /// The failures to write. The next evaluation tries again.
  public let failures: [StateStoreError]
  /// The number of lines lost from the history, because too many waited for a file that cannot be written.
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

  /// The history entries, in ascending order of numbers.
  public var entries: [HistoryEntry] { transition.entries }
  /// The events among the entries.
  public var events: [Event] { transition.events }
  /// The intervals that passed without an evaluation.
  public var missed: [Missed] { transition.missed }
  /// The sessions that have ended.
  public var finished: [FinishedSession] { transition.finished }
  /// The activities that were delivered under invalid names.
  public var refusedActivities: [RefusedActivity] { transition.refusedActivities }
  /// The reply to a command; nil for any other input.
  public var reply: CommandOutcome? { transition.reply }
}
