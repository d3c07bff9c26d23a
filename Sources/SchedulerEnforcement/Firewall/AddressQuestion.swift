/// A question to a name server about the addresses of a name, and what an answer says (RFC 1035, section 4; RFC 3596).
///
///     query = id flags counts *( length label ) %x00 type class     ; type A or AAAA, class IN
///
/// The answer of a name with an alias contains the addresses of the name that the alias leads to.
struct AddressQuestion: Hashable, Sendable {
  /// The name, in ASCII form and lower case.
  let name: String
  /// The family of the addresses that are asked for.
  let family: NetworkAddress.Family

  /// What an answer says.
  enum Answer: Hashable, Sendable {
    /// The name has these addresses, for a number of seconds. None if it does not exist.
    case addresses([NetworkAddress], seconds: UInt32)
    /// The server has refused or failed.
    case failure
  }

  /// The time for which an answer without an address holds, in seconds.
  private static let emptySeconds: UInt32 = 300

  private var type: UInt8 { family == .four ? 1 : 28 }

  /// Returns the bytes of the question, with a request for recursion; nil if the name is none of DNS.
  func message(id: UInt16) -> [UInt8]? {
    let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard name.utf8.count <= 253, labels.allSatisfy({ (1...63).contains($0.count) }) else { return nil }
    var bytes: [UInt8] = [UInt8(id >> 8), UInt8(id & 0xFF), 0x01, 0x00, 0, 1, 0, 0, 0, 0, 0, 0]
    for label in labels { bytes += [UInt8(label.count)] + label }
    return bytes + [0, 0, type, 0, 1]
  }

  /// Returns the ID of a message; nil if it is too short.
  static func id(of message: [UInt8]) -> UInt16? {
    message.count < headerSize ? nil : UInt16(message[0]) << 8 | UInt16(message[1])
  }

  private static let headerSize = 12

  /// Returns what a message says; nil if it is no answer to this question with that ID. What is cut off at the end of a
  /// message is left out.
  func answer(in message: [UInt8], id: UInt16) -> Answer? {
    guard let query = self.message(id: id), message.count >= query.count, Self.id(of: message) == id else { return nil }
    // A response to a standard query, with one question, which is repeated. The case of letters does not matter.
    guard message[2] & 0xF8 == 0x80, message[4] == 0, message[5] == 1 else { return nil }
    for place in Self.headerSize..<query.count where Self.lowered(message[place]) != Self.lowered(query[place]) {
      return nil
    }
    switch message[3] & 0x0F {
    case 0: return records(of: message, from: query.count)
    case 3: return .addresses([], seconds: Self.emptySeconds)
    default: return .failure
    }
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  /// Reads the records of the answer section.
  private func records(of message: [UInt8], from start: Int) -> Answer {
    var addresses: [NetworkAddress] = []
    var seconds: UInt32?
    var rest = message[start...]
    for _ in 0..<(Int(message[6]) << 8 | Int(message[7])) {
      guard Self.skipName(in: &rest), rest.count >= 10 else { break }
      let header = Array(rest.prefix(10))
      rest = rest.dropFirst(10)
      let length = Int(header[8]) << 8 | Int(header[9])
      guard rest.count >= length else { break }
      let ttl = header[4..<8].reduce(0) { $0 << 8 | UInt32($1) }
      // RFC 2181, section 8: a number with the highest bit set is zero.
      seconds = min(seconds ?? .max, ttl > Int32.max ? 0 : ttl)
      let isAsked = header[0] == 0 && header[1] == type && header[2] == 0 && header[3] == 1
      if isAsked, length == (family == .four ? 4 : 16), let address = NetworkAddress(bytes: rest.prefix(length)) {
        addresses.append(address)
      }
      rest = rest.dropFirst(length)
    }
    return .addresses(addresses, seconds: addresses.isEmpty ? Self.emptySeconds : seconds ?? Self.emptySeconds)
  }

  /// Skips a name with its end or its pointer (RFC 1035, section 4.1.4). Returns false if it is cut off.
  private static func skipName(in rest: inout ArraySlice<UInt8>) -> Bool {
    while let length = rest.popFirst() {
      if length == 0 { return true }
      if length & 0xC0 == 0xC0 { return rest.popFirst() != nil }
      guard length & 0xC0 == 0, rest.count >= Int(length) else { return false }
      rest = rest.dropFirst(Int(length))
    }
    return false
  }
}
