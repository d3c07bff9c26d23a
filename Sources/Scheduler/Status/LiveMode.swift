/// What a live session runs by: a phase of a pomodoro, or the hold that ends last.
public enum LiveMode: String, CaseIterable, Sendable {
  case focus, shortBreak, longBreak, schedule, timer, manual

  /// What it is called in a sentence or a menu.
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

  /// What stands in capitals above a countdown.
  public var label: String {
    switch self {
    case .focus: "FOCUS TIME"
    case .shortBreak, .longBreak: "BREAK TIME"
    case .schedule: "SCHEDULED TIME"
    case .timer: "TIMER"
    case .manual: "OPEN SESSION"
    }
  }

  /// Whether a person started it, and no window.
  var isStartedByHand: Bool { self != .schedule }

  /// Its colour as `#rrggbb`. That of the profile takes its place, except in the breaks of a pomodoro.
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

  /// The mode of a phase of a pomodoro.
  init(_ mode: Pomodoro.Mode) {
    switch mode {
    case .focus: self = .focus
    case .shortBreak: self = .shortBreak
    case .longBreak: self = .longBreak
    }
  }

  /// The mode of a hold.
  init(_ hold: Hold) {
    switch hold.kind {
    case .schedule: self = .schedule
    case .manual: self = .manual
    case .timer: self = .timer
    case .pomodoro(let pomodoro): self = LiveMode(pomodoro.mode)
    }
  }
}
