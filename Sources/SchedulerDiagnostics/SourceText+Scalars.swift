/// What a byte of a text begins.
struct DecodedScalar: Equatable {
  /// The scalar, or nil when the bytes there are no UTF-8.
  let scalar: Unicode.Scalar?
  /// How many bytes it takes: 1 to 4, and 1 when they are no UTF-8.
  let length: Int

  /// A byte that belongs to no scalar.
  static let invalid = DecodedScalar(scalar: nil, length: 1)
}

extension SourceText {
  /// Reads the scalar that begins at `offset` and ends at or before `end`, both within the text.
  ///
  /// Strict as RFC 3629, section 4 demands: no overlong form, no surrogate, nothing above U+10FFFF. Of a sequence that
  /// breaks off each byte is invalid by itself, so that every byte of a text is read exactly once.
  func scalar(at offset: Int, before end: Int) -> DecodedScalar {
    let first = bytes[offset]
    if first < 0x80 { return DecodedScalar(scalar: Unicode.Scalar(first), length: 1) }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard (0xC2...0xF4).contains(first), offset + length <= end else { return .invalid }
    var value = UInt32(first & (0x7F >> UInt8(length)))
    for byte in bytes[(offset + 1)..<(offset + length)] {
      guard byte & 0xC0 == 0x80 else { return .invalid }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    let least: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x1_0000
    guard value >= least, let scalar = Unicode.Scalar(value) else { return .invalid }
    return DecodedScalar(scalar: scalar, length: length)
  }
}
