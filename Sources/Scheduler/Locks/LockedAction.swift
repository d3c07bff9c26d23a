/// What a lock is asked about: everything by which less is blocked than was planned.
enum LockedAction: String, CaseIterable, Sendable {
  case stop, reset, skip, pause, `break`, access, emergency

  /// What those whom the profile shields have to be allowed for it.
  var permission: Permission {
    switch self {
    case .stop, .reset: .stop
    case .skip: .skip
    case .pause: .pause
    case .break: .break
    case .access: .access
    case .emergency: .emergency
    }
  }

  /// Whether it takes away what the lock is there to keep; the other actions are allowed as the profile says.
  var endsHolds: Bool {
    switch self {
    case .stop, .reset, .skip: true
    case .pause, .break, .access, .emergency: false
    }
  }

  /// `may not be stopped`
  var words: String {
    switch self {
    case .stop: "stopped"
    case .reset: "reset"
    case .skip: "skipped"
    case .pause: "paused"
    case .break: "given a break"
    case .access: "opened for one target"
    case .emergency: "ended in an emergency"
    }
  }
}
