import Scheduler

/// A field of a template. The raw values are the names between its braces.
enum StatusField: String, CaseIterable {
  case profile, session, link, mode
  case modeName = "mode_name"
  case modeLabel = "mode_label"
  case state, shield
  case time, clock, remaining, elapsed, total, percent
  case remainingSeconds = "remaining_seconds"
  case elapsedSeconds = "elapsed_seconds"
  case totalSeconds = "total_seconds"
  case until, lift
  case liftRemaining = "lift_remaining"
  case liftUntil = "lift_until"
  case access, rounds, color, change, count, next
  case nextProfile = "next_profile"

  /// The rate at which a field changes while nothing happens.
  enum Pace: Comparable {
    case never, eachDay, eachMinute, eachSecond
  }

  /// The rate at which the field changes while nothing happens.
  var pace: Pace {
    switch self {
    case .clock, .remainingSeconds, .elapsedSeconds: .eachSecond
    case .time, .remaining, .elapsed, .percent, .liftRemaining, .color: .eachMinute
    case .until, .liftUntil, .change, .next: .eachDay
    default: .never
    }
  }

  /// Returns the text of the field; empty if it does not apply.
  func text(of status: BarStatus) -> String {
    switch self {
    case .state: status.sessions.first?.state.rawValue ?? "idle"
    case .shield: status.shield.rawValue
    case .count: "\(status.sessions.count)"
    case .next: status.next.map { status.words($0.start) } ?? ""
    case .nextProfile: status.next?.profile ?? ""
    default: status.sessions.first.map { text(of: $0, status) } ?? ""
    }
  }

  private func text(of session: BarSession, _ status: BarStatus) -> String {
    func minutes(_ seconds: Int64?) -> String { seconds.map { BarWords.minutes($0, isLeft: true) } ?? "" }
    return switch self {
    case .profile: session.profile.text
    case .session: session.id.description
    case .link: session.link
    case .mode: session.mode.rawValue
    case .modeName: session.mode.displayName
    case .modeLabel: session.mode.label
    case .until: session.end.map(status.words) ?? ""
    case .lift: session.lift?.kind.rawValue ?? ""
    case .liftUntil: session.lift.map { status.words($0.end) } ?? ""
    case .access: session.access.joined(separator: ", ")
    case .rounds: "\(session.rounds)"
    case .color: session.color
    case .change: session.change.map(status.words) ?? ""
    case .time: session.shownMinutes
    case .clock: LiveSession.countdown(seconds: session.shown)
    case .remaining: minutes(session.remaining)
    case .liftRemaining: minutes(session.lift?.left)
    case .total: minutes(session.total)
    case .elapsed: BarWords.minutes(session.elapsed, isLeft: false)
    case .percent: session.percent.map { "\($0)" } ?? ""
    case .remainingSeconds: session.remaining.map { "\($0)" } ?? ""
    case .elapsedSeconds: "\(session.elapsed)"
    case .totalSeconds: session.total.map { "\($0)" } ?? ""
    default: ""
    }
  }
}
