/// A universally unique identifier (RFC 9562) of 128 bits, parsed in either case and written in lower case.
public struct UUIDValue: Hashable, Comparable, Sendable, CustomStringConvertible {
  private let high: UInt64
  private let low: UInt64
}

extension UUIDValue {
  /// The namespace of names that are URLs (RFC 9562, section 6.6).
  public static let urlNamespace = UUIDValue(high: 0x6ba7_b811_9dad_11d1, low: 0x80b4_00c0_4fd4_30c8)

  /// Parses the form `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` of hexadecimal digits. Returns nil for any other text.
  public init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard bytes.count == 36 else { return nil }
    var words: (high: UInt64, low: UInt64) = (0, 0)
    for (position, byte) in bytes.enumerated() {
      if [8, 13, 18, 23].contains(position) {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let digit = Self.hexadecimalValue(of: byte) else { return nil }
      words = (words.high << 4 | words.low >> 60, words.low << 4 | digit)
    }
    self.init(high: words.high, low: words.low)
  }

  /// Creates the version 5 identifier of a name in a namespace. Equal names give equal identifiers on every machine.
  public init(version5Of name: String, in namespace: UUIDValue) {
    let digest = SHA1.digest(namespace.bytes + Array(name.utf8))
    high = (UInt64(digest[0]) << 32 | UInt64(digest[1])) & ~0xF000 | 0x5000
    low = (UInt64(digest[2]) << 32 | UInt64(digest[3])) & ~(3 << 62) | (2 << 62)
  }

  /// The 16 bytes, most significant first.
  public var bytes: [UInt8] {
    (0..<16).map { position in
      let word = position < 8 ? high : low
      return UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * (position % 8)))
    }
  }

  /// The 36 characters of the identifier, in lower case.
  public var description: String { String(decoding: utf8, as: UTF8.self) }

  /// The UTF-8 bytes of `description`.
  public var utf8: [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(36)
    append(to: &text)
    return text
  }

  /// Appends the UTF-8 bytes of `description`.
  func append(to text: inout [UInt8]) {
    // Four digits at a time: one by one is several times slower, and records contain many identifiers.
    withUnsafeTemporaryAllocation(byteCount: 36, alignment: 4) { characters in
      characters.initializeMemory(as: UInt8.self, repeating: UInt8(ascii: "-"))
      for group in 0..<8 {
        let value = (group < 4 ? high : low) >> UInt64(48 - 16 * (group & 3))
        let hyphens = min(max(group - 1, 0), 4)
        characters.storeBytes(
          of: Self.hexadecimalDigits(UInt16(truncatingIfNeeded: value)).bigEndian, toByteOffset: 4 * group + hyphens,
          as: UInt32.self)
      }
      text.append(contentsOf: characters)
    }
  }

  /// Orders like the written form.
  public static func < (a: UUIDValue, b: UUIDValue) -> Bool { (a.high, a.low) < (b.high, b.low) }

  /// Returns the four digits of 16 bits as bytes, the first in the most significant one.
  private static func hexadecimalDigits(_ value: UInt16) -> UInt32 {
    let pairs = (UInt32(value) << 8 | UInt32(value)) & 0x00FF_00FF
    let digits = (pairs << 4 | pairs) & 0x0F0F_0F0F
    let areLetters = (digits + 0x0606_0606) >> 4 & 0x0101_0101
    return digits + 0x0101_0101 * UInt32(UInt8(ascii: "0"))
      + areLetters * UInt32(UInt8(ascii: "a") - UInt8(ascii: "0") - 10)
  }

  private static func hexadecimalValue(of byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
