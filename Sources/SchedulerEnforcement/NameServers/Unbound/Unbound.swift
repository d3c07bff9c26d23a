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
  /// The processes of others that run as well.
  private(set) var others: [Int32] = []

  var title: String { "unbound (process \(process.number))" }
  var userID: UInt32? { RunningProcess.user(of: process.number) }
  var isRunning: Bool { process.isRunning }
  /// Usually it refuses them: `access-control` allows the addresses of the loopback interface alone.
  var takesOthers: Bool { false }
  /// Nothing: it usually asks the servers of each domain itself.
  var upstreams: [NameServerAddress] { [] }
  var served: ServedNames { ServedNames() }
  var limits: [String] {
    let log =
      "attempts are not recorded: \(title) does not log questions to a file ('log-queries: yes', 'logfile: FILE')"
    return (queryLog == nil ? [log] : [])
      + others.map { "unbound (process \($0)) runs as well, and gets no names" }
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
    // Its time says which processes cannot have the zones.
    let isRewritten = try file.replace(with: bytes, isRepair: before != nil, isRenewed: !change.added.isEmpty)
    try control.addZones(change.added)
    return isRewritten || !change.removed.isEmpty || !change.added.isEmpty
  }

  /// Does nothing: local zones are in force at once, and no cache is asked before them.
  func reload() throws(AdapterError) {}

  /// Reloads the configuration if there are zones that may be ours: of our types, and not of the configuration. They are
  /// gone then, but so are the cache and all that other programs added while unbound ran.
  func forgetUnrecorded() throws(AdapterError) {
    let names = Set(try control.zones().filter { Self.types.contains($0.value) }.keys)
    guard !names.isEmpty else { return }
    let configured = UnboundConfiguration(control.configuration ?? UnboundConfiguration.usualFile).zones
    if !names.isSubset(of: configured) { _ = try control.run(["reload"]) }
  }

  /// Removes our zones. The file still records them.
  func remove() throws(AdapterError) {
    let present = try control.zones()
    try control.removeZones(try file.zones().filter { name in present[name].map(Self.types.contains) ?? false })
  }
}

extension Unbound {
  /// A process that takes no commands.
  struct Mute {
    let process: ProcessIdentity
    let control: UnboundControl
    /// Why it takes none, and what helps.
    let error: AdapterError
  }

  /// Finds the running unbound processes, usually one.
  ///
  /// - Parameter file: the file that records their names.
  static func search(recordedIn file: ServersFile) -> (servers: [Unbound], mute: [Mute]) {
    var (servers, mute): ([Unbound], [Mute]) = ([], [])
    for process in NameServerProcesses.all("unbound", among: file.processes) {
      let arguments = RunningProcess.arguments(of: process.number)
      let option = arguments.firstIndex(of: "-c").map { $0 + 1 }
      let configuration = option.flatMap { $0 < arguments.count ? arguments[$0] : nil }
      let control = UnboundControl(path: file.unboundControl, configuration: configuration)
      do throws(AdapterError) { servers.append(try Unbound(process, control: control, file: file)) } catch {
        mute.append(Mute(process: process, control: control, error: error))
      }
    }
    for place in servers.indices {
      let number = servers[place].process.number
      servers[place].others = (servers.map(\.process) + mute.map(\.process)).map(\.number).filter { $0 != number }
    }
    return (servers, mute)
  }

  private init(_ process: ProcessIdentity, control: UnboundControl, file: ServersFile) throws(AdapterError) {
    (self.process, self.control, self.file) = (process, control, file)
    let port = UInt16(try control.values(of: "port").first ?? "") ?? 53
    addresses = UnboundControl.addresses(try control.values(of: "interface"), port: port)
    let log = try control.values(of: "logfile").first.map(String.init)
    let (isLogged, usesJournal) = (try control.isOn("log-queries"), try control.isOn("use-syslog"))
    queryLog = isLogged && !usesJournal ? log.flatMap { $0.hasPrefix("/") ? $0 : nil } : nil
  }
}

extension Unbound.Mute {
  /// Number of names that are asked for.
  private static let sampleSize = 20

  /// Whether it may have zones of ours. It has none if it started after they were recorded, or if it answers for one of
  /// the blocked names: a reload forgets all at once.
  func mayHaveZones(recordedIn file: ServersFile) throws(AdapterError) -> Bool {
    guard let record = FileChange(path: file.path), record.time(after: process) >= 0 else { return false }
    let names = try file.blockedSample(of: Self.sampleSize)
    guard let address = control.configuredAddresses.first else { return true }
    let findings = try NameProbe(of: address).ask(names)
    return findings.open.isEmpty && findings.failed.values.allSatisfy { $0 == nil }
  }
}
