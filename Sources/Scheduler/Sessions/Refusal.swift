import SchedulerCivilTime

/// The reason why a command was not carried out. Nothing was changed.
public struct Refusal: Error, Hashable, Sendable {
  /// The kinds of reason.
  public enum Reason: String, CaseIterable, Sendable {
    /// No profile has the key.
    case unknownProfile
    /// The session has ended.
    case alreadyEnded
    /// No session has the identity.
    case unknownSession
    /// The profile has no session, or no session runs at all.
    case notRunning
    /// Several sessions run, and the command names none.
    case ambiguous
    /// The session already has a hold of that origin.
    case alreadyHeld
    /// No length was given, and the configuration has none.
    case lengthMissing
    /// The strategy cannot have the length.
    case lengthInvalid
    /// The configuration allows no such break, pause, access or emergency.
    case notConfigured
    /// A break or a pause is open.
    case liftOpen
    /// No running session blocks the target.
    case notBlocked
    /// The target is already open.
    case alreadyOpen
    /// All breaks, pauses, accesses or emergencies are used, or their time is.
    case budgetSpent
    /// There is nothing to pause, resume, reset, skip or restore.
    case nothingToDo
    /// The session has no end that could be moved.
    case openEnded
    /// The end, or the planned start, would be too far ahead.
    case tooFarAhead
    /// A start was planned for an instant that has passed.
    case alreadyPast
    /// The profile already has a planned start.
    case alreadyPlanned
    /// The timer may not be stopped before its end.
    case timerRunsOut
    /// The lock is strict.
    case locked
    /// The profile has a lock, and the request does not come from a person at a command line.
    case personNeeded
    /// The users whom the profile shields may not do that.
    case notPermitted
    /// The profile has keys, and none was presented.
    case keyNeeded
    /// The presented key is none of the profile's keys.
    case wrongKey
    /// An emergency needs a reason, and none was given.
    case reasonMissing
    /// The reason of an emergency is longer than history records.
    case reasonTooLong
    /// The interval starts within the cooldown, and may no longer be skipped.
    case coolingDown
  }

  /// The kind of reason.
  public let reason: Reason
  /// The reason as a sentence in lower case without a full stop.
  public let message: String
  /// The instant at which the command would be allowed; nil if time alone does not help.
  public var allowedAt: Instant?
  /// For a stop or a reset: the length in characters of the text that opens the session when it is typed; nil for none.
  public internal(set) var textLength: Int64?
  /// The profiles that may have been meant.
  public var candidates: [ProfileKey] = []

  /// Creates a refusal. The message is a sentence in lower case without a full stop.
  public init(_ reason: Reason, message: String, allowedAt: Instant? = nil, candidates: [ProfileKey] = []) {
    self.reason = reason
    self.message = message
    self.allowedAt = allowedAt
    self.candidates = candidates
  }
}

extension Refusal {
  /// Returns the refusal of an action that a paused pomodoro prevents, with the command that helps.
  static func pausedPomodoro(_ reason: Reason, of key: ProfileKey) -> Refusal {
    Refusal(reason, message: "the pomodoro of profile '\(key)' is paused: 'resume' continues it")
  }
}
