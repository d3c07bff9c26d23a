import SchedulerCivilTime

/// The breaks that a session may take, `[profile.KEY.break]`.
public struct BreakRules: Hashable, Sendable {
  /// The longest single break in seconds, at least 1.
  public var lengthSeconds: Int64
  /// The total of all breaks of a session in seconds, at least `lengthSeconds`.
  public var budgetSeconds: Int64
  /// The most breaks of a session; nil for any number within the budget.
  public var count: Int64?
  /// The local time at which budget and count are full again; nil for never within a session.
  public var reset: TimeOfDay?

  /// Breaks of a length; without a budget one of them, with a budget as many as fit.
  public init(lengthSeconds: Int64, budgetSeconds: Int64? = nil, count: Int64? = nil, reset: TimeOfDay? = nil) {
    self.lengthSeconds = lengthSeconds
    self.budgetSeconds = budgetSeconds ?? lengthSeconds
    self.count = count ?? (budgetSeconds == nil ? 1 : nil)
    self.reset = reset
  }
}

/// The pauses that a session may take, `[profile.KEY.pause]`.
public struct PauseRules: Hashable, Sendable {
  /// The longest pause of a strict session in seconds, at least 1; it ends by itself after that.
  public var lengthSeconds: Int64
  /// The most pauses of a session, at least 1.
  public var count: Int64

  /// Pauses of a length, one unless said otherwise.
  public init(lengthSeconds: Int64, count: Int64 = 1) {
    self.lengthSeconds = lengthSeconds
    self.count = count
  }
}

/// How often single targets may be opened for some minutes, `[profile.KEY.access]`.
public struct AccessRules: Hashable, Sendable {
  /// How long a target stays open, in seconds, at least 1.
  public var lengthSeconds: Int64
  /// The most grants of a session, or of a period of `refillSeconds`; at least 1.
  public var count: Int64
  /// After how many elapsed seconds from the session's start the count is full again; nil for never.
  public var refillSeconds: Int64?

  /// Grants of a length, one unless said otherwise.
  public init(lengthSeconds: Int64, count: Int64 = 1, refillSeconds: Int64? = nil) {
    self.lengthSeconds = lengthSeconds
    self.count = count
    self.refillSeconds = refillSeconds
  }
}
