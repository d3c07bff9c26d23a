/// An IPv4 or IPv6 address.
///
/// ```swift
/// let address = NetworkAddress("2001:db8::1")
/// ```
enum NetworkAddress: Hashable, Sendable {
  /// An IPv4 address, its first byte highest.
  case four(UInt32)
  /// An IPv6 address in two halves, its first byte highest.
  case six(high: UInt64, low: UInt64)

  /// The two families of addresses.
  enum Family: Hashable, Sendable, CaseIterable {
    case four, six
  }

  /// The family.
  var family: Family {
    switch self {
    case .four: .four
    case .six: .six
    }
  }

  /// Creates an address from the bytes of a message: four or sixteen of them. Returns nil for another number.
  init?(bytes: some Collection<UInt8>) {
    switch bytes.count {
    case 4: self = .four(UInt32(truncatingIfNeeded: Self.number(bytes)))
    case 16: self = .six(high: Self.number(bytes.prefix(8)), low: Self.number(bytes.dropFirst(8)))
    default: return nil
    }
  }

  private static func number(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

  /// Parses the text of an address: four decimal numbers, or groups of hexadecimal digits (RFC 4291, section 2.2).
  /// Returns nil for any other text.
  init?(_ text: String) {
    if let four = Self.four(text) {
      self = .four(four)
    } else if text.utf8.contains(UInt8(ascii: ":")), let groups = Self.groups(text) {
      self.init(bytes: groups.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
    } else {
      return nil
    }
  }

  /// Four decimal numbers without leading zeros.
  private static func four(_ text: String) -> UInt32? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var value: UInt32 = 0
    for part in parts {
      guard part.utf8.allSatisfy(isDigit), part == "0" || !part.hasPrefix("0"), let byte = UInt8(part) else {
        return nil
      }
      value = value << 8 | UInt32(byte)
    }
    return value
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// The eight groups of an IPv6 address.
  private static func groups(_ text: String) -> [UInt16]? {
    var parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    // An IPv4 address at the end stands for two groups.
    if let last = parts.last, let four = four(last) {
      parts[parts.count - 1] = String(four >> 16, radix: 16)
      parts.append(String(four & 0xFFFF, radix: 16))
    }
    guard (3...9).contains(parts.count) else { return nil }
    // Two colons at an end leave two empty parts there.
    for isEnd in [false, true] {
      let (outer, inner) = isEnd ? (parts.count - 1, parts.count - 2) : (0, 1)
      guard parts[outer].isEmpty else { continue }
      guard parts[inner].isEmpty else { return nil }
      parts.remove(at: outer)
      if parts == [""] { break }
    }
    var groups: [UInt16] = []
    var gap: Int?
    for part in parts {
      if part.isEmpty {
        guard gap == nil else { return nil }
        gap = groups.count
      } else {
        guard part.utf8.count <= 4, !part.hasPrefix("+"), let group = UInt16(part, radix: 16) else { return nil }
        groups.append(group)
      }
    }
    guard let gap else { return groups.count == 8 ? groups : nil }
    guard groups.count < 8 else { return nil }
    groups.insert(contentsOf: Array(repeating: 0, count: 8 - groups.count), at: gap)
    return groups
  }
}

extension NetworkAddress: CustomStringConvertible {
  /// The address in the form that nft(8) reads. All eight groups of an IPv6 address are written.
  var description: String {
    switch self {
    case .four(let value): (0..<4).map { "\(value >> (24 - 8 * $0) & 0xFF)" }.joined(separator: ".")
    case .six(let high, let low):
      (0..<8).map { String(($0 < 4 ? high : low) >> (48 - 16 * UInt64($0 % 4)) & 0xFFFF, radix: 16) }
        .joined(separator: ":")
    }
  }
}

extension NetworkAddress: Comparable {
  /// IPv4 addresses come first, each family in the order of its bytes.
  static func < (first: Self, second: Self) -> Bool {
    switch (first, second) {
    case (.four(let one), .four(let other)): one < other
    case (.four, .six): true
    case (.six, .four): false
    case (.six(let high, let low), .six(let otherHigh, let otherLow)): (high, low) < (otherHigh, otherLow)
    }
  }
}

extension NetworkAddress {
  /// Whether the address is one of the public network, which may be blocked.
  ///
  /// Never blocked are this host, the loopback, link-local and multicast addresses, those of private networks (RFC
  /// 1918, RFC 4193) and of shared ones (RFC 6598), and reserved ones (RFC 6890): a local network must work on,
  /// whatever an answer of a name server says.
  var isPublic: Bool {
    switch self {
    case .four(let value): !Self.ownFour.contains { value >> (32 - $0.length) == $0.prefix >> (32 - $0.length) }
    case .six(let high, let low): Self.isPublicSix(high, low: low)
    }
  }

  /// The IPv4 networks that are never blocked.
  private static let ownFour: [(prefix: UInt32, length: UInt32)] = [
    (0x0000_0000, 8), (0x0A00_0000, 8), (0x6440_0000, 10), (0x7F00_0000, 8), (0xA9FE_0000, 16), (0xAC10_0000, 12),
    (0xC000_0000, 24), (0xC0A8_0000, 16), (0xE000_0000, 4), (0xF000_0000, 4),
  ]

  private static func isPublicSix(_ high: UInt64, low: UInt64) -> Bool {
    // The unspecified and the loopback address, and IPv4 addresses in the form of IPv6.
    if high == 0 { return false }
    // IPv4 addresses behind a translator (RFC 6052).
    if high == 0x0064_FF9B_0000_0000 { return four(UInt32(truncatingIfNeeded: low)).isPublic }
    let start = high >> 48
    return start & 0xFFC0 != 0xFE80 && start & 0xFE00 != 0xFC00 && start & 0xFF00 != 0xFF00
  }
}
