import Scheduler

/// The methods of `io.schedctl.Control`.
public enum ControlMethod: Hashable, Sendable, CaseIterable {
  /// A session command.
  case command(CommandRow)
  case open, isActive, reload, authorize, status, sessions, profiles, pending, next, log, why, monitor

  /// All methods, the session commands first.
  public static let allCases: [ControlMethod] =
    CommandRow.all.map { .command($0) } + [
      .open, .isActive, .reload, .authorize, .status, .sessions, .profiles, .pending, .next, .log, .why, .monitor,
    ]

  /// The method of a name without the interface; nil when there is none.
  init?(_ word: String) {
    guard let method = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = method
  }

  /// The name without the interface.
  public var word: String {
    switch self {
    case .command(let row): row.method
    case .open: "Open"
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
    }
  }

  /// The whole name.
  public var name: String { ControlInterface.name + "." + word }
}

extension ControlMethod {
  /// What a method needs of the peer that calls it.
  public enum Need: Sendable {
    /// Shows what the peer may see.
    case reading
    /// Changes what concerns the peer.
    case steering
    /// Changes what everybody has.
    case administration
  }

  /// What the method needs of the peer that calls it.
  public var need: Need {
    switch self {
    case .isActive, .status, .sessions, .profiles, .pending, .next, .log, .why, .monitor: .reading
    case .command, .open: .steering
    case .reload, .authorize: .administration
    }
  }
}
