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

extension Deadline: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    let wall = try archive.optionalInstant("wall", value?.wallInstant)
    let trusted = try archive.optionalInstant("trusted", value?.trustedInstant)
    let elapsed = try archive.optional("elapsed", value?.elapsedTime)
    switch (wall, trusted, elapsed) {
    case (let wall?, nil, nil): self = .wall(wall)
    case (nil, let trusted?, nil): self = .trusted(trusted)
    // Older versions ended what is strict by the wall clock and by elapsed time.
    case (let wall?, nil, _?): self = .trusted(wall)
    default:
      try archive.require(wall == nil && trusted == nil && elapsed != nil, "elapsed", "one deadline")
      self = .elapsed(elapsed ?? 0)
    }
  }

  /// The instant that the wall clock has to show; nil for another deadline.
  var wallInstant: Instant? { if case .wall(let instant) = self { instant } else { nil } }
  /// The instant that the trusted clock has to show; nil for another deadline.
  var trustedInstant: Instant? { if case .trusted(let instant) = self { instant } else { nil } }
  private var elapsedTime: Int64? { if case .elapsed(let nanoseconds) = self { nanoseconds } else { nil } }
}
