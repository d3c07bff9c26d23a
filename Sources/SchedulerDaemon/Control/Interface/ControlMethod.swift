/// The methods of `io.schedctl.Control`.
public enum ControlMethod: String, CaseIterable, Sendable {
  case start = "Start"
  case stop = "Stop"
  case `break` = "Break"
  case pause = "Pause"
  case resume = "Resume"
  case reset = "Reset"
  case skip = "Skip"
  case extend = "Extend"
  case access = "Access"
  case emergency = "Emergency"
  case open = "Open"
  case isActive = "IsActive"
  case reload = "Reload"
  case authorize = "Authorize"
  case status = "Status"
  case sessions = "Sessions"
  case profiles = "Profiles"
  case pending = "Pending"
  case next = "Next"
  case log = "Log"
  case why = "Why"
  case monitor = "Monitor"

  /// The whole name.
  public var name: String { ControlInterface.name + "." + rawValue }
}

extension ControlMethod {
  /// What a method asks of whoever calls it.
  public enum Need: Sendable {
    /// Shows what they may see.
    case reading
    /// Changes what concerns them.
    case steering
    /// Changes what everybody has.
    case administration
  }

  /// What it asks of whoever calls it.
  public var need: Need {
    switch self {
    case .isActive, .status, .sessions, .profiles, .pending, .next, .log, .why, .monitor: .reading
    case .start, .stop, .break, .pause, .resume, .reset, .skip, .extend, .access, .emergency, .open: .steering
    case .reload, .authorize: .administration
    }
  }
}
