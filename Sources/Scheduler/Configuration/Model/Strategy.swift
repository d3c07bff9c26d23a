/// What `schedctl start` runs, `[profile.KEY.strategy]`.
public struct Strategy: Hashable, Sendable {
  /// The kinds of strategy.
  public enum Kind: String, CaseIterable, Sendable {
    /// Runs until it is stopped.
    case manual
    /// Runs for a length.
    case timer
    /// Runs rounds of focus and breaks.
    case pomodoro
  }

  /// The kind that is run unless another is asked for.
  public var kind: Kind
  /// The timer, for when it is run; nil when no length was given.
  public var timer: TimerRules?
  /// The rounds, for when they are run.
  public var pomodoro: PomodoroRules

  /// A strategy; manual unless said otherwise.
  public init(_ kind: Kind = .manual, timer: TimerRules? = nil, pomodoro: PomodoroRules = PomodoroRules()) {
    self.kind = kind
    self.timer = timer
    self.pomodoro = pomodoro
  }
}

/// A timer strategy.
public struct TimerRules: Hashable, Sendable {
  /// How long it runs, in seconds: 1 second to 7 days.
  public var lengthSeconds: Int64
  /// Whether it may be stopped before its end, as far as the lock allows.
  public var allowsEarlyStop: Bool

  /// A timer of a length, which may be stopped unless said otherwise.
  public init(lengthSeconds: Int64, allowsEarlyStop: Bool = true) {
    self.lengthSeconds = lengthSeconds
    self.allowsEarlyStop = allowsEarlyStop
  }

  /// The longest timer: 7 days.
  public static let maximumLengthSeconds: Int64 = 7 * 86_400
}

/// A pomodoro strategy: focus phases with short breaks between them, and a long break after each set of rounds.
public struct PomodoroRules: Hashable, Sendable {
  /// Which phases begin without being started.
  public enum AutoStart: String, CaseIterable, Sendable {
    case both, breaks, focus, none
  }

  /// A focus phase in seconds: 1 second to 7 days.
  public var focusSeconds: Int64 = 25 * 60
  /// A break in seconds: 1 second to 7 days.
  public var shortBreakSeconds: Int64 = 5 * 60
  /// Every `rounds`-th break in seconds: 1 second to 7 days.
  public var longBreakSeconds: Int64 = 15 * 60
  /// Focus phases until a long break, 1 to 100.
  public var rounds: Int64 = 4
  /// Which phases begin without being started.
  public var autoStart: AutoStart = .both

  /// Four rounds of 25 minutes, breaks of 5, a long one of 15.
  public init() {}
}
