/// An action that a session's lock, keys and permissions may refuse: one by which less is blocked than was planned.
enum LockedAction: Sendable {
  case stop, reset, skip, pause, `break`, access, emergency

  /// The permission that the users whom the profile shields need for the action.
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

  /// The effect on what a lock protects, as in `may not be stopped`; nil for an action that every lock allows.
  var ending: String? {
    switch self {
    case .stop: "stopped"
    case .reset: "reset"
    case .skip: "skipped"
    case .pause, .break, .access, .emergency: nil
    }
  }

  /// Whether the action may end the session, so that it needs a key and a key permits it.
  var takesKeys: Bool { self == .stop || self == .reset }
}
