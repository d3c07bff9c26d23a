import Scheduler
import SchedulerPlatform

/// Blocks domains with all their subdomains in the name server of the machine, dnsmasq or unbound: they do not exist
/// there, whatever type of record is asked for.
///
/// ```swift
/// var adapter = NameServerAdapter(machine: .ofThisMachine)
/// if case .available = adapter.probe() { let effect = try adapter.apply(shield) }
/// try adapter.verify()
/// ```
/// It blocks for every user. It does not end open connections, and it does not block programs that ask other name
/// servers, such as browsers with DNS over HTTPS that a person has turned on.
///
/// A reply that is on its way to dnsmasq while it takes new rules is kept in its cache against them. So it is made to
/// reload, and with it to empty its cache, 50 ms and 2 s later once more, and it is asked for the names in between.
public struct NameServerAdapter: EnforcementAdapter {
  /// `dnsmasq`, for whichever name server there is.
  public let name = EnforcementSettings.Adapter.dnsmasq
  let machine: MachineNames
  let file: ServersFile
  private let resolver: SystemResolver?
  private var lock: AdapterLock
  private var covering: CoveringLayers
  let filtering: FilteringNameServer
  /// The name server; nil before one was found, and after it has ended.
  var server: (any NameServer)?
  /// What is blocked.
  var rules = NameRules.nothing
  /// The layers that `rules` joins.
  private var applied: [AppliedLayer] = []
  /// What is still to be done after a change.
  var settling = Settling()
  /// Names that show whether the rules are in force; see `NameRules.sample`.
  var sample: [String] = []
  /// Whether all of them were seen to be blocked since the last change.
  var isVerified = false
  /// Counts the verifications that ask for other names only.
  var turn = 0
  /// The questions of the log that are attempts.
  var log: QueryLog?
  /// Reports changes of the file of rules and of the log while names are blocked.
  var watch: PathWatch?
  /// The time of the last repair.
  var lastRepairBoot: Int64?
  /// The file of rules as it was after it was written.
  var writtenFile: FileChange?
  /// The time of the next look at a server that may have lost its rules.
  var nextLookBoot: Int64 = 0
  /// Whether the server blocked most names when the last change was to come in force.
  var isFiltering = false
  /// Whether the server was there and answered at the last look.
  var isAnswering = true

  /// Creates the adapter. Looks for no name server yet.
  ///
  /// - Parameters:
  ///   - machine: the names of the machine, which are never blocked.
  ///   - path: the file of servers that dnsmasq reads.
  ///   - unboundControl: the path of unbound-control(8).
  ///   - lockPath: the lock of the one daemon that writes the rules; nil for none.
  ///   - accounts: finds the users of layers; nil to take each for one that exists.
  ///   - filtering: what other adapters know of the name server.
  ///   - resolver: says which name server programs ask; nil if that does not matter.
  public init(
    machine: MachineNames, path: String = ServersFile.systemPath,
    unboundControl: String = "/usr/sbin/unbound-control", lockPath: String? = nil,
    accounts: AccountDatabase? = nil, filtering: FilteringNameServer = FilteringNameServer(),
    resolver: SystemResolver? = SystemResolver()
  ) {
    let file = ServersFile(path, unboundControl: unboundControl)
    self.init(
      machine: machine, file: file, lockPath: lockPath, accounts: accounts, filtering: filtering, resolver: resolver)
  }

  init(
    machine: MachineNames, file: ServersFile, lockPath: String? = nil, accounts: AccountDatabase? = nil,
    filtering: FilteringNameServer = FilteringNameServer(), resolver: SystemResolver?
  ) {
    self.file = file
    self.machine = machine
    covering = CoveringLayers(accounts: accounts)
    self.filtering = filtering
    lock = AdapterLock(lockPath, of: "the name server", for: .dnsmasq)
    self.resolver = resolver
  }

  /// Whether a name server runs here, uses our rules, answers, and is the one that programs ask.
  public mutating func probe() -> AdapterAvailability {
    let server: any NameServer
    do throws(AdapterError) { server = try found() } catch {
      return .absent(reason: error.reason, remedy: error.remedy)
    }
    do throws(FileSystemError) { try SharedFile(file.path).checkWritable() } catch {
      let error = AdapterError(of: error)
      return .unavailable(reason: error.reason, remedy: error.remedy)
    }
    do throws(AdapterError) {
      try lock.take()
      try Self.checkAnswer(of: server)
      return resolver?.availability(of: server.addresses, title: server.title) ?? .available
    } catch {
      return .unavailable(reason: error.reason, remedy: error.remedy)
    }
  }

  /// Makes the name server block the names of a shield set, and asks it for a hundred of them.
  public mutating func apply(_ shield: ShieldSet) throws(AdapterError) -> AdapterEffect {
    try lock.take()
    do throws(AdapterError) { return try applyRules(of: shield) } catch {
      noteFiltering(by: isFiltering ? server : nil)
      throw error
    }
  }

  private mutating func applyRules(of shield: ShieldSet) throws(AdapterError) -> AdapterEffect {
    isFiltering = false
    let (shield, problems) = covering.select(from: shield)
    // An order is repeated each minute, usually with an equal set.
    let wanted = applied == shield.layers ? rules : NameRules(of: shield, on: machine)
    guard wanted.blocksAnything else {
      try free()
      return AdapterEffect(isConcerned: false, limits: wanted.limits + problems, gap: wanted.gap)
    }
    // Another process that reads the file may have started since the last change, and its configuration may be another.
    let server = try wanted == rules && settling.openNames.isEmpty ? found() : searched()
    let before = rules
    let isChanged = try write(wanted, to: server)
    (rules, applied) = (wanted, shield.layers)
    self.server = server
    try bringInForce(since: before, at: server, isChanged: isChanged)
    follow(server, applying: shield)
    let (limit, gap) = reach(of: server)
    return AdapterEffect(
      limits: wanted.limits + limits(of: server) + problems + limit, gap: gap ?? wanted.gap)
  }

  /// Removes the rules.
  public mutating func revert() throws(AdapterError) {
    try lock.take()
    try free()
    try file.readAgain()
    lock.release()
  }

  /// The descriptor that is readable when the file of rules may have changed, or a question was logged.
  public var descriptor: OpenDescriptor? { watch?.descriptor }
}

extension NameServerAdapter {
  /// Whether programs ask a server now: what is a limit if only some do, and a gap if none does.
  private func reach(of server: any NameServer) -> (limits: [String], gap: AdapterError?) {
    switch resolver?.availability(of: server.addresses, title: server.title) ?? .available {
    case .available: ([], nil)
    case .degraded(let reason, _): ([reason], nil)
    case .unavailable(let reason, let remedy), .absent(let reason, let remedy):
      ([], AdapterError(reason, remedy: remedy))
    }
  }

  /// What a server cannot do here, and which blocked domains it serves from elsewhere.
  private func limits(of server: any NameServer) -> [String] {
    let own = server.served.domains.union(server.served.names).filter(rules.blocks).sortedByBytes
    guard let first = own.first else { return server.limits }
    let end = "as the configuration of \(server.title) has"
    let limit = own.count > 1 ? "'\(first)' and \(own.count - 1) more stay \(end) them" : "'\(first)' stays \(end) it"
    return server.limits + [limit]
  }

  /// Gives a server the rules. Returns whether anything had to be changed.
  mutating func write(_ rules: NameRules, to server: any NameServer) throws(AdapterError) -> Bool {
    let isChanged = try server.write(rules, replacing: writtenFile == nil ? nil : self.rules)
    writtenFile = FileChange(path: file.path)
    return isChanged
  }

  /// Asks a server at its first address.
  func probe(_ server: any NameServer) throws(AdapterError) -> NameProbe {
    guard let address = server.addresses.first else { throw AdapterError("\(server.title) has no address") }
    return try NameProbe(of: address)
  }

  private static func checkAnswer(of server: any NameServer) throws(AdapterError) {
    guard let address = server.addresses.first else { throw AdapterError("\(server.title) has no address") }
    if try NameProbe(of: address).isAnswered() { return }
    throw AdapterError(
      "\(server.title) does not answer at \(address)",
      remedy: "make it answer this machine, as with listen-address=\(address.address)")
  }

  /// Returns the name server, and looks for one if none is known or the known one has ended.
  func found() throws(AdapterError) -> any NameServer {
    if let server, server.isRunning { return server }
    return try searched()
  }

  /// Looks for the name server, whichever is known.
  private func searched() throws(AdapterError) -> any NameServer {
    switch NameServerSearch(file: file, resolver: resolver) {
    case .found(let server): return server
    case .missing(let error): throw error
    }
  }

  /// Removes the rules, also those that an earlier daemon left.
  private mutating func free() throws(AdapterError) {
    filtering.note(nil)
    // Without the record, zones of unbound would stay for ever.
    if rules.blocksAnything, let server, server.isRunning, try file.read().isEmpty { _ = try write(rules, to: server) }
    (rules, applied) = (.nothing, [])
    (settling, sample, isVerified) = (Settling(), [], false)
    isAnswering = true
    (watch, log, lastRepairBoot, writtenFile) = (nil, nil, nil, nil)
    let known = server
    server = nil
    try file.remove()
    // Its configuration may name another file by now, which it has not read yet.
    if let known, known.isRunning { try known.reload() }
  }
}
