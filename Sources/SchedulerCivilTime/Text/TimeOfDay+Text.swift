extension TimeOfDay: CustomStringConvertible {
  /// The time in the form `09:00`, or `09:00:30` if the seconds are not zero. The end of a day is `24:00`.
  public var description: String {
    var bytes: [UInt8] = []
    appendText(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends `description` without allocating a string.
  public func appendText(to bytes: inout [UInt8]) {
    bytes.appendClock(Int(secondsSinceMidnight), secondsOptional: true)
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
