/// Questions to a name server about the IPv4 address of a name, and its answers (RFC 1035, section 4).
///
///     query    = id flags counts question
///     question = *( length label ) %x00 type class        ; type A, class IN
enum DNSMessage {
  /// What an answer says.
  enum Answer: Hashable, Sendable {
    /// The name does not exist, or has no address.
    case nowhere
    /// The name has records.
    case records
    /// The server has refused or failed; the code is that of RFC 1035, section 4.1.1.
    case failure(code: UInt8)
  }

  /// Returns a question, with a request for recursion.
  ///
  /// - Parameter name: at most 253 bytes in labels of at most 63, as configurations have them.
  static func query(for name: String, id: UInt16) -> [UInt8] {
    var bytes: [UInt8] = [UInt8(id >> 8), UInt8(id & 0xFF), 0x01, 0x00, 0, 1, 0, 0, 0, 0, 0, 0]
    bytes.reserveCapacity(bytes.count + name.utf8.count + 6)
    for label in name.utf8.split(separator: UInt8(ascii: ".")) {
      bytes.append(UInt8(truncatingIfNeeded: label.count))
      bytes += label
    }
    return bytes + [0, 0, 1, 0, 1]
  }

  /// Returns the id of a message; nil if it is too short.
  static func id(of message: [UInt8]) -> UInt16? {
    message.count < headerSize ? nil : UInt16(message[0]) << 8 | UInt16(message[1])
  }

  /// Returns what a message says about a question; nil if it is not an answer to it. The case of letters in the repeated
  /// question does not matter.
  static func answer(_ message: [UInt8], to query: [UInt8]) -> Answer? {
    guard message.count >= query.count, message[0] == query[0], message[1] == query[1] else { return nil }
    // A response to a standard query, with one question.
    guard message[2] & 0xF8 == 0x80, message[4] == 0, message[5] == 1 else { return nil }
    for position in headerSize..<query.count where lowered(message[position]) != lowered(query[position]) { return nil }
    let code = message[3] & 0x0F
    switch code {
    case 3: return .nowhere
    case 0: return message[6] == 0 && message[7] == 0 ? .nowhere : .records
    default: return .failure(code: code)
    }
  }

  private static let headerSize = 12

  private static func lowered(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
