import SchedulerCivilTime
import SchedulerJSON

/// The running sessions, and what profiles remember between sessions.
///
/// It is a value. `TimerActivity` handlers and commands change it, and pass the time of each change.
public struct SessionBook: Sendable {
  /// The record of what is remembered of a profile.
  struct Record: Hashable, Sendable {
    /// The number of sessions that the profile has had.
    var sessionCount: Int64 = 0
    /// The occurrences that no longer start anything.
    var used = UsedOccurrences()
    /// The sessions that ended last, the newest at the end.
    var ended: [SessionID] = []
    /// The planned start by hand; nil for none.
    var planned: PlannedStart?
    /// The reminder of the session that ended last; nil for none.
    var reminder: PendingReminder?
    /// The interval that would replace what runs if that were not locked; nil for none.
    var waiting: WaitingInterval?
    /// The elapsed time since which the configuration does not have the profile, in nanoseconds; nil while it does.
    var removedElapsed: Int64?
    /// The members that a newer version wrote.
    var unknown = JSONObject()

    /// The maximum number of ended sessions that a profile remembers.
    static let mostEnded = 16
  }

  /// The running sessions, by profile.
  public internal(set) var sessions: [ProfileID: Session] = [:]
  /// The records of profiles; most profiles have none.
  var records: [ProfileID: Record] = [:]
  /// The profiles with an interval that waits for locked sessions to end.
  var waiting: Set<ProfileID> = []
  /// The profiles with a record that the configuration no longer has.
  var removed: Set<ProfileID> = []
  /// The present of the previous evaluation. Everything that is open now had not ended by then.
  var previous: Present?
  /// The elapsed time that the evaluation has come to, in nanoseconds: that of the edge in progress, or of a command. What
  /// opens counts from there.
  var reached: Int64 = 0
  /// The changes since the log was last taken.
  var log = SessionLog()

  /// Creates a book without sessions.
  public init() {}

  /// The session of a profile; nil for none.
  public subscript(profile: ProfileID) -> Session? { sessions[profile] }

  /// Whether a profile has a session. It does not copy the session.
  func isRunning(_ profile: ProfileID) -> Bool { sessions.index(forKey: profile) != nil }

  /// Returns the occurrences of a profile that no longer start anything.
  public func used(of profile: ProfileID) -> UsedOccurrences { records[profile]?.used ?? UsedOccurrences() }

  /// Changes the record of a profile.
  mutating func remember(_ profile: ProfileID, by change: (inout Record) -> Void) {
    change(&records[profile, default: Record()])
    log.changed.insert(profile)
  }

  /// Changes the session of a profile. Does nothing if there is none.
  mutating func change<Result>(_ profile: ProfileID, by change: (inout Session) -> Result) -> Result? {
    guard let position = sessions.index(forKey: profile) else { return nil }
    log.changed.insert(profile)
    return change(&sessions.values[position])
  }

  /// Records an event of a profile's session.
  mutating func note(
    _ name: EventName, activity: ActivityName? = nil, of profile: ProfileID, at planned: Instant,
    message: String? = nil, mode: Pomodoro.Mode? = nil
  ) {
    guard let session = sessions[profile] else { return }
    log.entries.append(
      SessionLog.Entry(
        name: name, activity: activity, profile: session.profile, session: session.id, planned: planned,
        message: message, mode: mode))
  }
}

extension SessionBook {
  /// Returns the log, and begins a new one.
  mutating func takeLog() -> SessionLog {
    defer { log = SessionLog() }
    return log
  }
}
