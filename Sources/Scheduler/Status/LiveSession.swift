import SchedulerCivilTime

/// A session for status bars, lock screens and pages. The names are those of a timer's live activity.
public struct LiveSession: Hashable, Sendable {
  /// A break or pause that suspends the shield of the session for a while.
  public struct OpenLift: Hashable, Sendable {
    /// The kind of the suspension.
    public let kind: Lift.Kind
    /// The time at which it ends by itself.
    public let until: Instant
  }

  /// A target that is open in the session for a while.
  public struct OpenAccess: Hashable, Sendable {
    /// The name of the target.
    public let target: String
    /// The time at which it is closed by itself.
    public let until: Instant
  }

  /// The identity of the session, constant from its start to its end.
  public let id: SessionID
  /// The key of its profile.
  public let profile: ProfileKey
  /// The link that toggles the profile. While the session runs, opening the link stops the session.
  public let link: String
  /// The seconds that remained at the time of writing; nil for an open end.
  public private(set) var remainingSeconds: Int64?
  /// The seconds that had elapsed at the time of writing.
  public private(set) var elapsedSeconds: Int64
  /// The length of the phase or hold in seconds; nil for an open end.
  public let totalDuration: Int64?
  /// The mode of the session.
  public let mode: LiveMode
  /// The state of the mode. It is also paused while a break or a pause has lifted the shield.
  public let state: Pomodoro.State
  /// The time to display, for example `24:10` or `1:30:00`: the remaining time of a break or pause, otherwise of the
  /// session. For an open end, the elapsed time.
  public private(set) var displayTime: String
  /// The instant to count down to; nil for an open end, and unless the session is running.
  public let timerEndDate: Instant?
  /// The number of completed focus phases of the pomodoro; 0 without one.
  public let sessionCount: Int64
  /// The time at which a part of this changes by itself, or nil for never.
  public let staleDate: Instant?
  /// The colour of the session, as `#rrggbb`.
  public private(set) var color: String
  /// The current break or pause, or nil if there is none.
  public let lift: OpenLift?
  /// The open targets, in the order in which they were opened.
  public let access: [OpenAccess]
  /// The time of the next break: the end of a running focus phase, or the time from which a person may start one, which
  /// may be past; nil if there is none.
  public let nextBreak: Instant?
  /// The number of attempts to use what the session blocks.
  public let attemptCount: Int64
  /// The identifier of the zone of its profile. Nil in files of earlier versions.
  public let zone: String?

  /// The colour while paused.
  public static let pausedColor = "#eab308"
  /// The colour once completed.
  public static let completedColor = "#22c55e"
  /// The colour while less than `urgentSeconds` remain.
  public static let urgentColor = "#ef4444"
  /// The remaining seconds below which a session is urgent.
  public static let urgentSeconds: Int64 = 60
}

extension LiveSession {
  /// Creates the live state of a session at a present.
  ///
  /// - Parameters:
  ///   - nextStart: the time at which a window of the profile holds next.
  ///   - zone: the identifier of the zone of the profile.
  init?(_ session: Session, at present: Present, nextStart: Instant?, zone: String) {
    guard let hold = session.shownHold(at: present) else { return nil }
    let clock = LiveClock(hold, at: present)
    id = session.id
    profile = session.profile.key
    self.zone = zone
    link = ProfileLink(.toggle, to: .id(session.profile.id)).description
    mode = LiveMode(hold)
    lift = session.lift.flatMap { lift in
      session.liftEnd(at: present).map { OpenLift(kind: lift.kind, until: $0) }
    }
    access = session.grants.map { OpenAccess(target: $0.target.text, until: session.grantEnd($0, at: present)) }
    let ownState = hold.phaseState
    nextBreak = session.nextBreak(at: present)
    attemptCount = session.attemptCount
    state = ownState == .running && lift != nil ? .paused : ownState
    remainingSeconds = clock.remaining
    elapsedSeconds = clock.elapsed
    totalDuration = clock.total
    timerEndDate = state == .running ? clock.end : nil
    let shown = session.lift?.remainingSeconds(at: present) ?? clock.remaining ?? clock.elapsed
    displayTime = Self.countdown(seconds: shown)
    sessionCount = session.pomodoro?.completedRounds ?? 0
    staleDate = [session.nextChange(at: present), nextStart].compactMap { $0 }.min()
    color = Self.color(of: mode, in: state, remaining: clock.remaining, ofProfile: session.rules.layer.screen.color)
  }

  private static func color(
    of mode: LiveMode, in state: Pomodoro.State, remaining: Int64?, ofProfile: String?
  ) -> String {
    switch state {
    case .completed: return completedColor
    case .paused: return pausedColor
    case .ready: return mode.color(ofProfile: ofProfile)
    case .running:
      let isUrgent = remaining.map { $0 < urgentSeconds } ?? false
      return isUrgent ? urgentColor : mode.color(ofProfile: ofProfile)
    }
  }

  /// Returns a number of seconds as a clock displays it: `05:00` or, from an hour on, `1:05:00`.
  public static func countdown(seconds: Int64) -> String {
    func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
    return (hours > 0 ? "\(hours):" : "") + "\(twoDigits(minutes)):\(twoDigits(seconds % 60))"
  }
}

extension Session {
  /// Returns the hold to display: a pomodoro, otherwise the hold that ends last. If ends are equal, a hold other than a
  /// window's is preferred.
  fileprivate func shownHold(at present: Present) -> Hold? {
    if let pomodoro = self[.pomodoro] { return pomodoro }
    func end(of hold: Hold) -> Int64 { hold.end.map(present.elapsed(of:)) ?? .max }
    return holds.max { (end(of: $0), $0.origin) < (end(of: $1), $1.origin) }
  }

  /// Returns the time at which its holds, its lift or its grants next change by themselves, or nil for never.
  fileprivate func nextChange(at present: Present) -> Instant? {
    var ends = holds.compactMap(\.nextChange)
    if let lift { ends.append(.elapsed(lift.deadline)) }
    ends += grants.map { .elapsed($0.deadline) }
    return ends.map(present.instant(of:)).min()
  }
}

extension Lift {
  /// Returns the seconds until its end. Rounding the end up to a whole second adds none, so a break of 15 minutes begins
  /// with 15 minutes.
  fileprivate func remainingSeconds(at present: Present) -> Int64 {
    let untilEnd = present.instant(of: .elapsed(deadline)).seconds(since: present.wall)
    let rest = allowance - max(0, present.elapsed - chargedUntil)
    return max(0, min(untilEnd, (rest + Nanoseconds.perSecond - 1) / Nanoseconds.perSecond))
  }
}

extension LiveSession {
  /// Returns this session with the values of another one for the properties that readers count themselves.
  func counted(as other: LiveSession) -> LiveSession {
    var session = self
    session.remainingSeconds = other.remainingSeconds
    session.elapsedSeconds = other.elapsedSeconds
    session.displayTime = other.displayTime
    session.color = other.color
    return session
  }
}

extension LiveSession: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    id = try archive.field("id", of: value?.id)
    profile = try archive.field("profile", of: value?.profile)
    link = try archive.field("link", of: value?.link)
    remainingSeconds = try archive.stated("remainingSeconds", orNull: value?.remainingSeconds)
    elapsedSeconds = try archive.field("elapsedSeconds", of: value?.elapsedSeconds)
    totalDuration = try archive.stated("totalDuration", orNull: value?.totalDuration)
    mode = try archive.field("modeIdentifier", of: value?.mode)
    _ = try archive.field("modeDisplayName", of: value?.mode.displayName)
    _ = try archive.field("modeLabel", of: value?.mode.label)
    state = try archive.field("stateIdentifier", of: value?.state)
    displayTime = try archive.field("displayTime", of: value?.displayTime)
    timerEndDate = try archive.stated("timerEndDate", orNull: (value?.timerEndDate).map { StoredTime($0) })?.instant
    sessionCount = try archive.field("sessionCount", of: value?.sessionCount)
    staleDate = try archive.stated("staleDate", orNull: (value?.staleDate).map { StoredTime($0) })?.instant
    color = try archive.field("color", of: value?.color)
    lift = try archive.stated("lift", orNull: value?.lift)
    access = try archive.field("access", of: value?.access)
    nextBreak = try archive.stated("nextBreak", orNull: (value?.nextBreak).map { StoredTime($0) })?.instant
    attemptCount = try archive.stated("attempts", of: value?.attemptCount, usual: 0)
    zone = try archive.stated("timezone", orNull: value?.zone)
  }
}

extension LiveSession.OpenLift: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    kind = try archive.field("kind", of: value?.kind)
    until = try archive.field("until", of: (value?.until).map { StoredTime($0) }).instant
  }
}

extension LiveSession.OpenAccess: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    target = try archive.field("target", of: value?.target)
    until = try archive.field("until", of: (value?.until).map { StoredTime($0) }).instant
  }
}

extension LiveMode: StoredScalar {}
