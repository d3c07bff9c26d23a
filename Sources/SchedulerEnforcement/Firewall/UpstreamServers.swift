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
    let own = OwnAddresses.all(root: root)
    for path in Self.paths {
      let outside = addresses(in: path).filter { !own.contains($0) && !$0.hasPrefix("127.") && $0 != "::1" }
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
enum OwnAddresses {
  /// Maximum size of the list in bytes. A router with all routes of the Internet has some MiB.
  private static let sizeLimit = 64 << 20

  /// Returns the IPv4 addresses.
  ///
  ///     entry = blanks "|-- " address LF blanks "/32 host LOCAL" LF      ; /proc/net/fib_trie
  static func all(root: String = "") -> Set<String> {
    let reader = FileReader()
    guard let bytes = reader.readIfPossible(root + "/proc/net/fib_trie", limit: sizeLimit) else { return [] }
    var found: Set<String> = []
    var address: Substring = ""
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2, words[0] == "|--" { address = words[1] }
      if words.count == 3, words[1] == "host", words[2] == "LOCAL" { found.insert(String(address)) }
    }
    return found
  }
}
