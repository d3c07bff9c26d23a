/// Whether a person uses their session, and what has the focus.
public enum UseState: Hashable, Sendable {
  /// The session is in use. Nil means that no window has the focus.
  case inUse(UsedTarget?)
  /// The person has touched neither keyboard nor pointer for a while.
  case idle
  /// The session is locked, or another session has the seat.
  case locked

  /// What is in use; nil if nothing is.
  public var target: UsedTarget? {
    guard case .inUse(let target) = self else { return nil }
    return target
  }
}

/// What has the focus: an application, and the domain of the tab in front if it is a browser that reports its tabs.
public struct UsedTarget: Hashable, Sendable {
  /// The application whose window has the focus.
  public var application: ApplicationIdentity
  /// The domain of the tab in front; nil for an application that is no browser, or one that does not report its tabs.
  public var domain: DomainName?

  /// Creates a target.
  public init(application: ApplicationIdentity, domain: DomainName? = nil) {
    self.application = application
    self.domain = domain
  }

  /// The name under which its use is added up: the first desktop ID, or else the first file name; nil if the application
  /// has no name.
  public var name: String? { application.desktopIDs.min() ?? application.fileNames.min() }
}

/// What is known of the use of one person's session.
public struct UseReport: Hashable, Sendable {
  /// The person.
  public var user: UserIdentity
  /// What is in use: at most one target where the focus is known, and all running ones where it is not.
  public var targets: [UsedTarget]
  /// What measures the use, such as `sway`; nil if nothing does any more.
  public var source: String?
  /// For how long the person had been idle when a source found that out, in seconds. So long nothing was in use.
  public var idleSeconds: Int64
  /// Whether a source names the domain of the tab in front of a browser; nil if that is only known once one was named.
  public var knowsPages: Bool?

  /// The longest idleness that is taken off, in nanoseconds: 5 minutes. Sources notice idleness sooner, and no report takes
  /// off hours of use.
  static let longestIdleness = Nanoseconds.of(seconds: 300)

  /// Returns how much of a reported idleness is believed, in nanoseconds.
  public static func believedIdleness(seconds: Int64) -> Int64 {
    min(Nanoseconds.of(seconds: seconds), longestIdleness)
  }

  /// The source of a report that knows only which programs run.
  public static let runningPrograms = "running programs"

  /// Creates a report about what is in use.
  public init(
    of user: UserIdentity, targets: [UsedTarget], source: String?, idleSeconds: Int64 = 0, knowsPages: Bool? = nil
  ) {
    (self.user, self.targets, self.source) = (user, targets, source)
    (self.idleSeconds, self.knowsPages) = (idleSeconds, knowsPages)
  }
}
