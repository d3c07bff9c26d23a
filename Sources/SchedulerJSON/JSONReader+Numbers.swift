extension JSONReader {
  /// `number = [ minus ] int [ frac ] [ exp ]`
  mutating func number() throws(JSONError) -> JSONValue {
    let start = position
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    try integerPart()
    let isFraction = skip(UInt8(ascii: "."))
    if isFraction { try digits() }
    let isScaled = skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E"))
    if isScaled {
      if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
      try digits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isFraction || isScaled {
      guard let value = Double(text), value.isFinite else { throw JSONError(.numberOutOfRange, at: start) }
      return .double(value)
    }
    guard let value = Int64(text) else { throw JSONError(.numberOutOfRange, at: start) }
    return .integer(value)
  }

  /// `int = zero / ( digit1-9 *DIGIT )`
  private mutating func integerPart() throws(JSONError) {
    let start = position
    try digits()
    if bytes[start] == UInt8(ascii: "0") && position > start + 1 { throw JSONError(.malformedNumber, at: start) }
  }

  /// `1*DIGIT`
  private mutating func digits() throws(JSONError) {
    let start = position
    while position < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) { position += 1 }
    guard position == start else { return }
    throw JSONError(position < bytes.count ? .malformedNumber : .unexpectedEnd, at: position)
  }

  /// Skips the byte and returns true if it is next.
  private mutating func skip(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }
}
