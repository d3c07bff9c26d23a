import Scheduler

/// The methods of `io.schedctl.Control`.
public enum ControlMethod: Hashable, Sendable, CaseIterable {
  /// A session command.
  case command(CommandRow)
  case open, deliver, reportAttempt, reportUse, isActive, reload, authorize, status, sessions, profiles, pending, next,
    log, why,
    monitor,
    enforcement

  /// All methods, the session commands first.
  public static let allCases: [ControlMethod] =
    CommandRow.all.map { .command($0) } + [
      .open, .deliver, .reportAttempt, .reportUse, .isActive, .reload, .authorize, .status, .sessions, .profiles,
      .pending, .next,
      .log, .why,
      .monitor, .enforcement,
    ]

  /// Finds a method by its name without the interface. Returns nil if there is none.
  init?(_ word: String) {
    guard let method = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = method
  }

  /// The name without the interface.
  public var word: String {
    switch self {
    case .command(let row): row.method
    case .open: "Open"
    case .deliver: "DeliverActivity"
    case .reportAttempt: "ReportAttempt"
    case .reportUse: "ReportUse"
    case .isActive: "IsActive"
    case .reload: "Reload"
    case .authorize: "Authorize"
    case .status: "Status"
    case .sessions: "Sessions"
    case .profiles: "Profiles"
    case .pending: "Pending"
    case .next: "Next"
    case .log: "Log"
    case .why: "Why"
    case .monitor: "Monitor"
    case .enforcement: "Enforcement"
    }
  }

  /// The full name, including the interface.
  public var name: String { ControlInterface.name + "." + word }
}

extension ControlMethod {
  /// The permission that a method requires.
  public enum Need: Sendable {
    /// Shows information that the peer may see.
    case reading
    /// Changes something that concerns the peer.
    case steering
    /// Changes something that concerns all users.
    case administration
  }

  /// The permission that the method requires.
  public var need: Need {
    switch self {
    case .isActive, .status, .sessions, .profiles, .pending, .next, .log, .why, .monitor, .enforcement: .reading
    case .command, .open, .deliver, .reportAttempt, .reportUse: .steering
    case .reload, .authorize: .administration
    }
  }
}
