extension ZoneRules {
  /// The years 1 to 9999, in seconds since 1970-01-01T00:00:00Z.
  private static let civilYears = Instant(epochSeconds: -62_135_596_800)..<Instant(epochSeconds: 253_402_300_800)

  /// Whether both zones have the same local time from the year 1 to 9999, as two names of one zone do, for example
  /// `UTC` and
  /// `Etc/UTC`.
  ///
  /// Abbreviations (`CET`) and daylight saving flags are not compared. Zones that agree only today, such as
  /// Europe/Berlin
  /// and Europe/Paris, differ in the past.
  ///
  /// Complexity: linear in the changes of offset up to the first difference; a millisecond for two names of a zone with
  /// daylight saving time.
  public func showsSame(as other: ZoneRules) -> Bool { showsSame(as: other, in: Self.civilYears) }

  /// Whether both zones have the same local time at all instants of a range.
  ///
  /// Complexity: linear in the changes of offset within the range, up to the first difference.
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
