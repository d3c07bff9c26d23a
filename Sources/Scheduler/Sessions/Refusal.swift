import SchedulerCivilTime

/// Why a command was not carried out. Nothing was changed.
public struct Refusal: Error, Hashable, Sendable {
  /// The kinds of reason.
  public enum Reason: String, CaseIterable, Sendable {
    /// No profile has that key.
    case unknownProfile
    /// The session has ended.
    case alreadyEnded
    /// There is no session of that identity.
    case unknownSession
    /// The profile has no session, or none runs at all.
    case notRunning
    /// Several sessions run and none was named.
    case ambiguous
    /// The session has a hold of that origin already.
    case alreadyHeld
    /// No length was given and the configuration says none.
    case lengthMissing
    /// The length is none that the strategy can have.
    case lengthInvalid
    /// The configuration allows no such lift.
    case notConfigured
    /// A break or a pause is open.
    case liftOpen
    /// No running session blocks the target.
    case notBlocked
    /// The target is open already.
    case alreadyOpen
    /// The session has had all its breaks, pauses or accesses, or their time.
    case budgetSpent
    /// There is nothing to pause, resume, reset, skip or restore.
    case nothingToDo
    /// The session has no end that could be moved.
    case openEnded
    /// The end, or the planned start, would be too far ahead.
    case tooFarAhead
    /// A start was planned for an instant that has passed.
    case alreadyPast
    /// The profile waits for another planned start.
    case alreadyPlanned
    /// The timer may not be stopped before its end.
    case timerRunsOut
    /// The lock is strict.
    case locked
    /// There is a lock, and it was no person at a command line that asked.
    case personNeeded
    /// Those whom the profile shields may not do that.
    case notPermitted
    /// The profile has keys, and none was shown.
    case keyNeeded
    /// What was shown is none of the profile's keys.
    case wrongKey
    /// An emergency is to be recorded with a reason, and there is none.
    case reasonMissing
    /// The reason of an emergency is longer than history records.
    case reasonTooLong
    /// An interval that starts within the cooldown may no longer be skipped.
    case coolingDown
  }

  /// The kind of reason.
  public let reason: Reason
  /// A sentence in lower case without a full stop.
  public let message: String
  /// When it would be allowed; nil when time alone does not help.
  public var allowedAt: Instant?
  /// Of a stop or a reset: how many characters the text has that opens the session when it is typed; nil when none does.
  public internal(set) var textLength: Int64?
  /// The profiles that may have been meant.
  public var candidates: [ProfileKey] = []

  /// A refusal, with a sentence in lower case without a full stop.
  public init(_ reason: Reason, _ message: String, allowedAt: Instant? = nil, candidates: [ProfileKey] = []) {
    self.reason = reason
    self.message = message
    self.allowedAt = allowedAt
    self.candidates = candidates
  }
}

extension Refusal {
  /// What a paused pomodoro stands in the way of, and what helps.
  static func pausedPomodoro(_ reason: Reason, of key: ProfileKey) -> Refusal {
    Refusal(reason, "the pomodoro of profile '\(key)' is paused: 'resume' goes on with it")
  }
}
