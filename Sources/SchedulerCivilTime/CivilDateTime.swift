/// A date and a wall-clock time, without a zone. 24:00 is the same as 00:00 of the next date and is kept as that.
public struct CivilDateTime: Hashable, Comparable, Sendable {
  /// The date.
  public let date: CivilDate
  /// The time, 00:00:00 to 23:59:59.
  public let time: TimeOfDay

  /// 0001-01-01 00:00:00, the first there is.
  public static let min = CivilDateTime(unchecked: .min, .midnight)
  /// 9999-12-31 23:59:59, the last there is.
  public static let max = CivilDateTime(unchecked: .max, TimeOfDay(unchecked: 86_399))

  @inlinable init(unchecked date: CivilDate, _ time: TimeOfDay) {
    self.date = date
    self.time = time
  }

  /// A date and time; nil only for 24:00 on 9999-12-31.
  @inlinable public init?(_ date: CivilDate, _ time: TimeOfDay) {
    self.init(localSeconds: Int64(date.epochDay) * 86_400 + Int64(time.secondsSinceMidnight))
  }

  /// The date and time that many civil seconds after 1970-01-01 00:00, or nil outside the dates there are.
  @inlinable public init?(localSeconds: Int64) {
    var (days, seconds) = localSeconds.quotientAndRemainder(dividingBy: 86_400)
    if seconds < 0 {
      days -= 1
      seconds += 86_400
    }
    guard let date = CivilDate(epochDay: Int(days)) else { return nil }
    self.init(unchecked: date, TimeOfDay(unchecked: Int32(truncatingIfNeeded: seconds)))
  }

  /// Civil seconds since 1970-01-01 00:00, as if every day had 86,400.
  @inlinable public var localSeconds: Int64 { Int64(date.epochDay) * 86_400 + Int64(time.secondsSinceMidnight) }

  /// Orders by date, then time.
  public static func < (a: CivilDateTime, b: CivilDateTime) -> Bool { a.localSeconds < b.localSeconds }
}
