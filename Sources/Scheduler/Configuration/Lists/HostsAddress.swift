/// The address at the start of a line of a hosts file.
enum HostsAddress {
  /// An address that block lists use to block a name: 0.0.0.0, 127.0.0.1, :: or ::1.
  case nowhere
  /// Any other address.
  case other

  /// Classifies a word. Returns nil if it is not an address. Checks only the form: `999.0.0.1` is an address.
  init?(_ word: ArraySlice<UInt8>) {
    guard let first = word.first, isASCIIDigit(first) || word.contains(UInt8(ascii: ":")) else { return nil }
    if Self.isNowhere(word) {
      self = .nowhere
    } else if Self.isVersion4(word) || Self.isVersion6(word) {
      self = .other
    } else {
      return nil
    }
  }

  /// Determined without a list of addresses, because lists of blocked domains need it for each line.
  private static func isNowhere(_ word: ArraySlice<UInt8>) -> Bool {
    word.elementsEqual("0.0.0.0".utf8) || word.elementsEqual("127.0.0.1".utf8) || word.elementsEqual("::".utf8)
      || word.elementsEqual("::1".utf8)
  }

  /// Whether a word is four numbers of at most three digits, separated by dots.
  private static func isVersion4(_ word: ArraySlice<UInt8>) -> Bool {
    guard word.count <= 15 else { return false }
    let parts = word.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { (1...3).contains($0.count) && $0.allSatisfy(isASCIIDigit) }
  }

  /// Whether a word is hexadecimal digits and at least two colons, optionally with the dots of an IPv4 address and a
  /// zone after `%`.
  private static func isVersion6(_ word: ArraySlice<UInt8>) -> Bool {
    let address = word.prefix { $0 != UInt8(ascii: "%") }
    let colon = UInt8(ascii: ":")
    return address.count { $0 == colon } >= 2
      && address.allSatisfy { byte in
        isHexadecimalDigit(byte) || byte == colon || byte == UInt8(ascii: ".")
      }
  }

  /// Returns the IPv6 address that a person has written in place of a name: alone, in brackets, or in an address of the
  /// web; nil if there is none. `cafe:80` is a name with a port.
  static func version6(in text: String) -> Substring? {
    let place = text.firstRange(of: "://").map { text[$0.upperBound...] } ?? text[...]
    let isBracketed = place.hasPrefix("[")
    let word = isBracketed ? place.dropFirst().prefix { $0 != "]" } : place.prefix { $0 != "/" }
    let address = word.prefix { $0 != "%" }
    let parts = address.split(separator: ":", omittingEmptySubsequences: false)
    guard isVersion6(Array(address.utf8)[...]), parts.count <= 9, parts.count == 8 || address.contains("::") else {
      return nil
    }
    let hasShortParts = parts.allSatisfy { $0.utf8.count <= 4 || isVersion4(Array($0.utf8)[...]) }
    return hasShortParts ? word : nil
  }
}

/// The names that a machine uses for itself and its network. Hosts files contain them, but they are not meant to be
/// blocked.
enum LocalName {
  private static let all = [
    "localhost", "localhost.localdomain", "local", "broadcasthost", "ip6-localhost", "ip6-loopback", "ip6-localnet",
    "ip6-mcastprefix", "ip6-allnodes", "ip6-allrouters", "ip6-allhosts", "0.0.0.0",
  ]

  /// Whether a lower-case word is such a name. Fast for all other words, because few begin alike.
  static func isOne(_ word: ArraySlice<UInt8>) -> Bool {
    switch word.first {
    case UInt8(ascii: "l"), UInt8(ascii: "b"), UInt8(ascii: "i"), UInt8(ascii: "0"):
      all.contains { word.elementsEqual($0.utf8) }
    default: false
    }
  }
}
