/// The address in front of a line of a hosts file.
enum HostsAddress {
  /// One that leads nowhere, as block lists use it: 0.0.0.0, 127.0.0.1, :: or ::1.
  case nowhere
  /// Any other.
  case other

  /// The address that a word is; nil for everything else. Only the form is looked at: `999.0.0.1` is one.
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

  /// Told without a list of addresses: lists of blocked domains ask this on each line.
  private static func isNowhere(_ word: ArraySlice<UInt8>) -> Bool {
    word.elementsEqual("0.0.0.0".utf8) || word.elementsEqual("127.0.0.1".utf8) || word.elementsEqual("::".utf8)
      || word.elementsEqual("::1".utf8)
  }

  /// Four numbers of at most three digits with dots between them.
  private static func isVersion4(_ word: ArraySlice<UInt8>) -> Bool {
    guard word.count <= 15 else { return false }
    let parts = word.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { (1...3).contains($0.count) && $0.allSatisfy(isASCIIDigit) }
  }

  /// Hexadecimal digits and at least two colons, perhaps with dots of an address of version 4 and a zone behind `%`.
  private static func isVersion6(_ word: ArraySlice<UInt8>) -> Bool {
    let address = word.prefix { $0 != UInt8(ascii: "%") }
    let colon = UInt8(ascii: ":")
    return address.count { $0 == colon } >= 2
      && address.allSatisfy { byte in
        isASCIIDigit(byte) || byte == colon || byte == UInt8(ascii: ".") || (0x61...0x66).contains(byte | 0x20)
      }
  }
}

/// Names by which a machine calls itself and its network: hosts files give them, and nobody means to block them.
enum LocalName {
  private static let all = [
    "localhost", "localhost.localdomain", "local", "broadcasthost", "ip6-localhost", "ip6-loopback", "ip6-localnet",
    "ip6-mcastprefix", "ip6-allnodes", "ip6-allrouters", "ip6-allhosts", "0.0.0.0",
  ]

  /// Whether a word is one of them, in lower case. Quick for all other words: few begin like one.
  static func isOne(_ word: ArraySlice<UInt8>) -> Bool {
    switch word.first {
    case UInt8(ascii: "l"), UInt8(ascii: "b"), UInt8(ascii: "i"), UInt8(ascii: "0"):
      all.contains { word.elementsEqual($0.utf8) }
    default: false
    }
  }
}
