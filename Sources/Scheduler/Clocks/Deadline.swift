import SchedulerCivilTime

/// The clock that a profile lives by: its windows, planned starts, warnings and renewals of breaks follow no other.
public enum ProfileClock: CaseIterable, Sendable {
  /// The wall clock, which administrators may set.
  case wall
  /// The trusted clock, which does not follow a setting of the wall clock for a day.
  case trusted
}

/// When something ends: by a clock, as windows do, or after a stretch of elapsed time, as durations do.
public enum Deadline: Hashable, Sendable {
  /// When the wall clock shows this instant.
  case wall(Instant)
  /// When the trusted clock shows this instant.
  case trusted(Instant)
  /// When elapsed time, counted in nanoseconds by the engine's own clock, reaches this.
  case elapsed(Int64)

  /// When a clock shows an instant.
  init(_ instant: Instant, by clock: ProfileClock) {
    switch clock {
    case .wall: self = .wall(instant)
    case .trusted: self = .trusted(instant)
    }
  }

  /// The instant that its clock has to show; nil for elapsed time.
  var clockInstant: Instant? {
    switch self {
    case .wall(let instant), .trusted(let instant): instant
    case .elapsed: nil
    }
  }
}
