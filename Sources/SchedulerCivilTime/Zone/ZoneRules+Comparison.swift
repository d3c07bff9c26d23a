extension ZoneRules {
  /// From the year 1 to the end of 9999, in seconds since 1970-01-01T00:00:00Z.
  private static let civilYears = Instant(epochSeconds: -62_135_596_800)..<Instant(epochSeconds: 253_402_300_800)

  /// Whether the clocks of both show the same from the year 1 to 9999: two names of one zone, such as `UTC` and `Etc/UTC`.
  ///
  /// Only what the clocks show counts, not what it is called (`CET`) nor whether it is daylight saving time. Zones that
  /// only agree today, such as Europe/Berlin and Europe/Paris, differ in the past.
  ///
  /// Complexity: linear in the changes of the clocks up to the first that differs; a millisecond for two names of a zone
  /// with daylight saving time.
  public func showsSame(as other: ZoneRules) -> Bool { showsSame(as: other, in: Self.civilYears) }

  /// Whether the clocks of both show the same at all instants of a range.
  ///
  /// Complexity: linear in the changes of the clocks in the range, up to the first that differs.
  public func showsSame(as other: ZoneRules, in range: Range<Instant>) -> Bool {
    guard table !== other.table else { return true }
    var now = range.lowerBound
    while now < range.upperBound {
      let (own, others) = (segment(at: now), other.segment(at: now))
      guard own.offset == others.offset else { return false }
      now = Instant(epochSeconds: min(own.end, others.end))
    }
    return true
  }
}
