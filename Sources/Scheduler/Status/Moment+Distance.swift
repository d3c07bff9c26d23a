import SchedulerCivilTime

extension Moment {
  /// The whole seconds from now to an instant, rounded down. Ends are rounded up to a whole second: rounded up twice, more
  /// would be left at first than the whole length.
  public func seconds(until instant: Instant) -> Int64 { instant.seconds(since: wall) - (nanosecond > 0 ? 1 : 0) }
}
