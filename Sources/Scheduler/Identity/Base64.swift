/// Base64, with the alphabet of RFC 4648, section 4.
public enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let values = Dictionary(uniqueKeysWithValues: zip(alphabet, UInt32(0)...))

  /// Encodes bytes as text with padding.
  public static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
      for place in 0..<4 {
        let letter = alphabet[Int(bits >> (18 - 6 * UInt32(place)) & 0b11_1111)]
        text.append(place <= group.count ? letter : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes a text. Returns nil if it contains other characters or its padding is wrong.
  public static func bytes(of text: String) -> [UInt8]? {
    let characters = Array(text.utf8)
    let padding = characters.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard characters.count % 4 == 0, padding <= 2 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count / 4 * 3)
    var group: UInt32 = 0
    for (index, character) in characters.dropLast(padding).enumerated() {
      guard let value = values[character] else { return nil }
      group = group << 6 | value
      guard index % 4 == 3 else { continue }
      bytes += [UInt8(truncatingIfNeeded: group >> 16), UInt8(truncatingIfNeeded: group >> 8), UInt8(group & 0xFF)]
      group = 0
    }
    // Bits that belong to no byte must be zero, so that each sequence of bytes has exactly one encoding.
    switch padding {
    case 1 where group & 0b11 == 0: bytes += [UInt8(group >> 10), UInt8(group >> 2 & 0xFF)]
    case 2 where group & 0b1111 == 0: bytes.append(UInt8(group >> 4))
    case 0: break
    default: return nil
    }
    return bytes
  }
}
