import CivilTime

/// When something ends: on the wall clock, as windows do, or after a stretch of elapsed time, as durations do.
public enum Deadline: Hashable, Sendable {
  /// When the wall clock shows this instant.
  case wall(Instant)
  /// When elapsed time, counted in nanoseconds by the engine's own clock, reaches this.
  case elapsed(Int64)
}
