import SchedulerPlatform

/// A running unbound that takes commands. Blocked names are local zones, which it asks before its cache.
///
/// unbound forgets the zones when it reloads its configuration. Our file of servers records which zones are ours, so that
/// they are removed also after the daemon has died, and those of the configuration never are.
struct Unbound: NameServer {
  private let process: ProcessIdentity
  private let control: UnboundControl
  private let file: ServersFile
  let addresses: [NameServerAddress]
  let queryLog: String?

  var title: String { "unbound (process \(process.number))" }
  var userID: UInt32? { RunningProcess.user(of: process.number) }
  var isRunning: Bool { process.isRunning }
  /// Usually it refuses them: `access-control` allows the addresses of the loopback interface alone.
  var takesOthers: Bool { false }
  /// Nothing: it usually asks the servers of each domain itself.
  var upstreams: [NameServerAddress] { [] }
  var ownDomains: [String] { [] }
  var limits: [String] {
    queryLog == nil
      ? ["attempts are not recorded: \(title) does not log questions to a file ('log-queries: yes', 'logfile: FILE')"]
      : []
  }

  /// The types of our zones: the name and its subdomains do not exist, or are resolved as without local zones.
  private static let types: Set<String> = [type(isBlocked: true), type(isBlocked: false)]
  private static func type(isBlocked: Bool) -> String { isBlocked ? "always_nxdomain" : "always_transparent" }

  /// Makes the local zones equal to the rules. A zone of the configuration stays, also if it has the name of a rule.
  func write(_ rules: NameRules, replacing before: NameRules?) throws(AdapterError) -> Bool {
    var wanted: [String: String] = [:]
    for entry in rules.entries { wanted[entry.name] = Self.type(isBlocked: entry.isBlocked) }
    if rules.blocksUnlisted { wanted["."] = Self.type(isBlocked: true) }
    if before?.blocksAnything == true, try !file.isRecord() {
      // Another program has removed the record, so that our zones cannot be told from those of the configuration.
      _ = try control.run(["reload"])
    }
    var change = ZoneChange(to: wanted, from: try control.zones(), recorded: try file.zones(), types: Self.types)
    if !change.added.isEmpty, try !control.findsParents { change.renewParents() }
    // What the file does not record would stay for ever, so it records each zone before there is one.
    try control.removeZones(change.removed)
    let bytes = ServersFile.bytes(of: rules, recordedExcept: change.foreign)
    let isRewritten = try file.replace(with: bytes, isRepair: before != nil)
    try control.addZones(change.added)
    return isRewritten || !change.removed.isEmpty || !change.added.isEmpty
  }

  /// Does nothing: local zones are in force at once, and no cache is asked before them.
  func reload() throws(AdapterError) {}

  /// Reloads the configuration if there are zones that may be ours. Those that no configuration has are gone then.
  func forgetUnrecorded() throws(AdapterError) {
    if try control.zones().values.contains(where: Self.types.contains) { _ = try control.run(["reload"]) }
  }

  /// Removes our zones. The file still records them.
  func remove() throws(AdapterError) {
    let present = try control.zones()
    try control.removeZones(try file.zones().filter { name in present[name].map(Self.types.contains) ?? false })
  }
}

extension Unbound {
  /// Returns the running unbound processes that take commands, usually one.
  ///
  /// - Parameter file: the file that records their names.
  /// - Throws: why the first one cannot be commanded, if there is one and no other can be.
  static func all(recordedIn file: ServersFile) throws(AdapterError) -> [Unbound] {
    var found: [Unbound] = []
    var failure: AdapterError?
    for process in NameServerProcesses.all("unbound", among: file.processes) {
      let arguments = RunningProcess.arguments(of: process.number)
      let option = arguments.firstIndex(of: "-c").map { $0 + 1 }
      let configuration = option.flatMap { $0 < arguments.count ? arguments[$0] : nil }
      let control = UnboundControl(path: file.unboundControl, configuration: configuration)
      do throws(AdapterError) { found.append(try Unbound(process, control: control, file: file)) } catch {
        failure = failure ?? error
      }
    }
    if let failure, found.isEmpty { throw failure }
    return found
  }

  private init(_ process: ProcessIdentity, control: UnboundControl, file: ServersFile) throws(AdapterError) {
    (self.process, self.control, self.file) = (process, control, file)
    let port = UInt16(try control.values(of: "port").first ?? "") ?? 53
    addresses = Self.addresses(try control.values(of: "interface"), port: port)
    let log = try control.values(of: "logfile").first.map(String.init)
    let (isLogged, usesJournal) = (try control.isOn("log-queries"), try control.isOn("use-syslog"))
    queryLog = isLogged && !usesJournal ? log.flatMap { $0.hasPrefix("/") ? $0 : nil } : nil
  }

  /// The IPv4 addresses of `interface`, which may have a port of their own: `127.0.0.1@5353`.
  private static func addresses(_ interfaces: [Substring], port: UInt16) -> [NameServerAddress] {
    let found = interfaces.filter { $0.contains(".") }.map { interface in
      let parts = interface.split(separator: "@")
      let address = parts[0] == "0.0.0.0" ? "127.0.0.1" : String(parts[0])
      return NameServerAddress(address, port: parts.count > 1 ? UInt16(parts[1]) ?? port : port)
    }
    return found.isEmpty ? [NameServerAddress("127.0.0.1", port: port)] : found
  }
}
