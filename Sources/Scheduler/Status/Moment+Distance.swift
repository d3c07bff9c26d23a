import SchedulerCivilTime

extension Moment {
  /// Returns the whole seconds from this moment to an instant, rounded down. Ends are rounded up to a whole second; if
  /// the distance were rounded up as well, more than the whole length would remain at first.
  public func seconds(until instant: Instant) -> Int64 { instant.seconds(since: wall) - (nanosecond > 0 ? 1 : 0) }
}
