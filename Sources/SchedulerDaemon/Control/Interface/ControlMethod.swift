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
