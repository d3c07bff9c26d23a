import SchedulerCivilTime
import SchedulerJSON

/// A start by hand that waits for its instant, of which a profile has at most one.
///
/// It follows its profile's clock, as windows do. It is done once, late when nobody looked in time, and missed when what it would
/// have started is over by then. It is taken back by a stop before it began.
public struct PlannedStart: Hashable, Sendable {
  /// When it is to be done.
  public let instant: Instant
  /// What it runs.
  public let kind: Strategy.Kind
  /// For how many seconds, 1 second to 7 days; nil for an open end, and for a pomodoro.
  public let lengthSeconds: Int64?
  /// What a newer version wrote beside all this.
  var unknown = JSONObject()

  /// A start at an instant.
  init(at instant: Instant, _ kind: Strategy.Kind, lengthSeconds: Int64?) {
    self.instant = instant
    self.kind = kind
    self.lengthSeconds = lengthSeconds
  }

  /// The same start at another instant.
  func moved(to instant: Instant) -> PlannedStart {
    var start = PlannedStart(at: instant, kind, lengthSeconds: lengthSeconds)
    start.unknown = unknown
    return start
  }

  /// When what it starts is over; nil for an open end, and for a pomodoro.
  public var end: Instant? { lengthSeconds.map(instant.adding(seconds:)) }

  /// How far ahead a start may be planned, in seconds: as long as the longest timer.
  static let longestAheadSeconds = TimerRules.maximumLengthSeconds
}

extension SessionBook {
  /// The start by hand that a profile waits for.
  public func plannedStart(of profile: ProfileID) -> PlannedStart? { records[profile]?.planned }

  /// All starts by hand that are waited for, the next one first. Complexity: O(profiles that have had a session).
  public var plannedStarts: [(profile: ProfileID, start: PlannedStart)] {
    records.compactMap { profile, record in record.planned.map { (profile, $0) } }
      .sorted { ($0.start.instant, $0.profile) < ($1.start.instant, $1.profile) }
  }
}

extension PlannedStart: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    instant = try archive.instant("at", value?.instant)
    kind = try archive.field("strategy", value?.kind)
    lengthSeconds = try archive.optional("length", value?.lengthSeconds)
    unknown = archive.unknown(value?.unknown)
  }
}
