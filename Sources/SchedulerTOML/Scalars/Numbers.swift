/// Parses numbers. The whole of `bytes[start..<end]` must be one.
struct NumberReader {
  private let bytes: ByteView
  private let start: Int
  private let end: Int
  private var position: Int

  init(_ bytes: ByteView, range: Range<Int>) {
    self.bytes = bytes
    start = range.lowerBound
    end = range.upperBound
    position = start
  }

  /// An integer or a float.
  enum Number: Equatable {
    case integer(Int64)
    case float(Double)
  }

  /// Checks that the range is a well-formed number and returns its kind.
  mutating func judge() throws(NumberProblem) -> Value.Kind {
    switch try form() {
    case .integer: .integer
    case .float, .special: .float
    }
  }

  /// Parses the number.
  mutating func read() throws(NumberProblem) -> Number {
    switch try form() {
    case .integer(let value): .integer(value)
    case .special(let value): .float(value)
    case .float: .float(FloatReader(bytes, range: start..<end).value)
    }
  }

  private enum Form {
    case integer(Int64)
    case special(Double)
    /// A decimal float, well-formed and not yet converted.
    case float
  }

  /// ```abnf
  /// integer = dec-int / hex-int / oct-int / bin-int
  /// dec-int = [ minus / plus ] unsigned-dec-int
  /// float = float-int-part ( exp / frac [ exp ] )
  /// float =/ special-float
  /// ```
  private mutating func form() throws(NumberProblem) -> Form {
    let sign = byte == .plus || byte == .hyphen ? byte : nil
    if sign != nil { position += 1 }
    if let special = try specialFloat() { return .special(sign == .hyphen ? -special : special) }
    if byte == .zero, let radix = try prefix(hasSign: sign != nil) { return .integer(try digits(radix)) }
    if byte == .dot { throw NumberProblem(reason: .missingIntegerPart, range: position..<position + 1) }
    let integerPart = position
    try skipDigits()
    if bytes[integerPart] == .zero, position > integerPart + 1 {
      throw NumberProblem(reason: .leadingZero, range: integerPart..<integerPart + 1)
    }
    if byte == .dot || byte?.lowercased == UInt8(ascii: "e") {
      try passFloat()
      return .float
    }
    guard position == end else { throw badDigit(10) }
    return .integer(try decimal(from: integerPart, isNegative: sign == .hyphen))
  }

  /// The byte at the position, or nil at the end of the number.
  private var byte: UInt8? { position < end ? bytes[position] : nil }

  /// ```abnf
  /// special-float = [ minus / plus ] ( inf / nan )
  /// ```
  private mutating func specialFloat() throws(NumberProblem) -> Double? {
    guard end - position == 3, bytes[position].isLetter else { return nil }
    let word = bytes[position..<end].text
    let value: Double
    switch word.lowercased() {
    case "inf": value = .infinity
    case "nan": value = .nan
    default: return nil
    }
    guard word == word.lowercased() else { throw NumberProblem(reason: .upperCaseSpecial, range: position..<end) }
    return value
  }

  /// ```abnf
  /// hex-prefix = %x30.78               ; 0x
  /// oct-prefix = %x30.6F               ; 0o
  /// bin-prefix = %x30.62               ; 0b
  /// ```
  private mutating func prefix(hasSign: Bool) throws(NumberProblem) -> Int? {
    guard position + 1 < end else { return nil }
    let letter = bytes[position + 1]
    let radix: Int
    switch letter.lowercased {
    case UInt8(ascii: "x"): radix = 16
    case UInt8(ascii: "o"): radix = 8
    case UInt8(ascii: "b"): radix = 2
    default: return nil
    }
    if hasSign { throw NumberProblem(reason: .signedPrefix, range: start..<start + 1) }
    if letter != letter.lowercased { throw NumberProblem(reason: .upperCasePrefix, range: position..<position + 2) }
    position += 2
    return radix
  }

  /// ```abnf
  /// hex-int = hex-prefix HEXDIG *( HEXDIG / underscore HEXDIG )
  /// oct-int = oct-prefix digit0-7 *( digit0-7 / underscore digit0-7 )
  /// bin-int = bin-prefix digit0-1 *( digit0-1 / underscore digit0-1 )
  /// ```
  private mutating func digits(_ radix: Int) throws(NumberProblem) -> Int64 {
    let first = position
    var value: Int64 = 0
    var overflows = false
    try skipDigits(radix: radix) { digit in
      let (product, overflow) = value.multipliedReportingOverflow(by: Int64(radix))
      let (sum, carry) = product.addingReportingOverflow(Int64(digit))
      (value, overflows) = (sum, overflows || overflow || carry)
    }
    guard position == end else { throw badDigit(radix) }
    guard !overflows else { throw NumberProblem(reason: .overflow, range: first - 2..<end) }
    return value
  }

  /// ```abnf
  /// unsigned-dec-int = DIGIT / digit1-9 1*( DIGIT / underscore DIGIT )
  /// ```
  private func decimal(from first: Int, isNegative: Bool) throws(NumberProblem) -> Int64 {
    var value: Int64 = 0
    for position in first..<end where bytes[position] != .underscore {
      let digit = Int64(bytes[position] - .zero)
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      // Negative numbers are accumulated downwards, so that the lowest one, which has no positive counterpart, is
      // reached.
      let (sum, carry) =
        isNegative ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      guard !overflow, !carry else { throw NumberProblem(reason: .overflow, range: start..<end) }
      value = sum
    }
    return value
  }

  /// ```abnf
  /// frac = decimal-point zero-prefixable-int
  /// zero-prefixable-int = DIGIT *( DIGIT / underscore DIGIT )
  /// exp = "e" float-exp-part
  /// float-exp-part = [ minus / plus ] zero-prefixable-int
  /// ```
  private mutating func passFloat() throws(NumberProblem) {
    if byte == .dot {
      let dot = position
      position += 1
      guard let next = byte, next.isDigit || next == .underscore else {
        throw NumberProblem(reason: .missingFraction, range: dot..<dot + 1)
      }
      try skipDigits()
    }
    if byte?.lowercased == UInt8(ascii: "e") {
      position += 1
      if byte == .plus || byte == .hyphen { position += 1 }
      try skipDigits()
    }
    guard position == end else { throw badDigit(10) }
  }

  /// Skips at least one digit, with single underscores between digits. Calls `use` with the value of each digit.
  private mutating func skipDigits(radix: Int = 10, _ use: (UInt8) -> Void = { _ in }) throws(NumberProblem) {
    let first = position
    while let byte {
      if byte == .underscore {
        let isBetween = position > first && position + 1 < end && isDigit(bytes[position + 1], radix: radix)
        guard isBetween else { throw NumberProblem(reason: .underscore, range: position..<position + 1) }
      } else {
        guard isDigit(byte, radix: radix), let digit = byte.digitValue else { break }
        use(digit)
      }
      position += 1
    }
    if position == first {
      throw byte == nil ? NumberProblem(reason: .missingDigits, range: start..<end) : badDigit(radix)
    }
  }

  private func isDigit(_ byte: UInt8, radix: Int) -> Bool { byte.digitValue.map { $0 < radix } ?? false }

  /// Returns the problem of the character at the position.
  private func badDigit(_ radix: Int) -> NumberProblem {
    var next = position + 1
    while next < end, bytes[next] & 0xC0 == 0x80 { next += 1 }
    return NumberProblem(reason: .badDigit(base: radix), range: position..<next)
  }
}
