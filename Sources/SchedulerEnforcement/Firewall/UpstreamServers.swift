import SchedulerPlatform

/// A name server of this machine that filters names, and to which the firewall redirects questions for others.
public struct LocalNameServer: Hashable, Sendable {
  /// The IPv4 or IPv6 address at which it answers, such as `127.0.0.1`.
  public let address: String
  /// The port at which it answers.
  public let port: UInt16
  /// The user of its process, by ID, whose own questions are not redirected.
  public let userID: UInt32
  /// The name servers that it asks itself, as far as its configuration names them.
  public let upstreams: [NameServerAddress]

  /// Creates a name server.
  public init(address: String, port: UInt16 = 53, userID: UInt32, upstreams: [NameServerAddress] = []) {
    (self.address, self.port, self.userID, self.upstreams) = (address, port, userID, upstreams)
  }
}

/// The name servers that the machine itself asks, without those on it that filter names.
public struct UpstreamServers: Sendable {
  private let root: String

  /// Describes the files below a directory; empty for those of this machine. Reads nothing yet.
  public init(root: String = "") { self.root = root }

  /// The file for programs, then those in which programs that answer on this machine keep the servers that they ask.
  private static let paths = [
    "/etc/resolv.conf", "/run/systemd/resolve/resolv.conf", "/run/NetworkManager/no-stub-resolv.conf",
    "/run/dnsmasq/resolv.conf", "/run/resolvconf/resolv.conf",
  ]
  /// Maximum size of a file in bytes, far more than any has.
  private static let sizeLimit = 1 << 20

  /// Returns the servers of the first file that names one outside of this machine. If there is none, those that the
  /// filtering server asks, or without one, a server on this machine that `/etc/resolv.conf` names.
  public func servers(except filtering: LocalNameServer?) -> [NameServerAddress] {
    let own = OwnAddresses(root: root)
    for path in Self.paths {
      let outside = addresses(in: path).filter { !own.contain($0) && !$0.hasPrefix("127.") && $0 != "::1" }
      if !outside.isEmpty { return outside.map { NameServerAddress($0) } }
    }
    // Every server of this machine may lead to the filtering one.
    if let filtering { return filtering.upstreams }
    return addresses(in: Self.paths[0]).map { NameServerAddress($0) }
  }

  /// The addresses of the lines `nameserver`, with the interface behind `%` where there is one.
  private func addresses(in path: String) -> [String] {
    let reader = FileReader(onlyRegularFiles: true)
    guard let bytes = reader.readIfPossible(root + path, limit: Self.sizeLimit) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { line in
      let words = line.split(whereSeparator: \.isWhitespace)
      guard words.count > 1, words[0] == "nameserver" else { return nil }
      let address = String(words[1])
      return NetworkAddress(String(address.prefix { $0 != "%" })) == nil ? nil : address
    }
  }
}

/// The addresses of this machine, as the kernel lists them.
struct OwnAddresses: Sendable {
  private let addresses: Set<NetworkAddress>
  /// The link-local addresses. Each link may have any of them.
  private let linked: [LinkedAddress]

  /// An address, and the link on which it is one of this machine.
  private struct LinkedAddress {
    let address: NetworkAddress
    /// The name and the number of the interface, as text.
    let interfaces: [String]
  }

  /// Maximum size of a list in bytes. A router with all routes of the Internet has some MiB.
  private static let sizeLimit = 64 << 20

  /// Reads the lists.
  ///
  /// - Parameter root: the directory below which they are; empty for those of this machine.
  init(root: String = "") {
    let six = Self.six(Self.lines(of: root + "/proc/net/if_inet6"))
    addresses = Self.four(Self.lines(of: root + "/proc/net/fib_trie")).union(
      six.map(\.address).filter { !$0.isLinkLocal })
    linked = six.filter(\.address.isLinkLocal)
  }

  /// Whether the text of an address, with or without an interface behind `%`, is one of them. A link-local one without an
  /// interface is if any link has it.
  func contain(_ text: String) -> Bool {
    let parts = text.split(separator: "%", maxSplits: 1)
    guard let first = parts.first, let address = NetworkAddress(String(first)) else { return false }
    if !address.isLinkLocal { return addresses.contains(address) }
    return linked.contains { $0.address == address && (parts.count < 2 || $0.interfaces.contains(String(parts[1]))) }
  }

  private static func lines(of path: String) -> [Substring] {
    guard let bytes = FileReader().readIfPossible(path, limit: sizeLimit) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  /// The IPv4 addresses.
  ///
  ///     entry = blanks "|-- " address LF blanks "/32 host LOCAL" LF      ; /proc/net/fib_trie
  private static func four(_ lines: [Substring]) -> Set<NetworkAddress> {
    var found: Set<NetworkAddress> = []
    var address: Substring = ""
    for line in lines {
      let words = line.split(separator: " ")
      if words.count == 2, words[0] == "|--" { address = words[1] }
      guard words.count == 3, words[1] == "host", words[2] == "LOCAL" else { continue }
      if let address = NetworkAddress(String(address)) { found.insert(address) }
    }
    return found
  }

  /// The IPv6 addresses.
  ///
  ///     line = 32hexdig blanks hexnumber 3( blanks word ) blanks interface LF      ; /proc/net/if_inet6
  private static func six(_ lines: [Substring]) -> [LinkedAddress] {
    lines.compactMap { line in
      let words = line.split(separator: " ")
      guard words.count > 5, words[0].utf8.count == 32, let high = UInt64(words[0].prefix(16), radix: 16),
        let low = UInt64(words[0].suffix(16), radix: 16)
      else { return nil }
      let number = UInt32(words[1], radix: 16).map { ["\($0)"] } ?? []
      return LinkedAddress(address: .six(high: high, low: low), interfaces: [String(words[5])] + number)
    }
  }
}

extension NetworkAddress {
  /// Whether it belongs to one link alone: `fe80::/10`.
  fileprivate var isLinkLocal: Bool {
    if case .six(let high, _) = self { high >> 54 == 0x3FA } else { false }
  }
}
