extension JSONReader {
  /// `string = quotation-mark *char quotation-mark`
  ///
  /// Returns the text between the quotes with its escapes decoded.
  mutating func string() throws(JSONError) -> String {
    position += 1
    var text: [UInt8] = []
    var runStart = position
    while true {
      let byte = try peek()
      switch byte {
      case UInt8(ascii: "\""):
        text += bytes[runStart..<position]
        position += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        text += bytes[runStart..<position]
        try escape(into: &text)
        runStart = position
      case 0..<0x20: throw JSONError(.controlCharacter, at: position)
      case 0..<0x80: position += 1
      default: position += try lengthOfScalar()
      }
    }
  }

  /// Returns the length of the scalar at the position, 2 to 4 bytes, according to the table of RFC 3629, section 4.
  private func lengthOfScalar() throws(JSONError) -> Int {
    let first = bytes[position]
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard (0xC2...0xF4).contains(first) else { throw JSONError(.malformedUTF8, at: position) }
    let second: ClosedRange<UInt8> =
      switch first {
      case 0xE0: 0xA0...0xBF
      case 0xED: 0x80...0x9F
      case 0xF0: 0x90...0xBF
      case 0xF4: 0x80...0x8F
      default: 0x80...0xBF
      }
    for offset in 1..<length {
      let allowed = offset == 1 ? second : 0x80...0xBF
      guard position + offset < bytes.count, allowed.contains(bytes[position + offset]) else {
        throw JSONError(.malformedUTF8, at: position)
      }
    }
    return length
  }

  /// `char = escape ( %x22 / %x5C / %x2F / %x62 / %x66 / %x6E / %x72 / %x74 / %x75 4HEXDIG )`
  private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
    let start = position
    position += 1
    let kind = try peek()
    position += 1
    switch kind {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(kind)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text += String(Character(try escapedScalar(startingAt: start))).utf8
    default: throw JSONError(.malformedEscape, at: start)
    }
  }

  /// Decodes `\uXXXX`, or two of them that form a surrogate pair, after the first `\u`.
  private mutating func escapedScalar(startingAt start: Int) throws(JSONError) -> Unicode.Scalar {
    let first = try hexadecimal(startingAt: start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    let next = position
    guard first < 0xDC00, bytes[next...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else {
      throw JSONError(.loneSurrogate, at: start)
    }
    position += 2
    let second = try hexadecimal(startingAt: next)
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x1_0000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw JSONError(.loneSurrogate, at: start) }
    return scalar
  }

  /// `4HEXDIG`
  private mutating func hexadecimal(startingAt start: Int) throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(try peek())).hexDigitValue else {
        throw JSONError(.malformedEscape, at: start)
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }
}
