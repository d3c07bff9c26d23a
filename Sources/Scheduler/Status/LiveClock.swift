import SchedulerCivilTime

/// The elapsed and remaining time of a hold, in whole seconds. For a pomodoro, the times are those of its phase.
struct LiveClock: Hashable, Sendable {
  /// The total length, or nil for an open end.
  private(set) var total: Int64?
  /// The remaining time, at most `total`; nil for an open end.
  private(set) var remaining: Int64?
  /// The elapsed time. With an end, `elapsed` and `remaining` add up to `total`; without one, `elapsed` keeps
  /// increasing.
  private(set) var elapsed: Int64
  /// The end if nothing stops the hold; nil for an open end, and for a phase that is not running.
  private(set) var end: Instant?
}

extension LiveClock {
  /// Creates the clock of a hold at a present.
  init(_ hold: Hold, at present: Present) {
    if let pomodoro = hold.pomodoro {
      self.init(pomodoro, at: present)
    } else if let end = hold.end {
      let length = hold.interval?.length ?? present.elapsed(of: end) - hold.startElapsed
      self.init(total: length / Nanoseconds.perSecond, end: present.instant(of: end), at: present)
    } else {
      let elapsed = max(0, present.elapsed - hold.startElapsed) / Nanoseconds.perSecond
      self.init(total: nil, remaining: nil, elapsed: elapsed)
    }
  }

  /// Creates the clock of a phase. All time remains in a ready phase, and none in a completed one. In a paused phase,
  /// the time at the pause remains.
  private init(_ pomodoro: Pomodoro, at present: Present) {
    let total = pomodoro.length(of: pomodoro.mode) / Nanoseconds.perSecond
    switch pomodoro.state {
    case .running: self.init(total: total, end: present.instant(of: .elapsed(pomodoro.deadline)), at: present)
    case .ready: self.init(total: total, remaining: total)
    case .completed: self.init(total: total, remaining: 0)
    case .paused:
      let nanoseconds = (pomodoro.remaining ?? 0) + Nanoseconds.perSecond - 1
      self.init(total: total, remaining: nanoseconds / Nanoseconds.perSecond)
    }
  }

  /// Creates the clock of a running hold or phase with an end. Ends are rounded up to a whole second, so slightly more
  /// than `total` may remain.
  private init(total: Int64, end: Instant, at present: Present) {
    self.init(total: total, remaining: end.seconds(since: present.wall))
    self.end = end
  }

  private init(total: Int64, remaining: Int64) {
    let total = max(0, total)
    let remaining = min(max(0, remaining), total)
    self.init(total: total, remaining: remaining, elapsed: total - remaining)
  }
}

/// The mode of a live session: a phase of a pomodoro, or the origin of the hold that ends last.
public enum LiveMode: String, CaseIterable, Sendable {
  case focus, shortBreak, longBreak, schedule, timer, manual

  /// The name in a sentence or a menu.
  public var displayName: String { look.name }

  /// The label in capitals above a countdown.
  public var label: String { look.label }

  /// Whether the user started the session, rather than a window.
  var isStartedByHand: Bool { self != .schedule }

  /// Returns the colour as `#rrggbb`. The profile's colour replaces it, except in the breaks of a pomodoro.
  func color(ofProfile color: String?) -> String {
    let isBreak = self == .shortBreak || self == .longBreak
    return isBreak ? look.color : color ?? look.color
  }

  private var look: (name: String, label: String, color: String) {
    switch self {
    case .focus: ("Focus", "FOCUS TIME", "#f97316")
    case .shortBreak: ("Short Break", "BREAK TIME", "#14b8a6")
    case .longBreak: ("Long Break", "BREAK TIME", "#3b82f6")
    case .schedule: ("Schedule", "SCHEDULED TIME", "#6366f1")
    case .timer: ("Timer", "TIMER", "#8b5cf6")
    case .manual: ("Manual", "OPEN SESSION", "#64748b")
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
