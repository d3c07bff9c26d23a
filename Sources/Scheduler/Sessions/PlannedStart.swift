import SchedulerCivilTime
import SchedulerJSON

/// A start by hand that waits for its instant. A profile has at most one.
///
/// It follows the profile's clock, as windows do. It is carried out once, late if no evaluation came in time. It is
/// missed if what it would have started is over by then. A stop withdraws it if the profile has no session.
public struct PlannedStart: Hashable, Sendable {
  /// The instant of the start.
  public let instant: Instant
  /// The strategy that it runs.
  public let kind: Strategy.Kind
  /// The length in seconds, from 1 second to 7 days; nil for an open end, and for a pomodoro.
  public let lengthSeconds: Int64?
  /// The members that a newer version wrote.
  var unknown = JSONObject()

  /// Returns this start with another instant.
  func moved(to instant: Instant) -> PlannedStart {
    PlannedStart(instant: instant, kind: kind, lengthSeconds: lengthSeconds, unknown: unknown)
  }

  /// The end of what it starts; nil for an open end, and for a pomodoro.
  public var end: Instant? { lengthSeconds.map(instant.adding(seconds:)) }

  /// The maximum time ahead of a planned start, in seconds: the length of the longest timer.
  static let longestAheadSeconds = TimerRules.maximumLengthSeconds
}

extension SessionBook {
  /// Returns the planned start of a profile; nil for none.
  public func plannedStart(of profile: ProfileID) -> PlannedStart? { records[profile]?.planned }

  /// The planned starts, the next one first. Complexity: O(profiles that have had a session).
  public var plannedStarts: [(profile: ProfileID, start: PlannedStart)] {
    records.compactMap { profile, record in record.planned.map { (profile, $0) } }
      .sorted { ($0.start.instant, $0.profile) < ($1.start.instant, $1.profile) }
  }
}

extension PlannedStart: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    instant = try archive.instant("at", of: value?.instant)
    kind = try archive.field("strategy", of: value?.kind)
    lengthSeconds = try archive.optional("length", of: value?.lengthSeconds)
    unknown = archive.unknown(value?.unknown)
  }
}
