/// The bytes that have a meaning in TOML, by their Unicode names.
extension UInt8 {
  static var tab: UInt8 { 0x09 }
  static var lineFeed: UInt8 { 0x0A }
  static var carriageReturn: UInt8 { 0x0D }
  static var space: UInt8 { 0x20 }
  static var quotationMark: UInt8 { 0x22 }
  static var numberSign: UInt8 { 0x23 }
  static var apostrophe: UInt8 { 0x27 }
  static var plus: UInt8 { 0x2B }
  static var comma: UInt8 { 0x2C }
  static var hyphen: UInt8 { 0x2D }
  static var dot: UInt8 { 0x2E }
  static var slash: UInt8 { 0x2F }
  static var zero: UInt8 { 0x30 }
  static var colon: UInt8 { 0x3A }
  static var equalsSign: UInt8 { 0x3D }
  static var leftBracket: UInt8 { 0x5B }
  static var backslash: UInt8 { 0x5C }
  static var rightBracket: UInt8 { 0x5D }
  static var underscore: UInt8 { 0x5F }
  static var leftBrace: UInt8 { 0x7B }
  static var rightBrace: UInt8 { 0x7D }
  static var delete: UInt8 { 0x7F }

  /// `0-9`.
  @inline(__always) var isDigit: Bool { self &- 0x30 < 10 }
  /// `A-Z a-z`.
  @inline(__always) var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
  /// The letter in lower case. Meaningful for letters only: other bytes below 0x40 and punctuation may change as well.
  @inline(__always) var lowercased: UInt8 { self | 0x20 }
  /// Whether this is a control character: U+0000 to U+001F or U+007F. TOML allows these only as line ends and tabs.
  @inline(__always) var isControl: Bool { self < 0x20 || self == .delete }

  /// The value as a digit of base 16 or lower, or nil.
  @inline(__always) var digitValue: UInt8? {
    if isDigit { return self &- 0x30 }
    let letter = lowercased &- 0x61
    return letter < 6 ? letter &+ 10 : nil
  }
}

/// A set of ASCII bytes with one bit each; a look-up is a shift and a mask. Bytes from 0x80 on are never members.
struct ByteSet {
  /// Bytes 0x00 to 0x3F.
  let low: UInt64
  /// Bytes 0x40 to 0x7F.
  let high: UInt64

  /// `A-Z a-z 0-9 - _`: the bytes of an unquoted key.
  static let bareKey = ByteSet(low: 0x03FF_2000_0000_0000, high: 0x07FF_FFFE_87FF_FFFE)
  /// Space, tab, line feed, carriage return and `, [ ] { } # = " '`: the bytes that end an unquoted value.
  static let valueEnd = ByteSet(low: 0x2000_108D_0000_2600, high: 0x2800_0000_2800_0000)
  /// `valueEnd` and the dot: the bytes that end one part of a key.
  static let keyEnd = ByteSet(low: 0x2000_508D_0000_2600, high: 0x2800_0000_2800_0000)

  @inline(__always) func contains(_ byte: UInt8) -> Bool {
    let bits = byte < 0x40 ? low : high
    return byte < 0x80 && (bits &>> UInt64(byte & 0x3F)) & 1 != 0
  }
}
