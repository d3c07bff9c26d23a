/// The mode of a live session: a phase of a pomodoro, or the origin of the hold that ends last.
public enum LiveMode: String, CaseIterable, Sendable {
  case focus, shortBreak, longBreak, schedule, timer, manual

  /// The name in a sentence or a menu.
  public var displayName: String {
    switch self {
    case .focus: "Focus"
    case .shortBreak: "Short Break"
    case .longBreak: "Long Break"
    case .schedule: "Schedule"
    case .timer: "Timer"
    case .manual: "Manual"
    }
  }

  /// The label in capitals above a countdown.
  public var label: String {
    switch self {
    case .focus: "FOCUS TIME"
    case .shortBreak, .longBreak: "BREAK TIME"
    case .schedule: "SCHEDULED TIME"
    case .timer: "TIMER"
    case .manual: "OPEN SESSION"
    }
  }

  /// Whether the user started the session, rather than a window.
  var isStartedByHand: Bool { self != .schedule }

  /// Returns the colour as `#rrggbb`. The profile's colour replaces it, except in the breaks of a pomodoro.
  func color(ofProfile color: String?) -> String {
    switch self {
    case .focus: color ?? "#f97316"
    case .shortBreak: "#14b8a6"
    case .longBreak: "#3b82f6"
    case .schedule: color ?? "#6366f1"
    case .timer: color ?? "#8b5cf6"
    case .manual: color ?? "#64748b"
    }
  }

  /// Creates the mode of a phase of a pomodoro.
  init(_ mode: Pomodoro.Mode) {
    switch mode {
    case .focus: self = .focus
    case .shortBreak: self = .shortBreak
    case .longBreak: self = .longBreak
    }
  }

  /// Creates the mode of a hold.
  init(_ hold: Hold) {
    switch hold.kind {
    case .schedule: self = .schedule
    case .manual: self = .manual
    case .timer: self = .timer
    case .pomodoro(let pomodoro): self = LiveMode(pomodoro.mode)
    }
  }
}
