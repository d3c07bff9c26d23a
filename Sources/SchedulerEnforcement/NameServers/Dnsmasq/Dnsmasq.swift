import SchedulerPlatform

/// A running dnsmasq that reads our file of servers.
struct Dnsmasq: NameServer {
  /// The process.
  let process: ProcessIdentity
  /// What it was started with.
  let configuration: DnsmasqConfiguration
  /// Other processes that read the same file, and so have to read it again whenever this one does.
  private let others: [ProcessIdentity]
  private let file: ServersFile
  let served: ServedNames

  var title: String { "dnsmasq (process \(process.number))" }
  var addresses: [NameServerAddress] {
    configuration.addresses.map { NameServerAddress($0, port: configuration.port) }
  }
  var queryLog: String? { configuration.queryLog }
  var userID: UInt32? { RunningProcess.user(of: process.number) }
  var isRunning: Bool { process.isRunning }
  var takesOthers: Bool { true }
  var upstreams: [NameServerAddress] { configuration.upstreams }
  var limits: [String] {
    let log =
      "attempts are not recorded: \(title) does not log questions to a file ('log-queries', 'log-facility=FILE')"
    return (queryLog == nil ? [log] : [])
      + others.map { "dnsmasq (process \($0.number)) reads the same names, and is not asked whether it blocks them" }
  }

  func write(_ rules: NameRules, replacing before: NameRules?) throws(AdapterError) -> Bool {
    // An unbound that was used before keeps none of our names.
    if try file.isRecord() { try file.remove() }
    return try file.replace(with: ServersFile.bytes(of: rules), isRepair: before != nil)
  }

  /// Sends SIGHUP to each process that reads the file, and to no later one with its number.
  func reload() throws(AdapterError) { for reader in [process] + others { try Self.readAgain(reader) } }

  private static func readAgain(_ process: ProcessIdentity) throws(AdapterError) {
    do throws(SystemError) { try process.send(hangUp) } catch {
      throw AdapterError(
        "dnsmasq (process \(process.number)) cannot be signalled: \(error)", remedy: "run the daemon as root")
    }
  }

  /// Makes processes read their files again.
  static func readAgain(_ found: [Found]) throws(AdapterError) { for (process, _) in found { try readAgain(process) } }

  /// Whether a process may have read another file of servers than its configuration names now: that was changed after its
  /// start.
  static func mayKeepOldFile(_ found: Found) -> Bool {
    (found.configuration.files + found.configuration.directories).contains { path in
      FileChange(path: path).map { $0.time(after: found.process) > startPrecision } ?? true
    }
  }

  /// How exactly the start of a process is known, in nanoseconds, with some reserve.
  private static let startPrecision: Int64 = 20_000_000

  /// Makes each dnsmasq of this machine read the hosts file again. It keeps the names of that file, also after they are gone
  /// from it. One that cannot be signalled is left alone.
  static func readHostsAgain() {
    for (process, configuration) in all() where configuration.readsHosts {
      do throws(SystemError) { try process.send(hangUp) } catch { continue }
    }
  }

  /// SIGHUP, at which dnsmasq empties its cache and reads the file of servers; see dnsmasq(8), "NOTES".
  private static let hangUp: Int32 = 1
}

extension Dnsmasq {
  /// A process and what it was started with.
  typealias Found = (process: ProcessIdentity, configuration: DnsmasqConfiguration)

  /// Returns the dnsmasq processes of this machine.
  ///
  /// Complexity: O(processes); takes some milliseconds. The pid file is not asked: it may be stale, and each of several
  /// dnsmasq has another one.
  ///
  /// - Parameter candidates: the only processes that count; nil for all.
  static func all(among candidates: [Int32]? = nil) -> [Found] {
    NameServerProcesses.all("dnsmasq", among: candidates).map { process in
      (process, DnsmasqConfiguration(arguments: RunningProcess.arguments(of: process.number)))
    }
  }

  /// Finds the processes that read a file of servers, and describes the first one. Returns nil if none reads it.
  init?(_ found: [Found], reading file: ServersFile) {
    let readers = found.filter { $0.configuration.serversFiles.last == file.path }
    guard let first = readers.first else { return nil }
    (process, configuration) = first
    (others, self.file) = (readers.dropFirst().map(\.process), file)
    served = configuration.served
  }

  /// Why none of the running ones can be used, and what helps.
  static func hindrance(
    of found: [Found], path: String
  ) -> AdapterError? {
    // Those of virtual machines and containers have only a configuration of their own.
    let usable = found.filter { $0.configuration.port != 0 }
    guard let first = usable.first(where: { !$0.configuration.directories.isEmpty }) ?? usable.first else { return nil }
    let title = "dnsmasq (process \(first.process.number))"
    if let other = first.configuration.serversFiles.last {
      return AdapterError(
        "\(title) reads '\(other)', and it reads one 'servers-file' only",
        remedy: "write servers-file=\(path) instead, and move the lines to a file that 'conf-file' names")
    }
    let place =
      first.configuration.directories.first.map { "\($0)/schedctl.conf" } ?? first.configuration.files.first
      ?? DnsmasqConfiguration.usualFile
    return AdapterError(
      "\(title) does not read '\(path)'",
      remedy:
        "write the lines 'servers-file=\(path)', 'log-queries' and 'log-facility=/var/log/dnsmasq.log' to '\(place)', and restart "
        + (place.contains("NetworkManager") ? "NetworkManager" : "dnsmasq"))
  }
}
