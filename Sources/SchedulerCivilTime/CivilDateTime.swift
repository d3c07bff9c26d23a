/// A date and a wall-clock time without a zone. 24:00 is stored as 00:00 of the next date.
public struct CivilDateTime: Hashable, Comparable, Sendable {
  /// The date.
  public let date: CivilDate
  /// The time, 00:00:00 to 23:59:59.
  public let time: TimeOfDay

  /// 0001-01-01 00:00:00, the first representable date and time.
  public static let min = CivilDateTime(unchecked: .min, .midnight)
  /// 9999-12-31 23:59:59, the last representable date and time.
  public static let max = CivilDateTime(unchecked: .max, TimeOfDay(unchecked: 86_399))

  @inlinable init(unchecked date: CivilDate, _ time: TimeOfDay) {
    self.date = date
    self.time = time
  }

  /// Creates a date and time. Returns nil only for 24:00 on 9999-12-31.
  @inlinable public init?(_ date: CivilDate, _ time: TimeOfDay) {
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
    self.init(unchecked: date, TimeOfDay(unchecked: Int32(truncatingIfNeeded: seconds)))
  }

  /// Civil seconds since 1970-01-01 00:00, with 86,400 seconds for every day.
  @inlinable public var localSeconds: Int64 { Int64(date.epochDay) * 86_400 + Int64(time.secondsSinceMidnight) }

  /// Orders by date, then time.
  public static func < (a: CivilDateTime, b: CivilDateTime) -> Bool { a.localSeconds < b.localSeconds }
}
