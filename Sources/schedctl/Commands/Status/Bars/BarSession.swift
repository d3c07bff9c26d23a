import Scheduler
import SchedulerCivilTime

/// A session as a status bar shows it: what `live.json` says of it, counted on to the present.
struct BarSession {
  let id: SessionID
  let profile: ProfileKey
  let link: String
  let mode: LiveMode
  let state: Pomodoro.State
  /// The seconds that are left of the phase or hold; nil for an open end.
  let remaining: Int64?
  /// The seconds that have passed of it.
  let elapsed: Int64
  /// The seconds of all of it; nil for an open end.
  let total: Int64?
  /// When it ends; nil for an open end, and for a phase that does not run.
  let end: Instant?
  /// How many focus phases have run to their end.
  let rounds: Int64
  /// When something of it changes by itself; nil for never.
  let change: Instant?
  /// `#rrggbb`.
  let color: String
  /// The break or pause that is open; nil for none.
  let lift: (kind: Lift.Kind, end: Instant, left: Int64)?
  /// The targets that are open.
  let access: [String]

  /// A session of a live state at a present; nil for one that has ended by then.
  ///
  /// - Parameter counted: the present from which the seconds are counted that are left.
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

  /// Whether it ends within a minute.
  var isUrgent: Bool { color == LiveSession.urgentColor }

  /// The seconds to show: what is left of the lift, else of the session; of an open end what has passed.
  var shown: Int64 { lift?.left ?? remaining ?? elapsed }

  /// The same in whole minutes: what is left rounded up, what has passed rounded down.
  var shownMinutes: String {
    lift == nil && remaining == nil ? BarWords.minutes(elapsed, isLeft: false) : BarWords.minutes(shown, isLeft: true)
  }

  /// How much of it has passed, by the minutes that are left, 0 to 100; nil for an open end.
  var percent: Int64? {
    guard let total, let remaining, total > 0 else { return nil }
    return (total - min(total, BarWords.roundedUp(remaining) * 60)) * 100 / total
  }
}

/// How long something lasts, in the words of a bar.
enum BarWords {
  /// `25m`, `1h`, `1h30m`: what is left rounded up to whole minutes, anything else rounded down.
  static func minutes(_ seconds: Int64, isLeft: Bool) -> String {
    let minutes = isLeft ? roundedUp(seconds) : max(0, seconds) / 60
    let (hours, rest) = (minutes / 60, minutes % 60)
    if hours == 0 { return "\(rest)m" }
    return rest == 0 ? "\(hours)h" : "\(hours)h\(rest)m"
  }

  /// Whole minutes, rounded up.
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
