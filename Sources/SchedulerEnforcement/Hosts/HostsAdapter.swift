import Scheduler
import SchedulerPlatform

/// Blocks names with a block at the end of the hosts file: they resolve to the addresses `0.0.0.0` and `::`, to which no
/// connection is possible.
///
/// ```swift
/// var adapter = HostsAdapter(machine: .ofThisMachine)
/// let effect = try adapter.apply(shield)
/// try adapter.verify()
/// ```
/// It blocks exact names and their `www.` variants, for every user. It does not end open connections, and it does not
/// block programs that resolve names themselves, such as browsers with DNS over HTTPS.
public struct HostsAdapter: EnforcementAdapter {
  /// The name of the adapter.
  public let name = EnforcementSettings.Adapter.hosts
  private let file: HostsFile
  private let machine: MachineNames
  private let nameServicesPath: String
  private let resolver: NameResolver?
  /// The names that are blocked; empty if none are.
  private var names: [String] = []
  /// Reports changes of the file while names are blocked.
  private var watch = RepairWatch()
  /// The pause after the last failed repair, in nanoseconds; nil if the last one did not fail.
  private var failurePause: Int64?
  /// The time up to which no repair is tried after that.
  private var retryBoot: Int64 = 0
  private var hasRemovedLeftovers = false
  private var lock: AdapterLock
  private var covering: CoveringLayers

  /// Creates the adapter of a hosts file. Reads nothing yet.
  ///
  /// - Parameters:
  ///   - machine: the names of the machine, which are never blocked.
  ///   - path: the hosts file. Another one than the system's is verified by reading it.
  ///   - lockPath: the lock of the one daemon that writes the file; nil for none.
  ///   - accounts: finds the users of layers; nil to take each for one that exists.
  ///   - nameServicesPath: the file that says in which order names are looked up.
  ///   - resolver: asks the system for addresses; nil to read the file instead.
  public init(
    machine: MachineNames, path: String = HostsFile.systemPath, lockPath: String? = nil,
    accounts: AccountDatabase? = nil, nameServicesPath: String = "/etc/nsswitch.conf",
    resolver: NameResolver? = NameResolver()
  ) {
    file = HostsFile(path)
    self.machine = machine
    lock = AdapterLock(lockPath, of: "'\(path)'", for: .hosts)
    covering = CoveringLayers(accounts: accounts)
    self.nameServicesPath = nameServicesPath
    self.resolver = path == HostsFile.systemPath ? resolver : nil
  }

  /// Whether the file can be written, no other daemon writes it, and the machine asks it.
  public mutating func probe() -> AdapterAvailability {
    do throws(FileSystemError) {
      try file.file.checkWritable()
    } catch {
      let error = AdapterError(of: error)
      return .unavailable(reason: error.reason, remedy: error.remedy)
    }
    do throws(AdapterError) { try lock.take() } catch {
      return .unavailable(reason: error.reason, remedy: error.remedy)
    }
    return nameServices
  }

  /// Whether the name services ask the hosts file, as nsswitch.conf(5) says.
  private var nameServices: AdapterAvailability {
    let reader = FileReader(onlyRegularFiles: true)
    guard let bytes = reader.readIfPossible(nameServicesPath, limit: Self.nameServicesLimit) else { return .available }
    return NameServices(parsing: bytes).availability(of: nameServicesPath)
  }

  /// Maximum size of nsswitch.conf in bytes, far more than any has.
  private static let nameServicesLimit = 1 << 20

  /// Makes the file block the names of a shield set.
  ///
  /// A set with too many names is refused. Then the names that are blocked already and that the set contains stay
  /// blocked, and all others are freed: a longer list must not be a way out. What a hosts file cannot express, such as
  /// all domains, is a gap of the effect, and the rest is blocked.
  public mutating func apply(_ shield: ShieldSet) throws(AdapterError) -> AdapterEffect {
    try lock.take()
    removeLeftovers()
    let (shield, problems) = covering.select(from: shield)
    let wanted = BlockedNames(of: shield, on: machine)
    var limits = wanted.limits + problems
    if let resolver, !resolver.exists, !wanted.names.isEmpty {
      limits.append("\(resolver.absence), so that the file is read and its names are not looked up")
    }
    guard wanted.names.count <= BlockedNames.limit else {
      try block(try file.text().names.intersection(wanted.names).sortedByBytes)
      throw AdapterError(
        "the shield contains \(wanted.names.count) names, and a hosts file at most \(BlockedNames.limit)",
        remedy: "block fewer names: each look-up of a program reads the whole file")
    }
    try block(wanted.names)
    return AdapterEffect(isConcerned: !wanted.names.isEmpty, limits: limits, gap: wanted.gap)
  }

  /// Asks the system for the addresses of some of the names. Of another hosts file, and without getent(1), it reads
  /// instead which names the file blocks, and whether the name services ask it.
  public func verify() throws(AdapterError) {
    let text = try file.text()
    guard !names.isEmpty else {
      if text.blocks.contains(where: { !$0.armed.isEmpty }) {
        throw AdapterError("'\(file.path)' still blocks names")
      }
      return
    }
    guard let resolver, resolver.exists else { return try verifyByReading(text) }
    for name in resolver.sample(of: names) {
      if let fault = try resolver.fault(of: name, path: file.path) { throw fault }
    }
  }

  private func verifyByReading(_ text: HostsText) throws(AdapterError) {
    guard text.holds(HostsBlock.body(of: names)) else {
      throw AdapterError("'\(file.path)' does not block the names of the shield")
    }
    if case .unavailable(let reason, let remedy) = nameServices { throw AdapterError(reason, remedy: remedy) }
  }

  /// Removes the block.
  public mutating func revert() throws(AdapterError) {
    try lock.take()
    removeLeftovers()
    try block([])
    lock.release()
  }

  /// The descriptor that is readable when the file may have changed.
  public var descriptor: OpenDescriptor? { watch.descriptor }

  private mutating func block(_ names: [String]) throws(AdapterError) {
    self.names = names
    if names.isEmpty { watch.stop() } else { watch.follow([WatchedPath(file.path)]) }
    if names.isEmpty { try file.unblock() } else { try file.block(names) }
    watch.noteChange()
    failurePause = nil
  }

  private mutating func removeLeftovers() {
    if !hasRemovedLeftovers { file.file.removeLeftovers() }
    hasRemovedLeftovers = true
  }
}

extension HostsAdapter {
  /// Longest pause after a failed repair, in nanoseconds. The first one is that between two repairs, and each is twice the
  /// one before: a whole new file is tried each time.
  static let longestPause: Int64 = 60_000_000_000

  /// Repairs the block if another program changed or removed it. The second repair within a second waits.
  public mutating func work(atBoot boot: Int64) -> AdapterWork {
    var work = AdapterWork()
    guard !names.isEmpty else { return work }
    watch.follow([WatchedPath(file.path)])
    if let end = watch.pauseEnd(atBoot: boot) ?? (failurePause != nil && boot < retryBoot ? retryBoot : nil) {
      work.nextBoot = end
      return work
    }
    do throws(AdapterError) {
      if try file.block(names) {
        watch.noteRepair(atBoot: boot)
        work.repairs.append("another program changed the block in '\(file.path)'")
      }
      failurePause = nil
      // A mounted file is not reported, because its own directory is another one.
      work.nextBoot = file.file.isMountPoint ? boot + RepairWatch.lookPause : watch.nextLook(atBoot: boot)
    } catch {
      let pause = failurePause.map { min($0 * 2, Self.longestPause) } ?? RepairWatch.repairPause
      failurePause = pause
      retryBoot = boot + pause
      work.nextBoot = retryBoot
    }
    return work
  }
}

extension Sequence<String> {
  /// The strings in the order of their bytes.
  var sortedByBytes: [String] { sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
}
