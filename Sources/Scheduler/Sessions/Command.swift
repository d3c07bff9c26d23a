import SchedulerCivilTime

/// A command that a person or a program sends to the engine.
public enum Command: Hashable, Sendable {
  /// Starts a profile by hand.
  case start(ProfileKey, StartOptions = StartOptions())
  /// Ends a session with all its holds, if all of them may be ended. If the profile has no session, withdraws its
  /// planned start.
  case stop(SessionTarget = .onlyRunning)
  /// Opens a break.
  case `break`(SessionTarget = .onlyRunning)
  /// Stops the clock of a pomodoro, or opens a pause.
  case pause(SessionTarget = .onlyRunning)
  /// Ends the open lift. If none is open, resumes a paused pomodoro.
  case resume(SessionTarget = .onlyRunning)
  /// Ends a pomodoro.
  case reset(SessionTarget = .onlyRunning)
  /// Skips the next interval that has not started, or restores the next one that was skipped.
  case skip(ProfileKey, undo: Bool = false)
  /// Holds the session until `seconds` after its latest stored end.
  case extend(SessionTarget = .onlyRunning, seconds: Int64)
  /// Opens one target for a while in every session that blocks it.
  case access(AccessRequest)
  /// Grants more use of a target whose limit was reached.
  case more(AccessRequest)
  /// Ends a session, or all sessions, whatever their locks are. The reason is recorded.
  case emergency(SessionTarget? = nil, reason: String)
}

/// The options of a start by hand.
public struct StartOptions: Hashable, Sendable {
  /// The length in seconds, from 1 second to 7 days; nil for the length of the strategy.
  public var lengthSeconds: Int64?
  /// The strategy to run; nil for the profile's own, or for a plain hold if there is a length.
  public var strategy: Strategy.Kind?
  /// The instant of the start, at most 7 days ahead; nil for now.
  public var instant: Instant?

  /// Creates options. Without arguments, the profile's own strategy is run at once.
  public init(lengthSeconds: Int64? = nil, strategy: Strategy.Kind? = nil, at instant: Instant? = nil) {
    self.lengthSeconds = lengthSeconds
    self.strategy = strategy
    self.instant = instant
  }
}

/// The session that a command concerns.
public enum SessionTarget: Hashable, Sendable {
  /// The session of a profile.
  case profile(ProfileKey)
  /// The session with an identity.
  case session(SessionID)
  /// The only running session.
  case onlyRunning
}

/// The outcome of a command.
public enum CommandOutcome: Hashable, Sendable {
  /// The command was carried out.
  case done(CommandResult)
  /// The command was refused, and nothing was changed.
  case refused(Refusal)
}

/// The result of a command that was carried out.
public struct CommandResult: Hashable, Sendable {
  /// The kinds of change.
  public enum Change: String, CaseIterable, Sendable {
    /// A session was opened, or a hold was added to one.
    case started
    /// The profile was already active, and nothing was changed.
    case alreadyRunning
    /// The next phase of a pomodoro was begun.
    case phaseStarted
    /// The profile will be started at `from`.
    case planned
    /// No session was running, and the start planned for `from` was withdrawn.
    case withdrawn
    /// The target was opened, in the session and in those of the profiles in `others`.
    case accessOpened
    /// More use of the target was granted, for every limit that was reached; `until` is the end of the period.
    case moreGranted
    /// The session was ended in an emergency, with those of the profiles in `others`.
    case emergencyUsed
    case stopped, breakStarted, breakEnded, paused, resumed, reset, skipped, restored, extended
  }

  /// The kind of change.
  public let change: Change
  /// The profile that was changed.
  public let profile: ProfileKey
  /// The session that was changed; nil if there are several, or if the change concerns something that lies ahead.
  public var session: SessionID?
  /// The instant until which the change holds if no further input arrives, or the end of the interval that it concerns;
  /// nil for an open end.
  public var until: Instant?
  /// For a change of something that lies ahead: when that starts, or would have started. For an interval that is used
  /// in part, this is its first unused start, both for `skipped` and for `restored`.
  public var from: Instant?
  /// For a stop: when the profile starts by hand nevertheless, because that start was planned; nil for none.
  public var nextStart: Instant?
  /// For an access: the opened target. For more use: the target that may be used again.
  public var target: Target?
  /// The other profiles, in order: for a start and an emergency those whose sessions were ended, for an access those in
  /// whose sessions the target was opened.
  public var others: [ProfileKey] = []
  /// For an emergency: the number of uses that are left.
  public var usesLeft: Int64?
  /// For more use: the granted use in seconds.
  public var grantedSeconds: Int64?
}
