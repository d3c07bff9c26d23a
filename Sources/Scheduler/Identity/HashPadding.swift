/// The padding of messages for SHA-1 and SHA-256 (FIPS 180-4, section 5.1.1).
enum HashPadding {
  /// Returns the message, a one bit, zero bits and the length in bits, padded to a multiple of 64 bytes.
  static func padded(_ message: [UInt8]) -> [UInt8] {
    var padded = message
    padded.reserveCapacity((message.count + 72) / 64 * 64)
    padded.append(0x80)
    while padded.count % 64 != 56 { padded.append(0) }
    let bits = UInt64(message.count) * 8
    return padded + (0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * $0)) }
  }
}
