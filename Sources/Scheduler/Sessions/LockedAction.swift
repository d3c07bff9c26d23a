/// What a session's lock, keys and permissions are asked about: everything by which less is blocked than was planned.
enum LockedAction: Sendable {
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

  /// What it does to what a lock is there to keep, as in `may not be stopped`; nil for what is allowed under any lock.
  var ending: String? {
    switch self {
    case .stop: "stopped"
    case .reset: "reset"
    case .skip: "skipped"
    case .pause, .break, .access, .emergency: nil
    }
  }

  /// Whether it may end the session, so that a key is asked for and lets it pass.
  var takesKeys: Bool { self == .stop || self == .reset }
}
