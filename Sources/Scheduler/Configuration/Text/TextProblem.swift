import SchedulerDiagnostics

/// A problem within a string of the configuration, with its position in the decoded UTF-8 bytes.
struct TextProblem: Error, Equatable {
  let code: DiagnosticCode
  /// The bytes of the string concerned.
  let range: Range<Int>
  let message: String
  var help: [String] = []
}

/// Reads the decoded bytes of a short string from left to right.
struct TextScanner {
  let bytes: [UInt8]
  private(set) var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  init(_ text: String) { self.init(Array(text.utf8)) }

  var isAtEnd: Bool { position == bytes.count }
  var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Skips the next byte if it is `byte`. Returns whether it was.
  mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: byte) else { return false }
    position += 1
    return true
  }

  /// Skips the next byte if it is a decimal digit, and returns its value.
  mutating func takeDigit() -> Int? {
    guard let byte = peek, isASCIIDigit(byte) else { return nil }
    position += 1
    return Int(byte - UInt8(ascii: "0"))
  }

  /// Skips bytes while they satisfy a condition and returns their range.
  mutating func take(while condition: (UInt8) -> Bool) -> Range<Int> {
    let start = position
    while position < bytes.count, condition(bytes[position]) { position += 1 }
    return start..<position
  }

  /// Skips spaces and tabs.
  mutating func skipBlanks() { _ = take { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } }

  /// The rest up to the next blank, which a message about it underlines; at least one byte unless at the end.
  var restOfWord: Range<Int> {
    var end = position
    while end < bytes.count, bytes[end] != UInt8(ascii: " "), bytes[end] != UInt8(ascii: "\t") { end += 1 }
    return position..<max(end, min(position + 1, bytes.count))
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

func isASCIIDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

func isASCIILetter(_ byte: UInt8) -> Bool {
  let lower = byte | 0x20
  return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
}

func isHexadecimalDigit(_ byte: UInt8) -> Bool { isASCIIDigit(byte) || (0x61...0x66).contains(byte | 0x20) }
