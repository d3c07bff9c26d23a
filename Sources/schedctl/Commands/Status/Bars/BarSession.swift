import Scheduler
import SchedulerCivilTime
import SchedulerJSON

/// A session as a status bar shows it: what `live.json` says of it, counted on to the present.
struct BarSession {
  let id: String
  let profile: String
  let link: String
  let mode: String
  let modeName: String
  let modeLabel: String
  /// `running`, `paused`, `ready` or `completed`.
  let state: String
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
  let lift: (kind: String, end: Instant, left: Int64)?
  /// The targets that are open.
  let access: [String]

  /// A session of `live.json` at a present; nil where a key is missing, and for a session that has ended by then.
  ///
  /// - Parameter counted: the present from which the seconds are counted that are left.
  init?(_ object: JSONObject, writtenAt: Instant, now: Instant, counted: Instant) {
    func text(_ key: String) -> String? { object[key]?.stringValue }
    guard let id = text("id"), let profile = text("profile"), let link = text("link"),
      let mode = text("modeIdentifier"), let modeName = text("modeDisplayName"), let modeLabel = text("modeLabel"),
      let state = text("stateIdentifier"), let elapsed = object["elapsedSeconds"]?.integerValue,
      let color = text("color")
    else { return nil }
    (self.id, self.profile, self.link) = (id, profile, link)
    (self.mode, self.modeName, self.modeLabel) = (mode, modeName, modeLabel)
    let left = object["remainingSeconds"]?.integerValue
    let lift = object["lift"]?.objectValue
    // A lift never stops the clock of its session.
    let liftedEnd = lift != nil ? left.map(writtenAt.adding(seconds:)) : nil
    end = object.instant("timerEndDate") ?? liftedEnd
    let isPhase = !["schedule", "timer", "manual"].contains(mode)
    if let end, end <= now, !isPhase { return nil }
    remaining = end.map { max(0, $0.seconds(since: counted)) } ?? left
    total = object["totalDuration"]?.integerValue
    let passed = elapsed + now.seconds(since: writtenAt)
    self.elapsed = if let total, let remaining { max(0, total - remaining) } else { passed }
    if let kind = lift?["kind"]?.stringValue, let end = lift?.instant("until"), end > now {
      self.lift = (kind, end, end.seconds(since: counted))
    } else {
      self.lift = nil
    }
    let isLiftOver = lift != nil && self.lift == nil && state == Pomodoro.State.paused.rawValue
    self.state = isLiftOver ? Pomodoro.State.running.rawValue : state
    let isUrgent = self.state == Pomodoro.State.running.rawValue && (remaining ?? .max) < LiveSession.urgentSeconds
    self.color = isUrgent ? LiveSession.urgentColor : color
    rounds = object["sessionCount"]?.integerValue ?? 0
    change = object.instant("staleDate")
    access = (object["access"]?.arrayValue ?? []).compactMap { $0["target"]?.stringValue }
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
