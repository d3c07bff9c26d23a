/// A date without a time or a zone, as in `2026-11-23`.
///
/// The parser accepts only dates that exist in the Gregorian calendar, in the years 0 to 9999, as in RFC 3339.
public struct LocalDate: Hashable, Sendable {
  /// The year, 0 to 9999.
  public var year: Int
  /// The month, 1 to 12.
  public var month: Int
  /// The day, 1 to 31.
  public var day: Int

  /// Returns the number of days of a month (1 to 12).
  static func dayCount(year: Int, month: Int) -> Int {
    switch month {
    case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

/// A time of day without a date or a zone, as in `09:00`, `09:00:30` and `09:00:30.25`.
public struct LocalTime: Hashable, Sendable {
  /// The hour, 0 to 23.
  public var hour: Int
  /// The minute, 0 to 59.
  public var minute: Int
  /// The second, 0 to 59. Leap seconds are not allowed.
  public var second: Int
  /// The nanosecond, 0 to 999,999,999. Digits after the ninth are truncated, not rounded.
  public var nanosecond: Int
}

/// A date and a time without a zone, as in `2026-11-23T09:00:00`.
public struct LocalDateTime: Hashable, Sendable {
  /// The date.
  public var date: LocalDate
  /// The time of day.
  public var time: LocalTime
}

/// A date and a time with an offset from UTC, as in `2026-11-23T09:00:00+01:00`. It denotes an instant.
public struct OffsetDateTime: Hashable, Sendable {
  /// The date and the time as written.
  public var local: LocalDateTime
  /// The offset in minutes east of UTC, -1439 to 1439; 0 for `Z`.
  public var offsetMinutes: Int
  /// Whether the offset was written as `Z` and not as `+00:00`.
  public var isUTCDesignator: Bool
}
