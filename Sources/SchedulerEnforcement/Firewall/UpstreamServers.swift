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
  /// filtering server asks, or a server on this machine that `/etc/resolv.conf` names, unless it is the filtering one.
  public func servers(except filtering: LocalNameServer?) -> [NameServerAddress] {
    for path in Self.paths {
      let outside = addresses(in: path).filter { !$0.hasPrefix("127.") && $0 != "::1" }
      if !outside.isEmpty { return outside.map { NameServerAddress($0) } }
    }
    if let upstreams = filtering?.upstreams, !upstreams.isEmpty { return upstreams }
    return addresses(in: Self.paths[0]).filter { $0 != filtering?.address }.map { NameServerAddress($0) }
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
