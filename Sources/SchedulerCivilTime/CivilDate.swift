/// A date of the proleptic Gregorian calendar without a zone: 0001-01-01 to 9999-12-31.
///
/// A date is stored as a count of days, so comparing dates and adding days are single instructions.
public struct CivilDate: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01, negative before.
  public let epochDay: Int32

  /// 0001-01-01, the first representable date.
  public static let min = CivilDate(unchecked: -719_162)
  /// 9999-12-31, the last representable date.
  public static let max = CivilDate(unchecked: 2_932_896)

  @inlinable init(unchecked epochDay: Int32) { self.epochDay = epochDay }

  /// Creates the date `epochDay` days after 1970-01-01. Returns nil outside `min ... max`.
  @inlinable public init?(epochDay: Int) {
    guard epochDay >= -719_162, epochDay <= 2_932_896 else { return nil }
    self.epochDay = Int32(truncatingIfNeeded: epochDay)
  }

  /// Creates a date from a year (1 to 9999), a month (1 to 12) and a day. Returns nil if there is no such date.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month) else { return nil }
    guard day >= 1, day <= Self.daysInMonth(year: year, month: month) else { return nil }
    epochDay = Int32(Self.epochDay(year: year, month: month, day: day))
  }

  /// Returns the days since 1970-01-01 of a year, a month (1 to 12) and a day. Counts years from March so that leap
  /// days come last. The year may lie outside 1 to 9999 as long as the result fits in an `Int`.
  static func epochDay(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// Returns the number of days of a month (1 to 12).
  public static func daysInMonth(year: Int, month: Int) -> Int {
    switch month {
    case 2: isLeapYear(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Whether the year has a 29 February.
  public static func isLeapYear(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  /// Year, month (1 to 12) and day (1 to 31).
  ///
  /// Source: Neri and Schneider, "Euclidean affine functions and their application to calendar algorithms", 2022. The
  /// quotient and the remainder of a multiplication take the place of divisions.
  public var components: (year: Int, month: Int, day: Int) {
    let quarterDay = 4 * UInt32(truncatingIfNeeded: Int(epochDay) + Self.daysFromMarchOfYear0) + 3
    let (century, quarterOfCentury) = quarterDay.quotientAndRemainder(dividingBy: 146_097)
    let product = 2_939_745 * UInt64(quarterOfCentury | 3)
    let yearOfCentury = UInt32(truncatingIfNeeded: product >> 32)
    let dayOfYear = UInt32(truncatingIfNeeded: product) / 2_939_745 / 4
    let monthAndDay = 2141 * dayOfYear + 197_913
    let (month, day) = (monthAndDay >> 16, (monthAndDay & 0xFFFF) / 2141)
    let year = Int(100 * century + yearOfCentury)
    return dayOfYear >= 306 ? (year + 1, Int(month) - 12, Int(day) + 1) : (year, Int(month), Int(day) + 1)
  }

  /// Days from 0000-03-01 to 1970-01-01.
  private static let daysFromMarchOfYear0 = 719_468

  /// The inverse of `epochDay(year:month:day:)`, also outside `min ... max`.
  static func components(ofEpochDay epochDay: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = epochDay + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  /// The day of the week.
  @inlinable public var weekday: Weekday {
    let index = (Int(epochDay) + 3) % 7
    return Weekday(rawValue: Int8(truncatingIfNeeded: index < 0 ? index + 8 : index + 1)).unsafelyUnwrapped
  }

  /// The Monday of this date's week, or nil before the first representable Monday.
  public var mondayOfWeek: CivilDate? { adding(days: -Int(weekday.rawValue - 1)) }

  /// Returns the date `days` later (earlier if negative), or nil outside `min ... max`.
  @inlinable public func adding(days: Int) -> CivilDate? {
    let (day, overflow) = Int(epochDay).addingReportingOverflow(days)
    return overflow ? nil : CivilDate(epochDay: day)
  }

  /// Orders by time.
  @inlinable public static func < (a: CivilDate, b: CivilDate) -> Bool { a.epochDay < b.epochDay }
}

/// A day of the week, numbered as in ISO 8601: Monday is 1, Sunday is 7.
public enum Weekday: Int8, CaseIterable, Sendable, Hashable, Comparable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  /// The English name: `Monday`.
  public var name: String {
    switch self {
    case .monday: "Monday"
    case .tuesday: "Tuesday"
    case .wednesday: "Wednesday"
    case .thursday: "Thursday"
    case .friday: "Friday"
    case .saturday: "Saturday"
    case .sunday: "Sunday"
    }
  }

  /// The first three letters of the English name: `Mon`.
  public var abbreviation: String { String(appending: appendAbbreviation) }

  /// Appends what `abbreviation` returns.
  public func appendAbbreviation(to bytes: inout [UInt8]) {
    var name = name
    name.withUTF8 { bytes.append(contentsOf: UnsafeBufferPointer(rebasing: $0.prefix(3))) }
  }

  /// Orders within the week, Monday first.
  public static func < (a: Weekday, b: Weekday) -> Bool { a.rawValue < b.rawValue }

  /// Returns the number of days from this weekday to the next `other`, 0 (the same weekday) to 6.
  public func days(until other: Weekday) -> Int { Int((other.rawValue - rawValue + 7) % 7) }
}

extension CivilDate: CustomStringConvertible {
  /// The date in the form `2026-11-23`.
  public var description: String { String(appending: appendText) }

  /// Appends `description` without allocating a string.
  public func appendText(to bytes: inout [UInt8]) { bytes.append(addingCapacity: 10) { $0.append(self) } }

  /// Parses the form of `description`. Returns nil unless the whole text is a date.
  public init?(parsing text: some StringProtocol) { self.init(parsing: Array(text.utf8)) }

  /// Parses the form of `description`. Returns nil unless all of the bytes are a date.
  public init?(parsing bytes: [UInt8]) {
    var cursor = TextCursor(bytes)
    self.init(from: &cursor)
    guard cursor.isAtEnd else { return nil }
  }

  /// Parses a date in the years 0001 to 9999.
  ///
  /// ```abnf
  /// full-date = 4DIGIT "-" 2DIGIT "-" 2DIGIT      ; RFC 3339, section 5.6
  /// ```
  init?(from cursor: inout TextCursor) {
    guard let year = cursor.number(ofDigits: 4), cursor.skip(UInt8(ascii: "-")),
      let month = cursor.number(ofDigits: 2), cursor.skip(UInt8(ascii: "-")),
      let day = cursor.number(ofDigits: 2)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }
}
