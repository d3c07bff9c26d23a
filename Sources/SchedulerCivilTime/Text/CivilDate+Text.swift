extension CivilDate: CustomStringConvertible {
  /// The date in the form `2026-11-23`.
  public var description: String {
    var bytes: [UInt8] = []
    appendText(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends `description` without allocating a string.
  public func appendText(to bytes: inout [UInt8]) {
    let (year, month, day) = components
    bytes.appendTwoDigits(year / 100)
    bytes.appendTwoDigits(year % 100)
    bytes.append(UInt8(ascii: "-"))
    bytes.appendTwoDigits(month)
    bytes.append(UInt8(ascii: "-"))
    bytes.appendTwoDigits(day)
  }

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
