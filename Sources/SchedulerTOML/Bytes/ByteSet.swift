/// A set of ASCII bytes, one bit for each; a look-up is a shift and a mask. Bytes from 0x80 on are never in it.
struct ByteSet {
  /// Bytes 0x00 to 0x3F.
  let low: UInt64
  /// Bytes 0x40 to 0x7F.
  let high: UInt64

  /// `A-Z a-z 0-9 - _`: what an unquoted key is made of.
  static let bareKey = ByteSet(low: 0x03FF_2000_0000_0000, high: 0x07FF_FFFE_87FF_FFFE)
  /// Space, tab, line feed, carriage return and `, [ ] { } # = " '`: what ends an unquoted value.
  static let valueEnd = ByteSet(low: 0x2000_108D_0000_2600, high: 0x2800_0000_2800_0000)
  /// `valueEnd` and the dot: what ends one part of a key.
  static let keyEnd = ByteSet(low: 0x2000_508D_0000_2600, high: 0x2800_0000_2800_0000)

  @inline(__always) func contains(_ byte: UInt8) -> Bool {
    let bits = byte < 0x40 ? low : high
    return byte < 0x80 && (bits &>> UInt64(byte & 0x3F)) & 1 != 0
  }
}
