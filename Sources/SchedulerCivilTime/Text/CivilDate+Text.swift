extension CivilDate: CustomStringConvertible {
  /// The date as `2026-11-23`.
  public var description: String {
    var bytes: [UInt8] = []
    appendText(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends what `description` says, without making a string.
  public func appendText(to bytes: inout [UInt8]) {
    bytes.append(addingCapacity: 10) { $0.append(self) }
  }

  /// The date that the whole text writes as `description` does, or nil.
  public init?(parsing text: some StringProtocol) { self.init(parsing: Array(text.utf8)) }

  /// The date that all of the bytes write as `description` does, or nil.
  public init?(parsing bytes: [UInt8]) {
    var cursor = TextCursor(bytes)
    self.init(from: &cursor)
    guard cursor.isAtEnd else { return nil }
  }

  /// Reads a date of the calendar, years 0001 to 9999.
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
