/// The clock rules of one zone: the local time at any instant, and the instants that a civil time denotes.
///
/// A value is one pointer, immutable and free to share between threads. Every operation accepts all arguments, in the
/// years 1 to 9999 and outside of them, and none traps. Each is a binary search in some thousand numbers, which takes
/// tens of nanoseconds, without locks, caches or allocation unless noted.
///
/// ```swift
/// let berlin = try ZoneRules(identifier: "Europe/Berlin", posixRule: "CET-1CEST,M3.5.0,M10.5.0/3")
/// let civil = CivilDateTime(parsing: "2026-03-29T02:30")!          // in the gap of that night
/// berlin.resolve(civil).compatible.rfc3339(in: berlin)             // 2026-03-29T03:30:00+02:00
/// ```
///
/// It does not know how time was kept before zones had laws, nor leap seconds, nor calendars other than the Gregorian
/// one, which it extends over all of time.
public struct ZoneRules: Sendable {
  @usableFromInline let table: ZoneTable

  /// The zone's name, such as `Europe/Berlin`, as given by the creator of the value.
  public var identifier: String { table.identifier }

  /// The rules of UTC, with the identifier `UTC`.
  public static let utc = ZoneRules(
    identifier: "UTC",
    history: ZoneHistory(
      rule: POSIXRule(
        standard: LocalTimeType(offset: .zero, isDaylight: false, designation: "UTC"), daylight: nil)))

  /// Creates the rules from the bytes of a TZif file of version 1 to 4 (RFC 9636).
  ///
  /// The first local time type applies before the first transition (section 3.2). After the last transition the
  /// footer's rule applies, or without a footer the last type for ever. Changes of only the abbreviation or the
  /// daylight saving flag are not transitions.
  ///
  /// - Throws: `TZifError` for any bytes that are not a valid file, and for files that count leap seconds.
  /// - Complexity: O(*n* log *n*) in the number of transitions; tens of microseconds, about 40 kB.
  public init(identifier: String, tzif bytes: [UInt8]) throws(TZifError) {
    self.init(identifier: identifier, history: try ZoneHistory(tzif: bytes))
  }

  /// Creates the rules of a POSIX `TZ` string such as `CET-1CEST,M3.5.0,M10.5.0/3` or `<+03>-3`, for all of time.
  ///
  /// The grammar is that of POSIX.1-2024, section 8.3, with hours from −167 to 167 (RFC 9636, section 3.3.1). Daylight
  /// saving time without days follows the rule of the United States, as in glibc.
  ///
  /// - Throws: `POSIXRuleError` with the position in the text.
  public init(identifier: String, posixRule: String) throws(POSIXRuleError) {
    self.init(identifier: identifier, history: ZoneHistory(rule: try POSIXRule(parsing: Array(posixRule.utf8))))
  }

  private init(identifier: String, history: ZoneHistory) {
    table = ZoneTable(identifier: identifier, history: history)
  }

  /// Returns the offset in force at an instant.
  public func offset(at instant: Instant) -> UTCOffset { table.offset(at: instant.epochSeconds) }

  /// Returns the longest run with a constant offset that contains the instant.
  public func segment(at instant: Instant) -> ZoneSegment { table.segment(at: instant.epochSeconds) }

  /// Returns the local time at an instant. Outside the years 1 to 9999, returns the first or last representable time.
  public func civil(at instant: Instant) -> CivilDateTime {
    let local = instant.epochSeconds &+ Int64(offset(at: instant).seconds)
    return CivilDateTime(localSeconds: local) ?? (instant.epochSeconds < 0 ? .min : .max)
  }

  /// Returns the instants at which the local time is `civil`.
  ///
  /// If there are three, returns the first two. A time in a gap is interpreted with the offsets on both sides of it.
  public func resolve(_ civil: CivilDateTime) -> CivilResolution { table.resolve(civil.localSeconds) }

  /// Returns the instants at which the local time is `localSeconds` civil seconds after 1970-01-01 00:00, as
  /// `resolve(_:)` does.
  ///
  /// Within a day of the ends of `Int64` the instants wrap around.
  public func resolve(localSeconds: Int64) -> CivilResolution { table.resolve(localSeconds) }

  /// Returns the first change of offset after an instant, or nil if there are no more changes.
  public func nextTransition(after instant: Instant) -> ZoneTransition? {
    let segment = segment(at: instant)
    guard segment.end != .max else { return nil }
    let end = Instant(epochSeconds: segment.end)
    return ZoneTransition(instant: end, before: segment.offset, after: offset(at: end))
  }

  /// Whether the local time passes through that date: 2011-12-30 did not exist in Apia.
  public func dateExists(_ date: CivilDate) -> Bool { table.showsAnyOfDay(from: Int64(date.epochDay) * 86_400) }

  /// Returns the abbreviation in force at an instant, such as `CEST` or `+03`. For display only: linear in the number
  /// of transitions.
  public func abbreviation(at instant: Instant) -> String { table.history.type(at: instant.epochSeconds).designation }
}

/// A source of zone rules: the machine's zone files, or fixed rules in tests.
public protocol ZoneSource: Sendable {
  /// Returns the rules of an IANA identifier such as `Europe/Berlin`, or of `UTC`, which needs no file.
  func rules(for identifier: String) throws(ZoneError) -> ZoneRules
  /// Returns the rules of the machine: `$TZ`, else `/etc/localtime`, else UTC.
  func systemRules() throws(ZoneError) -> ZoneRules
  /// Returns every available identifier, sorted; empty if there is no zone database. Reads directories.
  func identifiers() -> [String]
}
