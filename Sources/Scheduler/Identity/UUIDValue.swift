/// A universally unique identifier (RFC 9562): 128 bits, read in either case, written in lower case.
public struct UUIDValue: Hashable, Comparable, Sendable, CustomStringConvertible {
  private let high: UInt64
  private let low: UInt64

  /// The namespace of names that are URLs (RFC 9562, section 6.6).
  public static let urlNamespace = UUIDValue(high: 0x6ba7_b811_9dad_11d1, low: 0x80b4_00c0_4fd4_30c8)

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Reads the 36 characters `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` in hexadecimal digits; nil for anything else.
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

  /// The identifier of version 5 for a name in a namespace: equal names make equal identifiers, on every machine.
  public init(version5Of name: String, in namespace: UUIDValue) {
    let digest = SHA1.digest(namespace.bytes + Array(name.utf8))
    high = (UInt64(digest[0]) << 32 | UInt64(digest[1])) & ~0xF000 | 0x5000
    low = (UInt64(digest[2]) << 32 | UInt64(digest[3])) & ~(3 << 62) | (2 << 62)
  }

  /// The 16 bytes, most significant first.
  public var bytes: [UInt8] {
    (0..<16).map { UInt8(truncatingIfNeeded: ($0 < 8 ? high : low) >> UInt64(56 - 8 * ($0 % 8))) }
  }

  /// The 36 characters, in lower case.
  public var description: String { String(decoding: utf8, as: UTF8.self) }

  /// The 36 characters of `description` in UTF-8.
  public var utf8: [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(36)
    append(to: &text)
    return text
  }

  /// Appends the 36 characters of `description` in UTF-8.
  func append(to text: inout [UInt8]) {
    // All at once: one by one is several times slower, and records are full of identifiers.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 36) { characters in
      characters.initialize(repeating: UInt8(ascii: "-"))
      var place = 0
      for position in 0..<32 {
        if position & 3 == 0, 8...20 ~= position { place += 1 }
        let digit = (position < 16 ? high : low) >> UInt64(60 - 4 * (position & 15)) & 15
        characters[place] = Self.hexadecimalDigit(UInt8(truncatingIfNeeded: digit))
        place += 1
      }
      text.append(contentsOf: characters)
    }
  }

  /// Orders as the written form does.
  public static func < (a: UUIDValue, b: UUIDValue) -> Bool { (a.high, a.low) < (b.high, b.low) }

  private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
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
