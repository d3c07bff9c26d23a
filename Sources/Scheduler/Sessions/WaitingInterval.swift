import SchedulerCivilTime
import SchedulerJSON

/// An interval that replaces, whose planned start has come, and that locked sessions keep from starting.
///
/// What could be ended was ended at its planned start; what has begun since then is let be.
struct WaitingInterval: Hashable, Sendable {
  /// The first of its occurrences that is not used.
  let occurrence: OccurrenceKey
  /// Its planned start.
  let start: Instant
  /// The locked sessions that ran then.
  let sessions: [SessionID]
  /// What a newer version wrote beside all this.
  var unknown = JSONObject()
}

extension SessionBook {
  /// The locked sessions that keep an interval of a profile from starting, in the order of identities; empty for none.
  ///
  /// Complexity: O(sessions) when there is such an interval.
  public func sessionsAwaited(by profile: ProfileID) -> [SessionID] {
    guard let waiting = records[profile]?.waiting else { return [] }
    return sessions.values.map(\.id).filter(waiting.sessions.contains).sorted()
  }

  /// Lets the interval of a profile wait; nil when it does not any more.
  mutating func setWaiting(_ interval: WaitingInterval?, of profile: ProfileID) {
    guard records[profile]?.waiting != interval else { return }
    remember(profile) { $0.waiting = interval }
    if interval == nil { waiting.remove(profile) } else { waiting.insert(profile) }
  }
}

extension WaitingInterval: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    occurrence = try archive.field("occurrence", value?.occurrence)
    start = try archive.instant("start", value?.start)
    sessions = try archive.list("sessions", value?.sessions)
    unknown = archive.unknown(value?.unknown)
  }
}
