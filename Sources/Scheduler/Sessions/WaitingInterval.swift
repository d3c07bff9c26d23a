import SchedulerCivilTime
import SchedulerJSON

/// A replacing interval whose planned start has come, and that locked sessions keep from starting.
///
/// The sessions that could be ended were ended at its planned start. Sessions that have begun since then are left
/// alone.
struct WaitingInterval: Hashable, Sendable {
  /// The first unused occurrence of the interval.
  let occurrence: OccurrenceKey
  /// The planned start of the interval.
  let start: Instant
  /// The locked sessions that ran then.
  let sessions: [SessionID]
  /// The members that a newer version wrote.
  var unknown = JSONObject()
}

extension SessionBook {
  /// Returns the locked sessions that keep an interval of a profile from starting, in the order of identities; empty
  /// for none.
  ///
  /// Complexity: O(sessions) if there is such an interval.
  public func sessionsAwaited(by profile: ProfileID) -> [SessionID] {
    guard let waiting = records[profile]?.waiting else { return [] }
    let awaited = Set(waiting.sessions)
    return sessions.values.map(\.id).filter(awaited.contains).sorted()
  }

  /// Whether a locked session keeps an interval of a profile from starting.
  ///
  /// Complexity: usually O(awaited sessions), because most of them run until the last one ends.
  func awaitsSessions(_ profile: ProfileID) -> Bool {
    guard let waiting = records[profile]?.waiting else { return false }
    return sessions.values.contains { waiting.sessions.contains($0.id) }
  }

  /// Sets the waiting interval of a profile; nil if none waits any more.
  mutating func setWaiting(_ interval: WaitingInterval?, of profile: ProfileID) {
    guard records[profile]?.waiting != interval else { return }
    remember(profile) { $0.waiting = interval }
    if interval == nil { waiting.remove(profile) } else { waiting.insert(profile) }
  }
}

extension WaitingInterval: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    occurrence = try archive.field("occurrence", of: value?.occurrence)
    start = try archive.instant("start", of: value?.start)
    sessions = try archive.list("sessions", of: value?.sessions)
    unknown = archive.unknown(value?.unknown)
  }
}
