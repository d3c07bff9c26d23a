import SchedulerPlatform

/// The hosts files from which dnsmasq answers, before it looks at its rules.
///
///     line = address 1*( blanks name ) [ "#" comment ]
enum DnsmasqHosts {
  /// Maximum size of all files in bytes. Large block lists have some MiB.
  private static let sizeLimit = 64 << 20
  private static let blanks: Set<UInt8> = [9, 13, 32]

  /// Whether an address leads to no other machine.
  static func leadsNowhere(_ address: some Collection<UInt8>) -> Bool {
    address.starts(with: "127.".utf8) || ["0.0.0.0", "::", "::1"].contains { address.elementsEqual($0.utf8) }
  }

  /// Returns the names that some files or directories lead to another machine. What cannot be read has none.
  static func names(in paths: [String], root: String) -> Set<String> {
    let reader = FileReader(onlyRegularFiles: true)
    var names: Set<String> = []
    var bytesLeft = sizeLimit
    let files = paths.flatMap { path in
      [path] + DirectoryListing.namesIfReadable(in: root + path).map { "\(path)/\($0)" }
    }
    for file in files {
      guard let bytes = reader.readIfPossible(root + file, limit: bytesLeft) else { continue }
      bytesLeft -= bytes.count
      for line in bytes.split(separator: UInt8(ascii: "\n")) { take(line, into: &names) }
    }
    return names
  }

  private static func take(_ line: ArraySlice<UInt8>, into names: inout Set<String>) {
    let text = line.prefix { $0 != UInt8(ascii: "#") }.drop(while: blanks.contains)
    // Most lines of a large file block a name.
    if text.isEmpty || text.starts(with: "0.0.0.0 ".utf8) { return }
    let words = text.split(whereSeparator: blanks.contains)
    guard let address = words.first, !leadsNowhere(address) else { return }
    for word in words.dropFirst() {
      let name = String(decoding: word, as: UTF8.self).lowercased()
      names.insert(name.hasSuffix(".") ? String(name.dropLast()) : name)
    }
  }
}

extension DnsmasqConfiguration {
  /// The file of the machine.
  private static let hostsPath = "/etc/hosts"

  /// The names that it serves itself. Reads the hosts files.
  var served: ServedNames { served(root: "") }

  /// - Parameter root: the directory below which its files are.
  func served(root: String) -> ServedNames {
    let paths = (readsHosts ? [Self.hostsPath] : []) + hostsPaths
    return ServedNames(
      domains: Set(ownDomains.map { $0.lowercased() }), names: DnsmasqHosts.names(in: paths, root: root))
  }
}
