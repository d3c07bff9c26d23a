/// A wall-clock time without a date, to the second: 00:00:00 to 23:59:59, and 24:00 for the end of a day.
public struct TimeOfDay: Hashable, Comparable, Sendable {
  /// Seconds since midnight on the wall clock, 0 to 86,400.
  public let secondsSinceMidnight: Int32

  /// 00:00.
  public static let midnight = TimeOfDay(unchecked: 0)
  /// 24:00, the midnight at the end of the day.
  public static let endOfDay = TimeOfDay(unchecked: 86_400)

  @inlinable init(unchecked seconds: Int32) { secondsSinceMidnight = seconds }

  /// Creates the time that many seconds after midnight. Returns nil outside 0 ... 86,400.
  public init?(secondsSinceMidnight: Int) {
    guard (0...86_400).contains(secondsSinceMidnight) else { return nil }
    self.secondsSinceMidnight = Int32(secondsSinceMidnight)
  }

  /// Creates a time from an hour (0 to 23), minute and second (0 to 59), or 24:00:00. Returns nil for other values.
  public init?(hour: Int, minute: Int, second: Int = 0) {
    guard (0...24).contains(hour), (0...59).contains(minute), (0...59).contains(second) else { return nil }
    self.init(secondsSinceMidnight: hour * 3600 + minute * 60 + second)
  }

  /// The hour (0 to 24), the minute and the second.
  public var components: (hour: Int, minute: Int, second: Int) {
    let seconds = Int(secondsSinceMidnight)
    return (seconds / 3600, seconds / 60 % 60, seconds % 60)
  }

  /// Orders by time.
  @inlinable public static func < (a: TimeOfDay, b: TimeOfDay) -> Bool {
    a.secondsSinceMidnight < b.secondsSinceMidnight
  }
}

extension TimeOfDay: CustomStringConvertible {
  /// The time in the form `09:00`, or `09:00:30` if the seconds are not zero. The end of a day is `24:00`.
  public var description: String { String(appending: appendText) }

  /// Appends `description` without allocating a string.
  public func appendText(to bytes: inout [UInt8]) {
    bytes.append(addingCapacity: 8) { $0.appendClock(Int(secondsSinceMidnight), secondsOptional: true) }
  }

  /// Parses a time with or without seconds. Returns nil unless the whole text is one.
  public init?(parsing text: some StringProtocol) { self.init(parsing: Array(text.utf8)) }

  /// Parses a time with or without seconds. Returns nil unless all of the bytes are one.
  public init?(parsing bytes: [UInt8]) {
    var cursor = TextCursor(bytes)
    self.init(from: &cursor, secondsOptional: true)
    guard cursor.isAtEnd else { return nil }
  }

  /// Parses a time.
  ///
  /// ```abnf
  /// time   = 2DIGIT ":" 2DIGIT [ ":" 2DIGIT ]     ; 00:00:00 to 23:59:59, or 24:00:00
  /// ```
  ///
  /// The seconds may be omitted only if `secondsOptional` is true.
  init?(from cursor: inout TextCursor, secondsOptional: Bool) {
    guard let hour = cursor.number(ofDigits: 2), cursor.skip(UInt8(ascii: ":")),
      let minute = cursor.number(ofDigits: 2)
    else { return nil }
    var second = 0
    if cursor.skip(UInt8(ascii: ":")) {
      guard let number = cursor.number(ofDigits: 2) else { return nil }
      second = number
    } else if !secondsOptional {
      return nil
    }
    self.init(hour: hour, minute: minute, second: second)
  }
}
