import SchedulerPlatform

/// Which name server the programs of the machine ask: resolv.conf(5), and systemd-resolved where it is in between.
public struct SystemResolver: Sendable {
  private let root: String

  /// Describes the files below a directory; empty for those of this machine.
  public init(root: String = "") { self.root = root }

  private static let path = "/etc/resolv.conf"
  /// The servers that systemd-resolved asks.
  private static let resolvedPath = "/run/systemd/resolve/resolv.conf"
  /// The addresses at which systemd-resolved answers.
  private static let stubs: Set<String> = ["127.0.0.53", "127.0.0.54"]
  /// Maximum size of a file in bytes, far more than any has.
  private static let sizeLimit = 1 << 20

  /// Whether programs ask a server with one of these addresses.
  func availability(of addresses: [NameServerAddress], title: String) -> AdapterAvailability {
    let usual = addresses.filter { $0.port == 53 }.map(\.address)
    guard let address = usual.first else {
      return .unavailable(
        reason: "\(title) answers at \(addresses.first.map { "\($0)" } ?? "no address"), where no program asks",
        remedy: "make it answer at port 53")
    }
    if usesResolved {
      return judge(
        Self.resolvedPath, named: "systemd-resolved", usual,
        remedy: "write '[Resolve]', 'DNS=\(address)' and 'Domains=~.' to '/etc/systemd/resolved.conf.d/schedctl.conf', "
          + "remove other name servers, and restart systemd-resolved")
    }
    return judge(
      Self.path, named: "'\(Self.path)'", usual,
      remedy: "write 'nameserver \(address)' as its only such line, or make NetworkManager do so")
  }

  /// Whether systemd-resolved runs, and answers here.
  var usesResolved: Bool {
    guard servers(in: Self.resolvedPath) != nil else { return false }
    if servers(in: Self.path)?.contains(where: Self.stubs.contains) ?? false { return true }
    let reader = FileReader(onlyRegularFiles: true)
    guard let bytes = reader.readIfPossible(root + "/etc/nsswitch.conf", limit: Self.sizeLimit) else { return false }
    return NameServices(parsing: bytes).services?.contains("resolve") ?? false
  }

  private func judge(_ path: String, named name: String, _ usual: [String], remedy: String) -> AdapterAvailability {
    // Without a line, glibc asks this machine.
    let servers = servers(in: path).flatMap { $0.isEmpty ? nil : $0 } ?? ["127.0.0.1"]
    let others = servers.filter { !usual.contains($0) }
    if others.isEmpty { return .available }
    if usual.contains(servers[0]) {
      return .degraded(
        reason: "\(name) names \(others[0]), too, which answers about blocked names where it is asked", remedy: remedy)
    }
    return .unavailable(reason: "programs ask \(servers[0]), which \(name) names, and not \(usual[0])", remedy: remedy)
  }

  /// The addresses of the lines `nameserver`; nil if there is no file.
  private func servers(in path: String) -> [String]? {
    let reader = FileReader(onlyRegularFiles: true)
    guard let bytes = reader.readIfPossible(root + path, limit: Self.sizeLimit) else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { line in
      let words = line.split(whereSeparator: \.isWhitespace)
      return words.count > 1 && words[0] == "nameserver" ? String(words[1]) : nil
    }
  }
}
