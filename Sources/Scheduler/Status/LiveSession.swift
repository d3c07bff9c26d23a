import SchedulerCivilTime

/// One session as bars, lock screens and pages show it. The names are those of a timer's live activity.
public struct LiveSession: Hashable, Sendable {
  /// What suspends the shield of the session for a while.
  public struct OpenLift: Hashable, Sendable {
    /// Which it is.
    public let kind: Lift.Kind
    /// When it ends by itself.
    public let until: Instant
  }

  /// A target that is open in the session for a while.
  public struct OpenAccess: Hashable, Sendable {
    /// The name of what is open.
    public let target: String
    /// When it ends by itself.
    public let until: Instant
  }

  /// The identity of the session, the same from its start to its end.
  public let id: SessionID
  /// The key of its profile.
  public let profile: ProfileKey
  /// The address that toggles the profile: opened now, it stops the session.
  public let link: String
  /// The seconds that were left when this was written; nil for an open end.
  public private(set) var remainingSeconds: Int64?
  /// The seconds that had passed when this was written.
  public private(set) var elapsedSeconds: Int64
  /// The seconds of the phase or hold; nil for an open end.
  public let totalDuration: Int64?
  /// What it runs by.
  public let mode: LiveMode
  /// What becomes of that; paused also while a break or a pause has lifted the shield.
  public let state: Pomodoro.State
  /// The time to show, such as `24:10` or `1:30:00`: what is left of a lift, else of the session; of an open end what has
  /// passed.
  public private(set) var displayTime: String
  /// The instant to count down to; nil unless it is running, and for an open end.
  public let timerEndDate: Instant?
  /// How many focus phases of the pomodoro have run to their end; 0 without one.
  public let sessionCount: Int64
  /// When something of this changes by itself; nil for never.
  public let staleDate: Instant?
  /// The colour to show it in, as `#rrggbb`.
  public private(set) var color: String
  /// The break or pause that is open; nil for none.
  public let lift: OpenLift?
  /// What is open, in the order in which it was opened.
  public let access: [OpenAccess]

  /// The colour while paused.
  public static let pausedColor = "#eab308"
  /// The colour of what is completed.
  public static let completedColor = "#22c55e"
  /// The colour while under `urgentSeconds` are left.
  public static let urgentColor = "#ef4444"
  /// Below so many seconds it is urgent.
  public static let urgentSeconds: Int64 = 60
}

extension LiveSession {
  /// A session at a present.
  ///
  /// - Parameter nextStart: when the profile's windows hold next.
  init?(_ session: Session, at present: Present, nextStart: Instant?) {
    guard let hold = session.shownHold(at: present) else { return nil }
    let clock = LiveClock(hold, at: present)
    id = session.id
    profile = session.profile.key
    link = ProfileLink(.toggle, to: .id(session.profile.id)).description
    mode = LiveMode(hold)
    lift = session.lift.flatMap { lift in
      session.liftEnd(at: present).map { OpenLift(kind: lift.kind, until: $0) }
    }
    access = session.grants.map { OpenAccess(target: $0.target.text, until: session.grantEnd($0, at: present)) }
    let ownState = hold.phaseState
    state = ownState == .running && lift != nil ? .paused : ownState
    remainingSeconds = clock.remaining
    elapsedSeconds = clock.elapsed
    totalDuration = clock.total
    timerEndDate = state == .running ? clock.end : nil
    let shown = lift.map { max(0, $0.until.seconds(since: present.wall)) } ?? clock.remaining ?? clock.elapsed
    displayTime = Self.countdown(seconds: shown)
    sessionCount = session.pomodoro?.completedRounds ?? 0
    staleDate = [session.nextChange(at: present), nextStart].compactMap { $0 }.min()
    color = Self.color(of: mode, state, remaining: clock.remaining, session.rules.layer.screen.color)
  }

  private static func color(
    of mode: LiveMode, _ state: Pomodoro.State, remaining: Int64?, _ ofProfile: String?
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

  /// So many seconds as a clock shows them: `05:00`, from an hour on `1:05:00`.
  public static func countdown(seconds: Int64) -> String {
    func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
    return (hours > 0 ? "\(hours):" : "") + "\(twoDigits(minutes)):\(twoDigits(seconds % 60))"
  }
}

extension Session {
  /// The hold that a person is shown: a pomodoro, else what ends last. Of equal ends, the one that is not a window's.
  fileprivate func shownHold(at present: Present) -> Hold? {
    if let pomodoro = self[.pomodoro] { return pomodoro }
    func end(of hold: Hold) -> Int64 { hold.end.map(present.elapsed(of:)) ?? .max }
    return holds.max { (end(of: $0), $0.origin) < (end(of: $1), $1.origin) }
  }

  /// When its holds, its lift or its grants change by themselves next; nil for never.
  fileprivate func nextChange(at present: Present) -> Instant? {
    var ends = holds.compactMap(\.nextChange)
    if let lift { ends.append(.elapsed(lift.deadline)) }
    ends += grants.map { .elapsed($0.deadline) }
    return ends.map(present.instant(of:)).min()
  }
}

extension LiveSession {
  /// The session with what readers count by themselves as another has it.
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
    id = try archive.field("id", value?.id)
    profile = try archive.field("profile", value?.profile)
    link = try archive.field("link", value?.link)
    remainingSeconds = try archive.stated("remainingSeconds", orNull: value?.remainingSeconds)
    elapsedSeconds = try archive.field("elapsedSeconds", value?.elapsedSeconds)
    totalDuration = try archive.stated("totalDuration", orNull: value?.totalDuration)
    mode = try archive.field("modeIdentifier", value?.mode)
    _ = try archive.field("modeDisplayName", value?.mode.displayName)
    _ = try archive.field("modeLabel", value?.mode.label)
    state = try archive.field("stateIdentifier", value?.state)
    displayTime = try archive.field("displayTime", value?.displayTime)
    timerEndDate = try archive.stated("timerEndDate", orNull: (value?.timerEndDate).map { StoredTime($0) })?.instant
    sessionCount = try archive.field("sessionCount", value?.sessionCount)
    staleDate = try archive.stated("staleDate", orNull: (value?.staleDate).map { StoredTime($0) })?.instant
    color = try archive.field("color", value?.color)
    lift = try archive.stated("lift", orNull: value?.lift)
    access = try archive.field("access", value?.access)
  }
}

extension LiveSession.OpenLift: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    kind = try archive.field("kind", value?.kind)
    until = try archive.field("until", (value?.until).map { StoredTime($0) }).instant
  }
}

extension LiveSession.OpenAccess: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    target = try archive.field("target", value?.target)
    until = try archive.field("until", (value?.until).map { StoredTime($0) }).instant
  }
}

extension LiveMode: StoredScalar {}
