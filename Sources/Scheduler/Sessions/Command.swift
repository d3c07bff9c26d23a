import SchedulerCivilTime

/// What a person or a program asks of the engine.
public enum Command: Hashable, Sendable {
  /// Starts a profile by hand.
  case start(ProfileKey, StartOptions = StartOptions())
  /// Ends a session with all that holds it, if everything may be ended; where the profile has none, takes back the start
  /// that it waits for.
  case stop(SessionTarget = .onlyRunning)
  /// Opens a break.
  case `break`(SessionTarget = .onlyRunning)
  /// Stops the clock of a pomodoro, or opens a pause.
  case pause(SessionTarget = .onlyRunning)
  /// Ends whichever lift is open, else goes on with a paused pomodoro.
  case resume(SessionTarget = .onlyRunning)
  /// Ends a pomodoro.
  case reset(SessionTarget = .onlyRunning)
  /// Uses the next interval that has not started, so that it does not; or restores the next one that was skipped.
  case skip(ProfileKey, undo: Bool = false)
  /// Holds the session until so many seconds after its latest stored end.
  case extend(SessionTarget = .onlyRunning, seconds: Int64)
  /// Opens one target for a while in every session that blocks it.
  case access(AccessRequest)
  /// Ends a session, or all of them, whatever locks them; the reason is recorded.
  case emergency(SessionTarget? = nil, reason: String)
}

/// How a profile is started by hand.
public struct StartOptions: Hashable, Sendable {
  /// The length in seconds, 1 second to 7 days; nil for what the strategy says.
  public var lengthSeconds: Int64?
  /// The strategy to be run; nil for the profile's own, or for a plain hold when there is a length.
  public var strategy: Strategy.Kind?
  /// When it is to be started, at most 7 days ahead; nil for at once.
  public var instant: Instant?

  /// Options; without any, the profile's own strategy is run at once.
  public init(lengthSeconds: Int64? = nil, strategy: Strategy.Kind? = nil, at instant: Instant? = nil) {
    self.lengthSeconds = lengthSeconds
    self.strategy = strategy
    self.instant = instant
  }
}

/// Which session is meant.
public enum SessionTarget: Hashable, Sendable {
  /// That of a profile.
  case profile(ProfileKey)
  /// The one of an identity.
  case session(SessionID)
  /// The only one that runs.
  case onlyRunning
}

/// What became of a command.
public enum CommandOutcome: Hashable, Sendable {
  /// It was carried out.
  case done(CommandResult)
  /// It was not, and nothing was changed.
  case refused(Refusal)
}

/// What a command did.
public struct CommandResult: Hashable, Sendable {
  /// What was done.
  public enum Change: String, CaseIterable, Sendable {
    /// A session was opened, or a hold added to one.
    case started
    /// The profile was active; nothing was changed.
    case alreadyRunning
    /// The next phase of a pomodoro was begun.
    case phaseStarted
    /// It will be started at `from`.
    case planned
    /// No session was running; the start planned for `from` was taken back.
    case withdrawn
    /// The target was opened, in its session and in those of the others that are listed.
    case accessOpened
    /// It was ended, with the others that are listed, in an emergency.
    case emergencyUsed
    case stopped, breakStarted, breakEnded, paused, resumed, reset, skipped, restored, extended
  }

  /// What was done.
  public let change: Change
  /// To which profile.
  public let profile: ProfileKey
  /// To which session; nil for what is done to what lies ahead.
  public var session: SessionID?
  /// Until when it holds if nobody does anything, or the end of the interval meant; nil for an open end.
  public var until: Instant?
  /// For what is done to what lies ahead: when that starts, or would have. Of an interval that is used in part this is its
  /// first start that is not, for `skipped` and `restored` alike.
  public var from: Instant?
  /// Of a session that was stopped: when its profile starts by hand all the same, because that was planned.
  public var nextStart: Instant?
  /// Of an access: what was opened.
  public var target: Target?
  /// Of an emergency and an access: the other profiles whose sessions it ended, or that opened the target, in order.
  public var others: [ProfileKey] = []
  /// Of an emergency: how many uses are left.
  public var usesLeft: Int64?
}
