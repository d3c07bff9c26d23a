/// The names by which a machine reaches itself. `domains = "all"` never blocks them.
///
/// They always include `localhost` and its subdomains (RFC 6761, section 6.3), the names that Debian's hosts file gives
/// to the loopback addresses, and these addresses themselves (RFC 1122, section 3.2.1.3; RFC 4291, section 2.5.3). A
/// configuration cannot block these by listing them either; it can block the host name of a machine.
public struct MachineNames: Hashable, Sendable {
  /// The machine's own names, without their subdomains.
  public let names: [DomainName]

  /// The names of users and groups in layers that the machine does not have, as far as that is known.
  public var absentAccounts = AbsentAccounts()

  private static let loopback = ["localhost", "localhost.localdomain", "ip6-localhost", "ip6-loopback"]

  /// The names that every machine has.
  static let ofEveryMachine = MachineNames()

  /// Creates the names of a machine in addition to the loopback names: its host name, short and full.
  public init(_ names: [DomainName] = []) {
    self.names = names + Self.loopback.map { DomainName(checked: $0) }
  }

  /// Whether a name in ASCII form and lower case is one of the machine's.
  ///
  /// Complexity: O(names); does not allocate.
  func contains(_ name: Span<UInt8>) -> Bool {
    names.contains { $0.text.utf8.span.isEqual(to: name, from: 0) } || Self.isBelowLocalhost(name)
      || Self.isLoopbackAddress(name)
  }

  /// Whether the name is `::1`, or digits and dots after `127.`: a name that ends in a number is an IPv4 address of any
  /// length.
  private static func isLoopbackAddress(_ name: Span<UInt8>) -> Bool {
    let start: StaticString = "127."
    guard name.count > start.utf8CodeUnitCount else {
      let address: StaticString = "::1"
      return address.withUTF8Buffer { $0.span.isEqual(to: name, from: 0) }
    }
    for position in 0..<name.count {
      let byte = name[position]
      let isExpected =
        position < start.utf8CodeUnitCount
        ? byte == start.utf8Start[position] : isASCIIDigit(byte) || byte == UInt8(ascii: ".")
      if !isExpected { return false }
    }
    return true
  }

  private static func isBelowLocalhost(_ name: Span<UInt8>) -> Bool {
    let end: StaticString = ".localhost"
    guard name.count > end.utf8CodeUnitCount else { return false }
    let start = name.count - end.utf8CodeUnitCount
    return end.withUTF8Buffer { $0.span.isEqual(to: name, from: start) }
  }
}

extension DomainName {
  /// Whether every machine has this name: `localhost`, a subdomain of it, or a name or an address of the loopback
  /// interface. No layer blocks such a name, even if it is listed.
  ///
  /// Complexity: O(bytes); does not allocate.
  var isLoopback: Bool { MachineNames.ofEveryMachine.contains(text.utf8.span) }
}

extension Span<UInt8> {
  /// Whether the bytes of `other` from `start` on equal these.
  @inline(__always) func isEqual(to other: Span<UInt8>, from start: Int) -> Bool {
    guard other.count &- start == count else { return false }
    for position in 0..<count where self[position] != other[start &+ position] { return false }
    return true
  }
}
