import SchedulerPlatform

/// The part of the configuration of a running dnsmasq that matters here: its command line, and the files that it names.
///
///     line   = key [ *SP "=" *SP value ] [ "#" comment ]      ; dnsmasq(8), "CONFIG FILE"
///     option = "--" key [ ( "=" / SP ) value ] / "-" letter [ [ SP ] value ]
struct DnsmasqConfiguration: Hashable, Sendable {
  /// The files of `servers-file`, in their order. dnsmasq reads the last one.
  private(set) var serversFiles: [String] = []
  /// The addresses of `listen-address`.
  private(set) var listenAddresses: [String] = []
  /// The port.
  private(set) var port: UInt16 = 53
  /// Whether questions are logged.
  private(set) var logsQueries = false
  /// The value of `log-facility`: a file if it contains a slash.
  private(set) var logFacility: String?
  /// The directories of `conf-dir`, where a line may be added in a file of its own.
  private(set) var directories: [String] = []
  /// The configuration files that were read.
  private(set) var files: [String] = []
  /// The name servers that are asked about every other name: `server=ADDRESS#PORT`.
  private(set) var upstreams: [NameServerAddress] = []
  /// Whether it answers from the hosts file.
  private(set) var readsHosts = true
  /// The files and directories of `addn-hosts` and `hostsdir`.
  private(set) var hostsPaths: [String] = []
  /// The domains that have name servers or addresses of their own: `server=/DOMAIN/ADDRESS`.
  private(set) var ownDomains: [String] = []

  /// The file that dnsmasq reads without the option `conf-file`.
  static let usualFile = "/etc/dnsmasq.conf"

  /// The bytes that are still read of all files. Block lists in configurations have some MiB.
  private var bytesLeft = 64 << 20
  /// Maximum number of configuration files, in case one includes itself.
  private static let fileLimit = 1000

  /// Reads the configuration of a process.
  ///
  /// - Parameters:
  ///   - arguments: its arguments, the name first.
  ///   - root: the directory below which its files are; empty for `/`.
  init(arguments: [String], root: String = "") {
    var options = DnsmasqArguments(arguments)
    var hasFile = false
    while let (key, value) = options.next() {
      if key == "conf-file" { hasFile = true }
      take(key, value: value, root: root)
    }
    if !hasFile { read(Self.usualFile, root: root) }
  }

  /// The IPv4 addresses at which it answers this machine, as far as they are configured.
  var addresses: [String] {
    let listed = listenAddresses.filter { $0.contains(".") }
    return listed.isEmpty ? ["127.0.0.1"] : listed
  }

  /// The file to which questions are logged; nil if they are not logged to a file.
  var queryLog: String? {
    guard logsQueries, let logFacility, logFacility.contains("/"), logFacility != "-" else { return nil }
    return logFacility
  }

  private mutating func take(_ key: String, value: String, root: String) {
    switch key {
    case "servers-file": serversFiles.append(value)
    case "listen-address": listenAddresses += value.split(separator: ",").map { String($0.trimmingBlanks) }
    case "port": port = UInt16(value) ?? port
    case "log-queries": logsQueries = true
    case "no-hosts": readsHosts = false
    case "addn-hosts", "hostsdir": hostsPaths.append(value)
    case "log-facility": logFacility = value
    case "conf-file": read(value, root: root)
    case "conf-dir": readDirectory(value, root: root)
    case "server", "local", "address":
      // The parts between the slashes are domains, the last one is the address.
      let parts = value.split(separator: "/", omittingEmptySubsequences: false)
      let leadsNowhere =
        parts.last.map { $0 == "#" || $0.isEmpty || key == "address" && DnsmasqHosts.leadsNowhere($0.utf8) } ?? true
      if parts.count == 1, key == "server", let server = Self.upstream(value) { upstreams.append(server) }
      if parts.count > 2, !leadsNowhere { ownDomains += parts.dropFirst().dropLast().map(String.init) }
    default: break
    }
  }

  /// The server of a value such as `9.9.9.9#5353@eth0`; nil for a name.
  private static func upstream(_ value: String) -> NameServerAddress? {
    let parts = value.prefix { $0 != "@" }.split(separator: "#", maxSplits: 1)
    guard let address = parts.first.map(String.init), NetworkAddress(address) != nil else { return nil }
    return NameServerAddress(address, port: parts.count > 1 ? UInt16(parts[1]) ?? 53 : 53)
  }

  /// Reads a file. Another path than an absolute one, such as `-` for the standard input, names none that is known here.
  private mutating func read(_ path: String, root: String) {
    guard path.hasPrefix("/"), files.count < Self.fileLimit, !files.contains(path) else { return }
    let reader = FileReader(onlyRegularFiles: true)
    guard let bytes = reader.readIfPossible(root + path, limit: bytesLeft) else { return }
    bytesLeft -= bytes.count
    files.append(path)
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      // Most lines of a large file are comments.
      guard let start = line.first(where: { $0 > UInt8(ascii: " ") }), start != UInt8(ascii: "#") else { continue }
      let text = Self.withoutComment(String(decoding: line, as: UTF8.self)[...]).trimmingBlanks
      if text.isEmpty { continue }
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? parts[1].trimmingBlanks : ""
      take(String(parts[0].trimmingBlanks), value: Self.withoutQuotes(value), root: root)
    }
  }

  /// Reads the files of a directory: all but those with the given ends, or with `*` before an end, only those.
  private mutating func readDirectory(_ value: String, root: String) {
    let parts = value.split(separator: ",").map { String($0.trimmingBlanks) }
    guard let directory = parts.first, directory.hasPrefix("/") else { return }
    directories.append(directory)
    let wanted = parts.dropFirst().filter { $0.hasPrefix("*") }.map { $0.dropFirst() }
    let unwanted = parts.dropFirst().filter { !$0.hasPrefix("*") }
    for name in DirectoryListing.namesIfReadable(in: root + directory).sortedByBytes {
      if name.hasSuffix("~") || name.hasPrefix(".") || (name.hasPrefix("#") && name.hasSuffix("#")) { continue }
      if unwanted.contains(where: name.hasSuffix) { continue }
      if !wanted.isEmpty, !wanted.contains(where: name.hasSuffix) { continue }
      read(directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)", root: root)
    }
  }

  /// A comment begins the line, or follows a blank.
  private static func withoutComment(_ line: Substring) -> Substring {
    var before: Character = " "
    for position in line.indices {
      if line[position] == "#", before.isWhitespace { return line[..<position] }
      before = line[position]
    }
    return line
  }

  private static func withoutQuotes(_ value: Substring) -> String {
    value.count > 1 && value.hasPrefix("\"") && value.hasSuffix("\"")
      ? String(value.dropFirst().dropLast()) : String(value)
  }
}

extension StringProtocol {
  /// The text without blanks at both ends.
  var trimmingBlanks: SubSequence {
    let text = drop { $0.isWhitespace }
    let count = text.reversed().prefix { $0.isWhitespace }.count
    return text.dropLast(count)
  }
}

/// Splits the command line of dnsmasq into options.
private struct DnsmasqArguments: IteratorProtocol {
  private var words: ArraySlice<String>
  /// The rest of a word of short options.
  private var letters = ""[...]

  init(_ arguments: [String]) { words = arguments.dropFirst() }

  /// The short options that matter, with their long names; see dnsmasq(8).
  private static let names: [Character: String] = [
    "C": "conf-file", "7": "conf-dir", "p": "port", "a": "listen-address", "q": "log-queries", "8": "log-facility",
    "S": "server", "A": "address", "h": "no-hosts",
    "H": "addn-hosts",
  ]
  /// The short options with a value.
  private static let valued = Set("aABcCFgGHiIjJlmMOpPQrsStTuUVWxXY024678")
  /// The long options with a value that may be a word of its own.
  private static let valuedNames: Set<String> = [
    "conf-file", "conf-dir", "port", "listen-address", "log-facility", "server", "address", "servers-file", "local",
    "addn-hosts", "hostsdir",
  ]

  mutating func next() -> (key: String, value: String)? {
    if let letter = letters.popFirst() { return short(letter) }
    guard let word = words.popFirst() else { return nil }
    if word.hasPrefix("--") {
      let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let key = parts.first.map(String.init) ?? ""
      if parts.count > 1 { return (key, String(parts[1])) }
      return (key, Self.valuedNames.contains(key) ? words.popFirst() ?? "" : "")
    }
    if word.hasPrefix("-"), word.count > 1 {
      letters = word.dropFirst()
      return next()
    }
    return ("", word)
  }

  private mutating func short(_ letter: Character) -> (key: String, value: String) {
    let key = Self.names[letter] ?? ""
    guard Self.valued.contains(letter) else { return (key, "") }
    defer { letters = "" }
    return (key, letters.isEmpty ? words.popFirst() ?? "" : String(letters))
  }
}
