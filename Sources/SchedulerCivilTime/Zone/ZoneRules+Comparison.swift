extension ZoneRules {
  /// The years 1 to 9999, in seconds since 1970-01-01T00:00:00Z.
  private static let civilYears = Instant(epochSeconds: -62_135_596_800)..<Instant(epochSeconds: 253_402_300_800)

  /// Whether both zones have the same local time from the year 1 to 9999, as two names of one zone do, for example
  /// `UTC` and `Etc/UTC`.
  ///
  /// Abbreviations (`CET`) and daylight saving flags are not compared. Zones that agree only today, such as
  /// Europe/Berlin and Europe/Paris, differ in the past.
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

extension ZoneRules {
  /// A number that identifies the rules: equal for zones with the same local time at every instant of the years 1970 to
  /// 2069, independent of their names, and different for other zones except in one of 2^64 cases.
  ///
  /// The value is stable across versions and may be stored. It is the 64-bit FNV-1a hash of the ends and offsets of the
  /// segments of those years.
  ///
  /// Complexity: O(changes of offset), about 10 µs.
  public var fingerprint: UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var start: Int64 = 0
    while start < Self.fingerprintEnd {
      let segment = segment(at: Instant(epochSeconds: start))
      start = min(segment.end, Self.fingerprintEnd)
      hash.mix(UInt64(bitPattern: start))
      hash.mix(UInt64(bitPattern: Int64(segment.offset.seconds)))
    }
    return hash
  }

  /// 2070-01-01T00:00:00Z.
  private static let fingerprintEnd: Int64 = 3_155_760_000
}

extension UInt64 {
  fileprivate mutating func mix(_ value: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      self = (self ^ (value >> shift & 0xFF)) &* 0x100_0000_01b3
    }
  }
}
