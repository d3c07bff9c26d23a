import SchedulerCivilTime
import SchedulerJSON

/// The sessions that run, and what profiles remember between sessions.
///
/// A value. It is changed by `TimerActivity` handlers and by commands, each of which says what time it is.
public struct SessionBook: Sendable {
  /// What is remembered of a profile.
  struct Record: Hashable, Sendable {
    /// How many sessions it has had.
    var sessionCount: Int64 = 0
    /// The occurrences that start nothing any more.
    var used = UsedOccurrences()
    /// The sessions that ended last, the newest at the end.
    var ended: [SessionID] = []
    /// The start by hand that it waits for.
    var planned: PlannedStart?
    /// What is to be said of the session that ended last.
    var reminder: PendingReminder?
    /// The interval that would replace what runs, were that not locked.
    var waiting: WaitingInterval?
    /// Elapsed time since which the configuration does not have it any more, in nanoseconds.
    var removedElapsed: Int64?
    /// What a newer version wrote beside all this.
    var unknown = JSONObject()

    /// Of so many sessions a profile remembers that they have ended.
    static let mostEnded = 16
  }

  /// The sessions that run, by profile.
  public internal(set) var sessions: [ProfileID: Session] = [:]
  /// What is remembered, by profile; nothing for most.
  var records: [ProfileID: Record] = [:]
  /// The profiles of which an interval waits for locked sessions to end.
  var waiting: Set<ProfileID> = []
  /// The profiles of which something is remembered although the configuration does not have them any more.
  var removed: Set<ProfileID> = []
  /// The present of the evaluation before: what is open had not ended by then.
  var previous: Present?
  /// What happened since the log was last taken.
  var log = SessionLog()

  /// A book without sessions.
  public init() {}

  /// The session of a profile.
  public subscript(profile: ProfileID) -> Session? { sessions[profile] }

  /// Whether a profile has a session: without a copy of it.
  func isRunning(_ profile: ProfileID) -> Bool { sessions.index(forKey: profile) != nil }

  /// The occurrences of a profile that start nothing any more.
  public func used(of profile: ProfileID) -> UsedOccurrences { records[profile]?.used ?? UsedOccurrences() }

  /// Changes what is remembered of a profile.
  mutating func remember(_ profile: ProfileID, _ change: (inout Record) -> Void) {
    change(&records[profile, default: Record()])
    log.changed.insert(profile)
  }

  /// Changes the session of a profile; nothing when none runs.
  mutating func change<Result>(_ profile: ProfileID, _ change: (inout Session) -> Result) -> Result? {
    guard let position = sessions.index(forKey: profile) else { return nil }
    log.changed.insert(profile)
    return change(&sessions.values[position])
  }

  /// Notes an event of a profile's session.
  mutating func note(
    _ name: EventName, _ activity: ActivityName? = nil, of profile: ProfileID, at planned: Instant,
    message: String? = nil
  ) {
    guard let session = sessions[profile] else { return }
    log.entries.append(
      SessionLog.Entry(
        name: name, activity: activity, profile: session.profile, session: session.id, planned: planned,
        message: message))
  }
}

extension SessionBook {
  /// Takes what happened out of the book.
  mutating func takeLog() -> SessionLog {
    defer { log = SessionLog() }
    return log
  }
}
