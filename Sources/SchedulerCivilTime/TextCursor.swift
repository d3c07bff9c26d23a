/// Reads a short text byte by byte. A read that returns nil or false consumes nothing.
struct TextCursor {
  private let bytes: [UInt8]
  /// The number of bytes consumed.
  private(set) var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  /// The next byte, not consumed; nil at the end.
  var next: UInt8? { isAtEnd ? nil : bytes[position] }

  /// Consumes the next byte if it equals `byte`.
  mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  /// Consumes and returns the next byte if it satisfies `condition`.
  mutating func take(where condition: (UInt8) -> Bool) -> UInt8? {
    guard let byte = next, condition(byte) else { return nil }
    position += 1
    return byte
  }

  /// Consumes exactly `count` decimal digits and returns their value.
  mutating func number(ofDigits count: Int) -> Int? {
    guard bytes.count - position >= count else { return nil }
    var value = 0
    for byte in bytes[position..<position + count] {
      guard byte.isDigit else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    position += count
    return value
  }

  /// Consumes 1 to `limit` decimal digits and returns their value. Returns nil if there is no digit or there are more.
  mutating func number(ofAtMost limit: Int) -> Int? {
    let count = bytes[position...].prefix { $0.isDigit }.count
    return count >= 1 && count <= limit ? number(ofDigits: count) : nil
  }
}

extension UInt8 {
  /// Whether this is one of the ASCII digits `0` to `9`.
  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  /// Whether this is an ASCII letter.
  var isLetter: Bool { self | 0x20 >= UInt8(ascii: "a") && self | 0x20 <= UInt8(ascii: "z") }
}

extension [UInt8] {
  /// Appends a number from 0 to 99 as two decimal digits.
  mutating func appendTwoDigits(_ number: Int) {
    append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number / 10))
    append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number % 10))
  }

  /// Appends hours and minutes, as in `09:00`, and the seconds unless they are zero and optional, as in `09:00:30`.
  mutating func appendClock(_ seconds: Int, secondsOptional: Bool) {
    appendTwoDigits(seconds / 3600)
    append(UInt8(ascii: ":"))
    appendTwoDigits(seconds / 60 % 60)
    guard !secondsOptional || seconds % 60 != 0 else { return }
    append(UInt8(ascii: ":"))
    appendTwoDigits(seconds % 60)
  }
}
