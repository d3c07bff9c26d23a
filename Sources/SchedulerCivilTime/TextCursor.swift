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

// Texts of a known length are appended with one check of the array's capacity.

extension OutputSpan<UInt8> {
  /// Appends a number from 0 to 99 as two decimal digits.
  @inline(__always)
  mutating func appendTwoDigits(_ number: UInt32) {
    let (tens, ones) = number.quotientAndRemainder(dividingBy: 10)
    append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: tens))
    append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: ones))
  }

  /// Appends a date in 10 bytes: `2026-11-23`.
  mutating func append(_ date: CivilDate) {
    let (year, month, day) = date.components
    let (century, yearOfCentury) = UInt32(truncatingIfNeeded: year).quotientAndRemainder(dividingBy: 100)
    appendTwoDigits(century)
    appendTwoDigits(yearOfCentury)
    append(UInt8(ascii: "-"))
    appendTwoDigits(UInt32(truncatingIfNeeded: month))
    append(UInt8(ascii: "-"))
    appendTwoDigits(UInt32(truncatingIfNeeded: day))
  }

  /// Appends hours, minutes and, unless they are zero and optional, seconds, in up to 8 bytes: `09:00`, `09:00:30`.
  mutating func appendClock(_ seconds: Int, secondsOptional: Bool) {
    let (minutes, second) = UInt32(truncatingIfNeeded: seconds).quotientAndRemainder(dividingBy: 60)
    let (hour, minute) = minutes.quotientAndRemainder(dividingBy: 60)
    appendTwoDigits(hour)
    append(UInt8(ascii: ":"))
    appendTwoDigits(minute)
    guard !secondsOptional || second != 0 else { return }
    append(UInt8(ascii: ":"))
    appendTwoDigits(second)
  }

  /// Appends an offset in up to 9 bytes: `+01:00`. Hours of 100 and more, which no zone has, lose digits.
  mutating func append(_ offset: UTCOffset) {
    append(UInt8(ascii: offset.seconds < 0 ? "-" : "+"))
    appendClock(abs(Int(offset.seconds)), secondsOptional: true)
  }
}

extension String {
  /// Creates the string whose UTF-8 a function appends.
  package init(appending append: (inout [UInt8]) -> Void) {
    var bytes: [UInt8] = []
    append(&bytes)
    self.init(decoding: bytes, as: UTF8.self)
  }
}
