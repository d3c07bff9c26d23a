/// The bytes with a meaning in TOML, by their Unicode names.
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
  /// The letter in lower case; other bytes below 0x40 and marks may change too, so compare with letters only.
  @inline(__always) var lowercased: UInt8 { self | 0x20 }
  /// A control character that TOML allows nowhere but in line ends and as a tab: U+0000 to U+001F and U+007F.
  @inline(__always) var isControl: Bool { self < 0x20 || self == .delete }

  /// The value as a digit of base 16 or lower, or nil.
  @inline(__always) var digitValue: UInt8? {
    if isDigit { return self &- 0x30 }
    let letter = lowercased &- 0x61
    return letter < 6 ? letter &+ 10 : nil
  }
}
