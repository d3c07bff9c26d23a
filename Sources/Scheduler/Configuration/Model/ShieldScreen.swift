/// What a person sees in place of what is blocked, `[profile.KEY.shield]`.
public struct ShieldScreen: Hashable, Sendable {
  /// The headline.
  public var title = "Stay focused!"
  /// What stands below it.
  public var subtitle = "You chose to focus. Keep going!"
  /// The label of the button that leads back.
  public var button = "Back to work"

  /// The words that stand there unless others are chosen.
  public init() {}
}

/// A reminder after a session has ended, `[profile.KEY.reminder]`.
public struct Reminder: Hashable, Sendable {
  /// How long after the end, in seconds, at least 1.
  public var afterEndSeconds: Int64
  /// What it says; empty for the profile's name.
  public var message: String

  /// A reminder so long after the end of a session.
  public init(afterEndSeconds: Int64, message: String = "") {
    self.afterEndSeconds = afterEndSeconds
    self.message = message
  }
}

/// How much of some targets may be used, `[profile.KEY.limit]`.
public struct UsageLimit: Hashable, Sendable {
  /// What a use is counted over.
  public enum Period: String, CaseIterable, Sendable {
    case day, session, window
  }

  /// Applications whose use is counted.
  public var applications: [ApplicationName] = []
  /// Categories of applications whose use is counted.
  public var categories: [ApplicationCategory] = []
  /// Domains whose use is counted.
  public var domains: [DomainName] = []
  /// How much use there may be, in seconds, at least 1.
  public var useSeconds: Int64
  /// What it is counted over.
  public var period: Period = .day

  /// A limit on nothing yet.
  public init(useSeconds: Int64) { self.useSeconds = useSeconds }
}
