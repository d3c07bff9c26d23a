import SchedulerCivilTime

extension Present {
  /// Whether the wall clock shows what the trusted clock shows.
  public var isWallTrusted: Bool { trusted == Delivery(moment) }

  /// What the trusted clock would show had no boot come with an earlier clock: the latest that is known of the time. It
  /// may be past the true time where a clock that was set forward was trusted at a boot.
  var latestKnown: Instant { trusted.instant.adding(seconds: behindSeconds) }

  /// The elapsed time at which the trusted clock shows an instant.
  func elapsed(atTrusted instant: Instant) -> Int64 {
    elapsed + Nanoseconds.from((trusted.instant, trusted.nanosecond), to: (instant, 0))
  }

  /// The second that the wall clock shows when the trusted clock shows an instant, if nobody sets it meanwhile.
  func wall(atTrusted instant: Instant) -> Instant {
    Delivery(moment).adding(nanoseconds: elapsed(atTrusted: instant) - elapsed).instant
  }
}
