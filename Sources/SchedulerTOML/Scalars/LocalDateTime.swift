/// A date without a time and a zone, as in `2026-11-23`.
///
/// Only dates that exist are read; years go from 0 to 9999, as in RFC 3339, by the rules of the Gregorian calendar.
public struct LocalDate: Hashable, Sendable {
  /// 0 to 9999.
  public var year: Int
  /// 1 to 12.
  public var month: Int
  /// 1 to 31.
  public var day: Int

  /// A date of these parts, which are not checked.
  public init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// How many days a month (1 to 12) has.
  static func dayCount(year: Int, month: Int) -> Int {
    switch month {
    case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

/// A time of day without a date and a zone, as in `09:00`, `09:00:30` and `09:00:30.25`.
public struct LocalTime: Hashable, Sendable {
  /// 0 to 23.
  public var hour: Int
  /// 0 to 59.
  public var minute: Int
  /// 0 to 59; leap seconds cannot be written.
  public var second: Int
  /// 0 to 999,999,999; digits of the source behind the ninth are cut off, not rounded.
  public var nanosecond: Int

  /// A time of these parts, which are not checked.
  public init(hour: Int, minute: Int, second: Int, nanosecond: Int) {
    self.hour = hour
    self.minute = minute
    self.second = second
    self.nanosecond = nanosecond
  }
}

/// A date and a time without a zone, as in `2026-11-23T09:00:00`.
public struct LocalDateTime: Hashable, Sendable {
  /// The date.
  public var date: LocalDate
  /// The time of day.
  public var time: LocalTime

  /// A date and a time.
  public init(date: LocalDate, time: LocalTime) {
    self.date = date
    self.time = time
  }
}

/// A date and a time with an offset from UTC, as in `2026-11-23T09:00:00+01:00`: an instant.
public struct OffsetDateTime: Hashable, Sendable {
  /// The date and the time as written.
  public var local: LocalDateTime
  /// Minutes east of UTC, -1439 to 1439; 0 for `Z`.
  public var offsetMinutes: Int
  /// Whether `Z` was written, not `+00:00`.
  public var isUTCDesignator: Bool

  /// A local date-time at that offset.
  public init(local: LocalDateTime, offsetMinutes: Int, isUTCDesignator: Bool) {
    self.local = local
    self.offsetMinutes = offsetMinutes
    self.isUTCDesignator = isUTCDesignator
  }
}
