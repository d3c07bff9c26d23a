/// Questions to a name server about the IPv4 address of a name, and its answers (RFC 1035, section 4).
///
///     query    = id flags counts question
///     question = *( length label ) %x00 type class        ; type A, class IN
enum DNSMessage {
  /// What an answer says.
  enum Answer: Hashable, Sendable {
    /// The name does not exist, or has no address that leads anywhere.
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

  /// Returns a question for the version of a name server: a text of the class CHAOS (RFC 4892).
  static func versionQuery(id: UInt16) -> [UInt8] { query(for: "version.bind", id: id).dropLast(4) + [0, 16, 0, 3] }

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
    case 0: return leadsNowhere(message, recordsFrom: query.count) ? .nowhere : .records
    default: return .failure(code: code)
    }
  }

  /// Whether a message has no records, or only addresses that lead nowhere else, as block lists have them: 0.0.0.0 and
  /// those of the loopback interface.
  ///
  ///     record = ( %xC0-FF OCTET / *( length label ) %x00 ) type class ttl length data
  private static func leadsNowhere(_ message: [UInt8], recordsFrom start: Int) -> Bool {
    let count = Int(message[6]) << 8 | Int(message[7])
    var position = start
    for _ in 0..<count {
      while position < message.count, message[position] != 0, message[position] < 0xC0 {
        position += Int(message[position]) + 1
      }
      guard position < message.count else { return false }
      position += message[position] == 0 ? 1 : 2
      // Type A, class IN, a time of four bytes, and the length four.
      guard position + 14 <= message.count, message[position..<position + 4].elementsEqual([0, 1, 0, 1]),
        message[position + 8..<position + 10].elementsEqual([0, 4]),
        message[position + 10] == 127 || message[position + 10..<position + 14].elementsEqual([0, 0, 0, 0])
      else { return false }
      position += 14
    }
    return true
  }

  private static let headerSize = 12

  private static func lowered(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
