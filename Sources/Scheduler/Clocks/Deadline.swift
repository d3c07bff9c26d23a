import SchedulerCivilTime

/// When something ends: on the wall clock, as windows do, or after a stretch of elapsed time, as durations do.
public enum Deadline: Hashable, Sendable {
  /// When the wall clock shows this instant.
  case wall(Instant)
  /// When elapsed time, counted in nanoseconds by the engine's own clock, reaches this.
  case elapsed(Int64)
  /// When both are reached: what a strict session keeps, no clock that is set ends.
  case locked(wall: Instant, elapsed: Int64)

  /// What the wall clock has to show for it; nil for elapsed time alone.
  var wallInstant: Instant? {
    switch self {
    case .wall(let instant), .locked(let instant, _): instant
    case .elapsed: nil
    }
  }
}
