/// The clock rules of one zone: what its clocks show at any instant, and which instants a civil time is.
///
/// A value of one pointer, immutable and free to share between threads. All questions are answered for all arguments,
/// from the year 1 to 9999 and beyond on either side, and none traps. Every answer is a binary search in some thousand
/// numbers, tens of nanoseconds, without locks, caches or allocation unless it says otherwise.
///
/// ```swift
/// let berlin = try ZoneRules(identifier: "Europe/Berlin", posixRule: "CET-1CEST,M3.5.0,M10.5.0/3")
/// let civil = CivilDateTime(parsing: "2026-03-29T02:30")!          // in the gap of that night
/// berlin.resolve(civil).compatible.rfc3339(in: berlin)             // 2026-03-29T03:30:00+02:00
/// ```
///
/// It does not know how time was kept before zones had laws, nor leap seconds, nor calendars other than the Gregorian one,
/// which it extends over all of time.
public struct ZoneRules: Sendable {
  @usableFromInline let table: ZoneTable

  /// The zone's name, such as `Europe/Berlin`; whatever its maker called it.
  public var identifier: String { table.identifier }

  /// UTC, under that name.
  public static let utc = ZoneRules(
    identifier: "UTC",
    history: ZoneHistory(
      rule: POSIXRule(
        standard: LocalTimeType(offset: .zero, isDaylight: false, designation: "UTC"), daylight: nil)))

  /// The rules in the bytes of a TZif file of version 1 to 4 (RFC 9636).
  ///
  /// Before the first transition the first local time type holds (section 3.2), after the last one the footer's rule,
  /// or without a footer the last type for ever. Changes of name or of the daylight saving flag alone are no transitions.
  ///
  /// - Throws: `TZifError` with what is wrong, for any bytes at all. Files that count leap seconds are refused.
  /// - Complexity: O(*n* log *n*) in the transitions; tens of microseconds, some 40 kB.
  public init(identifier: String, tzif bytes: [UInt8]) throws(TZifError) {
    self.init(identifier: identifier, history: try ZoneHistory(tzif: bytes))
  }

  /// The rules of a POSIX `TZ` string such as `CET-1CEST,M3.5.0,M10.5.0/3` or `<+03>-3`, for all of time.
  ///
  /// POSIX.1-2024, section 8.3, with hours from −167 to 167 (RFC 9636, section 3.3.1). Daylight saving time without days
  /// follows the rule of the United States, as in glibc.
  ///
  /// - Throws: `POSIXRuleError` with the place in the text.
  public init(identifier: String, posixRule: String) throws(POSIXRuleError) {
    self.init(identifier: identifier, history: ZoneHistory(rule: try POSIXRule(parsing: Array(posixRule.utf8))))
  }

  private init(identifier: String, history: ZoneHistory) {
    table = ZoneTable(identifier: identifier, history: history)
  }

  /// The offset in force at an instant.
  public func offset(at instant: Instant) -> UTCOffset { table.offset(at: instant.epochSeconds) }

  /// The longest run of the same offset that contains the instant.
  public func segment(at instant: Instant) -> ZoneSegment { table.segment(at: instant.epochSeconds) }

  /// What the clocks show at an instant; outside the years 1 to 9999 the first or last civil time there is.
  public func civil(at instant: Instant) -> CivilDateTime {
    let local = instant.epochSeconds &+ Int64(offset(at: instant).seconds)
    return CivilDateTime(localSeconds: local) ?? (instant.epochSeconds < 0 ? .min : .max)
  }

  /// The instants at which the clocks show a civil date and time.
  ///
  /// Should there be three, they are the first two. A time in a gap is read with the offsets on either side of it.
  public func resolve(_ civil: CivilDateTime) -> CivilResolution { table.resolve(civil.localSeconds) }

  /// The instants at which the clocks show what comes so many civil seconds after 1970-01-01 00:00, as `resolve(_:)`.
  ///
  /// Within a day of the ends of `Int64` the instants wrap around.
  public func resolve(localSeconds: Int64) -> CivilResolution { table.resolve(localSeconds) }

  /// The first change of offset after an instant, or nil when there is none any more.
  public func nextTransition(after instant: Instant) -> ZoneTransition? {
    let segment = segment(at: instant)
    guard segment.end != .max else { return nil }
    let end = Instant(epochSeconds: segment.end)
    return ZoneTransition(instant: end, before: segment.offset, after: offset(at: end))
  }

  /// Whether the clocks show any time of that date: 2011-12-30 never was in Apia.
  public func dateExists(_ date: CivilDate) -> Bool { table.showsAnyOfDay(from: Int64(date.epochDay) * 86_400) }

  /// The abbreviation in force at an instant, such as `CEST` or `+03`. Linear in the transitions; for people only.
  public func abbreviation(at instant: Instant) -> String { table.history.type(at: instant.epochSeconds).designation }
}
