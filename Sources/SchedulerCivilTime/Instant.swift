/// A point in time in whole seconds since 1970-01-01T00:00:00Z, not counting leap seconds (POSIX time).
public struct Instant: Hashable, Comparable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z, negative before.
  public let epochSeconds: Int64

  /// Creates the instant `epochSeconds` seconds after 1970-01-01T00:00:00Z.
  @inlinable public init(epochSeconds: Int64) { self.epochSeconds = epochSeconds }

  /// Orders by time.
  @inlinable public static func < (a: Instant, b: Instant) -> Bool { a.epochSeconds < b.epochSeconds }

  /// Returns the instant `seconds` later. Traps on overflow, which no date of `CivilDate` approaches.
  @inlinable public func adding(seconds: Int64) -> Instant { Instant(epochSeconds: epochSeconds + seconds) }

  /// Returns the seconds from `other` to this instant, negative if `other` is later.
  @inlinable public func seconds(since other: Instant) -> Int64 { epochSeconds - other.epochSeconds }
}

/// A reading of the clocks: the wall clock, and the time since the machine started.
///
/// The engine never reads a clock; the present is always an argument. On Linux `wall` is CLOCK_REALTIME and `boot` is
/// CLOCK_BOOTTIME, which advances during suspend and cannot be set.
public struct Moment: Hashable, Sendable {
  /// The second shown by the wall clock.
  public var wall: Instant
  /// The nanoseconds within that second, 0 to 999,999,999.
  public var nanosecond: Int64
  /// Nanoseconds since the machine started, including time in suspend.
  public var boot: Int64
  /// The identifier of this boot: on Linux the text in `/proc/sys/kernel/random/boot_id`.
  public var bootID: String

  /// Creates a reading of both clocks.
  public init(wall: Instant, nanosecond: Int64 = 0, boot: Int64, bootID: String) {
    precondition(0..<1_000_000_000 ~= nanosecond, "a fraction of a second is 0 to 999,999,999 nanoseconds")
    self.wall = wall
    self.nanosecond = nanosecond
    self.boot = boot
    self.bootID = bootID
  }
}

extension Instant: CustomStringConvertible {
  /// The instant in UTC in the form of RFC 3339: `2026-11-23T08:00:00Z`.
  ///
  /// RFC 3339 has four digits for the year. An instant outside the years 1 to 9999 is written as `@` and its seconds
  /// since 1970, the form that `date --date` accepts: `@253402300800`.
  public var description: String { String(appending: appendRFC3339(to:)) }

  /// Returns the local time in a zone with its offset: `2026-11-23T09:00:00+01:00`.
  ///
  /// UTC is written `+00:00`. Offsets with seconds, all of them historical, are written in full (`+00:53:28`), a form
  /// of ISO 8601-2 that RFC 3339 lacks. An instant outside the years 1 to 9999 is written as in `description`.
  public func rfc3339(in zone: ZoneRules) -> String {
    String(appending: { appendRFC3339(in: zone, to: &$0) })
  }

  /// Appends `description` without allocating a string.
  public func appendRFC3339(to bytes: inout [UInt8]) {
    bytes.append(addingCapacity: Self.maximumTextLength) { text in
      if appendDateTime(offset: .zero, to: &text) { text.append(UInt8(ascii: "Z")) }
    }
  }

  /// Appends `rfc3339(in:)` without allocating a string.
  public func appendRFC3339(in zone: ZoneRules, to bytes: inout [UInt8]) {
    appendRFC3339(offset: zone.offset(at: self), to: &bytes)
  }

  /// Appends the instant with this offset, without allocating a string, for a caller that knows the offset in force.
  public func appendRFC3339(offset: UTCOffset, to bytes: inout [UInt8]) {
    bytes.append(addingCapacity: Self.maximumTextLength) { appendRFC3339(offset: offset, to: &$0) }
  }

  /// Appends the instant with this offset to a span with room for `maximumTextLength` bytes.
  public func appendRFC3339(offset: UTCOffset, to text: inout OutputSpan<UInt8>) {
    if appendDateTime(offset: offset, to: &text) { text.append(offset) }
  }

  /// The maximum length of an instant in bytes: `2026-11-23T09:00:00+00:53:28`.
  public static let maximumTextLength = 28

  /// Appends date and time and returns true. Outside the years 1 to 9999, appends the count of seconds and returns
  /// false.
  private func appendDateTime(offset: UTCOffset, to text: inout OutputSpan<UInt8>) -> Bool {
    let (local, overflow) = epochSeconds.addingReportingOverflow(Int64(offset.seconds))
    guard !overflow, let civil = CivilDateTime(localSeconds: local) else {
      for byte in "@\(epochSeconds)".utf8 { text.append(byte) }
      return false
    }
    text.append(civil.date)
    text.append(UInt8(ascii: "T"))
    text.appendClock(Int(civil.time.secondsSinceMidnight), secondsOptional: false)
    return true
  }
}

extension Instant {
  /// Parses an instant in the form of RFC 3339. Returns nil unless the whole text is one.
  public init?(rfc3339 text: some StringProtocol) { self.init(rfc3339: Array(text.utf8)) }

  /// Parses an instant in the form of RFC 3339. Returns nil unless all of the bytes are one.
  ///
  /// ```abnf
  /// date-time = full-date ( "T" / "t" / " " ) full-time
  /// full-time = 2DIGIT ":" 2DIGIT ":" 2DIGIT ( "Z" / "z" / numoffset )    ; 00:00:00 to 23:59:59, offsets less than a day
  /// ```
  ///
  /// Rejects some forms of RFC 3339: fractions of a second, because an instant is whole seconds and truncation would
  /// denote another one; second 60, because POSIX time has no leap seconds; and the year 0000. Accepts the offsets with
  /// seconds that `rfc3339(in:)` writes. `-00:00`, an unknown offset, is UTC (section 4.3).
  public init?(rfc3339 bytes: [UInt8]) {
    var cursor = TextCursor(bytes)
    guard let date = CivilDate(from: &cursor), cursor.skipDateTimeSeparator(),
      let time = TimeOfDay(from: &cursor, secondsOptional: false), time < .endOfDay
    else { return nil }
    let isUTC = cursor.skip(UInt8(ascii: "Z")) || cursor.skip(UInt8(ascii: "z"))
    guard let offset = isUTC ? .zero : UTCOffset(from: &cursor), cursor.isAtEnd,
      abs(offset.seconds) < 86_400
    else { return nil }
    let local = Int64(date.epochDay) * 86_400 + Int64(time.secondsSinceMidnight)
    self.init(epochSeconds: local - Int64(offset.seconds))
  }
}
