extension CivilDateTime: CustomStringConvertible {
  /// The date and time in the form `2026-11-23T09:00`, or `2026-11-23T09:00:30` if the seconds are not zero.
  public var description: String {
    var bytes: [UInt8] = []
    date.appendText(to: &bytes)
    bytes.append(UInt8(ascii: "T"))
    time.appendText(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

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
    self.init(date, time)
  }
}

extension TextCursor {
  /// Consumes a separator that RFC 3339 allows between a date and a time: `T`, `t` or a space.
  mutating func skipDateTimeSeparator() -> Bool {
    take { $0 == UInt8(ascii: "T") || $0 == UInt8(ascii: "t") || $0 == UInt8(ascii: " ") } != nil
  }
}
