import SchedulerPlatform

/// A running dnsmasq that reads our file of servers.
struct Dnsmasq: NameServer {
  /// The process.
  let process: ProcessIdentity
  /// What it was started with.
  let configuration: DnsmasqConfiguration
  private let file: ServersFile

  var title: String { "dnsmasq (process \(process.number))" }
  var addresses: [NameServerAddress] {
    configuration.addresses.map { NameServerAddress($0, port: configuration.port) }
  }
  var queryLog: String? { configuration.queryLog }
  var rulesFile: String? { file.path }
  var isRunning: Bool { process.isRunning }
  var ownDomains: [String] { configuration.ownDomains }
  var limits: [String] {
    queryLog == nil
      ? ["attempts are not recorded: \(title) does not log questions to a file ('log-queries', 'log-facility=FILE')"]
      : []
  }

  func write(_ rules: NameRules) throws(AdapterError) -> Bool {
    try file.replace(with: ServersFile.bytes(of: rules))
  }

  /// Sends SIGHUP, to this process only: a later one with its number gets none.
  func reload() throws(AdapterError) {
    do throws(SystemError) { try process.send(Self.hangUp) } catch {
      throw AdapterError("\(title) cannot be signalled: \(error)", remedy: "run the daemon as root")
    }
  }

  func remove() throws(AdapterError) { try file.remove() }

  /// SIGHUP, at which dnsmasq empties its cache and reads the file of servers; see dnsmasq(8), "NOTES".
  private static let hangUp: Int32 = 1
}

extension Dnsmasq {
  /// Returns the dnsmasq processes of this machine's network, without the children that they start.
  ///
  /// Complexity: O(processes); takes some milliseconds. The pid file is not asked: it may be stale, and each of several
  /// dnsmasq has another one.
  static func all() -> [(process: ProcessIdentity, configuration: DnsmasqConfiguration)] {
    let numbers = RunningProcess.numbers().filter { ProgramKind.runs("dnsmasq", process: $0) }
    let network = ProgramKind.network(of: RunningProcess.own)
    return numbers.sorted().compactMap { number in
      if let parent = RunningProcess.parent(of: number), numbers.contains(parent) { return nil }
      if let other = ProgramKind.network(of: number), other != network { return nil }
      guard let process = ProcessIdentity(number) else { return nil }
      return (process, DnsmasqConfiguration(arguments: RunningProcess.arguments(of: number)))
    }
  }

  /// Returns those that read a file of servers.
  static func all(reading path: String) -> [Dnsmasq] {
    all().filter { $0.configuration.serversFiles.last == path }
      .map { Dnsmasq(process: $0.process, configuration: $0.configuration, file: ServersFile(path)) }
  }

  /// Why none of the running ones can be used, and what helps.
  static func hindrance(
    of found: [(process: ProcessIdentity, configuration: DnsmasqConfiguration)], path: String
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
      remedy: "write the lines 'servers-file=\(path)' and 'log-queries' to '\(place)', and restart "
        + (place.contains("NetworkManager") ? "NetworkManager" : "dnsmasq"))
  }
}

/// Facts about the program of a process.
enum ProgramKind {
  /// Whether a process runs a program with that file name. Where its file may not be examined, its arguments decide.
  static func runs(_ name: String, process: Int32) -> Bool {
    let path = RunningProcess.program(of: process) ?? RunningProcess.arguments(of: process).first ?? ""
    return path.split(separator: "/").last.map { $0 == name } ?? false
  }

  /// The network namespace of a process; nil if it may not be examined.
  static func network(of process: Int32) -> String? { SymbolicLink.target(of: "/proc/\(process)/ns/net") }
}
