extension TimeOfDay: CustomStringConvertible {
  /// The time as `09:00`, or `09:00:30` when the seconds are not zero; the end of a day is `24:00`.
  public var description: String {
    var bytes: [UInt8] = []
    appendText(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends what `description` says, without making a string.
  public func appendText(to bytes: inout [UInt8]) {
    bytes.append(addingCapacity: 8) { $0.appendClock(Int(secondsSinceMidnight), secondsOptional: true) }
  }

  /// The time that the whole text writes, with or without seconds, or nil.
  public init?(parsing text: some StringProtocol) { self.init(parsing: Array(text.utf8)) }

  /// The time that all of the bytes write, with or without seconds, or nil.
  public init?(parsing bytes: [UInt8]) {
    var cursor = TextCursor(bytes)
    self.init(from: &cursor, secondsOptional: true)
    guard cursor.isAtEnd else { return nil }
  }

  /// Reads a time.
  ///
  /// ```abnf
  /// time   = 2DIGIT ":" 2DIGIT [ ":" 2DIGIT ]     ; 00:00:00 to 23:59:59, or 24:00:00; seconds as asked for
  /// ```
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
