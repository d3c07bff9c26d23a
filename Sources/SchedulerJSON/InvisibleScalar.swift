/// The scalars beyond ASCII that steer a terminal or reorder the text around them. They are written as escapes, so that
/// a name in a file cannot change what a person sees of the output.
enum InvisibleScalar {
  /// Returns the scalar with which UTF-8 bytes begin, and the number of its bytes, if it is one of these: a C1 control
  /// character (U+0080 to U+009F), or one of the bidirectional formatting characters of Unicode Standard Annex 9.
  static func first(in bytes: Slice<UnsafeBufferPointer<UInt8>>) -> (scalar: UInt16, byteCount: Int)? {
    let rest = bytes.prefix(3)
    guard let first = rest.first, let second = rest.dropFirst().first else { return nil }
    switch (first, second) {
    case (0xC2, 0x80...0x9F): return (UInt16(second), 2)
    case (0xD8, 0x9C): return (0x061C, 2)
    case (0xE2, 0x80...0x81):
      guard let third = rest.dropFirst(2).first else { return nil }
      let scalar = 0x2000 | UInt16(second & 1) << 6 | UInt16(third & 0x3F)
      switch scalar {
      case 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: return (scalar, 3)
      default: return nil
      }
    default: return nil
    }
  }
}
