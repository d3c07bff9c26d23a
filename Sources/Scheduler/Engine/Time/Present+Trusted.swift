import CivilTime

extension Present {
  /// Whether the wall clock shows what the trusted clock shows.
  public var isWallTrusted: Bool { trusted == Delivery(moment) }

  /// The elapsed time at which the trusted clock shows an instant.
  func elapsed(atTrusted instant: Instant) -> Int64 {
    elapsed + Nanoseconds.from((trusted.instant, trusted.nanosecond), to: (instant, 0))
  }

  /// The second that the wall clock shows when the trusted clock shows an instant, if nobody sets it meanwhile.
  func wall(atTrusted instant: Instant) -> Instant {
    Delivery(moment).adding(nanoseconds: elapsed(atTrusted: instant) - elapsed).instant
  }
}
