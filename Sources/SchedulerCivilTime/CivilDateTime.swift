/// A date and a wall-clock time without a zone. 24:00 is stored as 00:00 of the next date.
public struct CivilDateTime: Hashable, Comparable, Sendable {
  /// The date.
  public let date: CivilDate
  /// The time, 00:00:00 to 23:59:59.
  public let time: TimeOfDay

  /// 0001-01-01 00:00:00, the first representable date and time.
  public static let min = CivilDateTime(unchecked: .min, time: .midnight)
  /// 9999-12-31 23:59:59, the last representable date and time.
  public static let max = CivilDateTime(unchecked: .max, time: TimeOfDay(unchecked: 86_399))

  @inlinable init(unchecked date: CivilDate, time: TimeOfDay) {
    self.date = date
    self.time = time
  }

  /// Creates a date and time. Returns nil only for 24:00 on 9999-12-31.
  @inlinable public init?(date: CivilDate, time: TimeOfDay) {
    self.init(localSeconds: Int64(date.epochDay) * 86_400 + Int64(time.secondsSinceMidnight))
  }

  /// Creates the date and time `localSeconds` civil seconds after 1970-01-01 00:00. Returns nil outside `min ... max`.
  @inlinable public init?(localSeconds: Int64) {
    var (days, seconds) = localSeconds.quotientAndRemainder(dividingBy: 86_400)
    if seconds < 0 {
      days -= 1
      seconds += 86_400
    }
    guard let date = CivilDate(epochDay: Int(days)) else { return nil }
    self.init(unchecked: date, time: TimeOfDay(unchecked: Int32(truncatingIfNeeded: seconds)))
  }

  /// Civil seconds since 1970-01-01 00:00, with 86,400 seconds for every day.
  @inlinable public var localSeconds: Int64 { Int64(date.epochDay) * 86_400 + Int64(time.secondsSinceMidnight) }

  /// Orders by date, then time.
  public static func < (a: CivilDateTime, b: CivilDateTime) -> Bool { a.localSeconds < b.localSeconds }
}

/// The instants that a civil date and time denotes in a zone.
public enum CivilResolution: Hashable, Sendable {
  /// Exactly one instant.
  case unique(Instant)
  /// No instant: the clocks jumped over the time. `before` interprets it with the offset in force before the gap (the
  /// later instant), `after` with the offset in force after it.
  case gap(before: Instant, after: Instant)
  /// Two instants: the clocks were set back over the time.
  case repeated(first: Instant, second: Instant)

  /// The instant that RFC 5545 (section 3.3.5) selects, called `compatible` in java.time, Temporal and jiff: the first
  /// of a repeated time; in a gap, the time interpreted with the offset in force before it.
  @inlinable public var compatible: Instant {
    switch self {
    case .unique(let instant): instant
    case .gap(let before, _): before
    case .repeated(let first, _): first
    }
  }
}

extension CivilDateTime: CustomStringConvertible {
  /// The date and time in the form `2026-11-23T09:00`, or `2026-11-23T09:00:30` if the seconds are not zero.
  public var description: String { "\(date)T\(time)" }

  /// Parses a date and time. Returns nil unless the whole text is one.
  ///
  /// ```abnf
  /// date-time = full-date ( "T" / "t" / " " ) time    ; 24:00 is 00:00 of the next date
  /// ```
  public init?(parsing text: some StringProtocol) {
    var cursor = TextCursor(Array(text.utf8))
    guard let date = CivilDate(from: &cursor), cursor.skipDateTimeSeparator(),
      let time = TimeOfDay(from: &cursor, secondsOptional: true), cursor.isAtEnd
    else { return nil }
    self.init(date: date, time: time)
  }
}

extension TextCursor {
  /// Consumes a separator that RFC 3339 allows between a date and a time: `T`, `t` or a space.
  mutating func skipDateTimeSeparator() -> Bool {
    take { $0 == UInt8(ascii: "T") || $0 == UInt8(ascii: "t") || $0 == UInt8(ascii: " ") } != nil
  }
}
