import Scheduler

/// A session for a status bar: its entry in `live.json`, updated to the present.
struct BarSession {
  let id: SessionID
  let profile: ProfileKey
  let link: String
  let mode: LiveMode
  let state: Pomodoro.State
  /// The seconds left of the phase or hold; nil for an open end.
  let remaining: Int64?
  /// The seconds that have passed of the phase or hold.
  let elapsed: Int64
  /// The total seconds of the phase or hold; nil for an open end.
  let total: Int64?
  /// The end; nil for an open end, and for a phase that does not run.
  let end: Instant?
  /// The number of completed focus phases.
  let rounds: Int64
  /// The instant of the next change by time alone; nil if there is none.
  let change: Instant?
  /// The color as `#rrggbb`.
  let color: String
  /// The open break or pause; nil if there is none.
  let lift: (kind: Lift.Kind, end: Instant, left: Int64)?
  /// The open targets.
  let access: [String]

  /// Creates the session of a live state at a present; nil if it has ended by then.
  ///
  /// - Parameter counted: the present from which the remaining seconds are counted.
  init?(_ live: LiveSession, writtenAt: Instant, now: Instant, counted: Instant) {
    (id, profile, link, mode) = (live.id, live.profile, live.link, live.mode)
    let left = live.remainingSeconds
    // A lift never stops the clock of its session.
    let liftedEnd = live.lift != nil ? left.map(writtenAt.adding(seconds:)) : nil
    end = live.timerEndDate ?? liftedEnd
    if let end, end <= now, !mode.isPhase { return nil }
    remaining = end.map { max(0, $0.seconds(since: counted)) } ?? left
    total = live.totalDuration
    let passed = live.elapsedSeconds + now.seconds(since: writtenAt)
    elapsed = if let total, let remaining { max(0, total - remaining) } else { passed }
    if let open = live.lift, open.until > now {
      lift = (open.kind, open.until, open.until.seconds(since: counted))
    } else {
      lift = nil
    }
    let isLiftOver = live.lift != nil && lift == nil && live.state == .paused
    state = isLiftOver ? .running : live.state
    let isUrgent = state == .running && (remaining ?? .max) < LiveSession.urgentSeconds
    color = isUrgent ? LiveSession.urgentColor : live.color
    rounds = live.sessionCount
    change = live.staleDate
    access = live.access.map(\.target)
  }

  /// Whether the session ends within a minute.
  var isUrgent: Bool { color == LiveSession.urgentColor }

  /// The seconds to show: the remaining ones of the lift, else of the session; for an open end the passed ones.
  var shown: Int64 { lift?.left ?? remaining ?? elapsed }

  /// The shown time in whole minutes. Remaining time is rounded up, passed time is rounded down.
  var shownMinutes: String {
    lift == nil && remaining == nil ? BarWords.minutes(elapsed, isLeft: false) : BarWords.minutes(shown, isLeft: true)
  }

  /// The passed share in percent, 0 to 100, computed from the remaining minutes; nil for an open end.
  var percent: Int64? {
    guard let total, let remaining, total > 0 else { return nil }
    return (total - min(total, BarWords.roundedUp(remaining) * 60)) * 100 / total
  }
}

/// Durations in the short form of status bars.
enum BarWords {
  /// Returns a duration, for example `25m`, `1h` or `1h30m`. Remaining time is rounded up to whole minutes, other time
  /// is rounded down.
  static func minutes(_ seconds: Int64, isLeft: Bool) -> String {
    let minutes = isLeft ? roundedUp(seconds) : max(0, seconds) / 60
    let (hours, rest) = (minutes / 60, minutes % 60)
    if hours == 0 { return "\(rest)m" }
    return rest == 0 ? "\(hours)h" : "\(hours)h\(rest)m"
  }

  /// Returns a number of seconds in whole minutes, rounded up.
  static func roundedUp(_ seconds: Int64) -> Int64 { (max(0, seconds) + 59) / 60 }
}

extension LiveMode {
  /// Whether it is a phase of a pomodoro.
  fileprivate var isPhase: Bool {
    switch self {
    case .focus, .shortBreak, .longBreak: true
    case .schedule, .timer, .manual: false
    }
  }
}
