import SchedulerCivilTime

/// The clock that a profile follows. Its windows, planned starts, warnings and renewals of breaks follow no other.
public enum ProfileClock: CaseIterable, Sendable {
  /// The wall clock, which administrators may set.
  case wall
  /// The trusted clock, which does not follow a setting of the wall clock for a day.
  case trusted
}

/// The end of something: a reading of a clock, as for windows, or an elapsed time, as for durations.
public enum Deadline: Hashable, Sendable {
  /// The instant that the wall clock must show.
  case wall(Instant)
  /// The instant that the trusted clock must show.
  case trusted(Instant)
  /// The elapsed time that must be reached, in nanoseconds of the engine's own clock.
  case elapsed(Int64)

  /// Creates the deadline at which a clock shows an instant.
  init(_ instant: Instant, by clock: ProfileClock) {
    switch clock {
    case .wall: self = .wall(instant)
    case .trusted: self = .trusted(instant)
    }
  }

  /// The instant that its clock must show; nil for elapsed time.
  var clockInstant: Instant? {
    switch self {
    case .wall(let instant), .trusted(let instant): instant
    case .elapsed: nil
    }
  }
}

extension Deadline: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    let wall = try archive.optionalInstant("wall", of: value?.wallInstant)
    let trusted = try archive.optionalInstant("trusted", of: value?.trustedInstant)
    let elapsed = try archive.optional("elapsed", of: value?.elapsedTime)
    switch (wall, trusted, elapsed) {
    case (let wall?, nil, nil): self = .wall(wall)
    case (nil, let trusted?, nil): self = .trusted(trusted)
    // Older versions ended strict holds by the wall clock together with elapsed time.
    case (let wall?, nil, _?): self = .trusted(wall)
    default:
      try archive.require(wall == nil && trusted == nil && elapsed != nil, of: "elapsed", expecting: "one deadline")
      self = .elapsed(elapsed ?? 0)
    }
  }

  /// The instant that the wall clock must show; nil for another deadline.
  var wallInstant: Instant? { if case .wall(let instant) = self { instant } else { nil } }
  /// The instant that the trusted clock must show; nil for another deadline.
  var trustedInstant: Instant? { if case .trusted(let instant) = self { instant } else { nil } }
  private var elapsedTime: Int64? { if case .elapsed(let nanoseconds) = self { nanoseconds } else { nil } }
}
