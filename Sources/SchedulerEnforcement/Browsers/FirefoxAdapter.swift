import Scheduler
import SchedulerJSON
import SchedulerPlatform

/// Blocks domains in Firefox with its policies, which it reads when it starts.
///
/// ```swift
/// var adapter = FirefoxAdapter(machine: .ofThisMachine, filtersNames: { dns.isFiltering })
/// let effect = try adapter.apply(shield)
/// ```
/// It blocks the opening of pages of the domains and their subdomains, also in frames, for every user. A Firefox that runs
/// already follows after a restart; `apply` names those in the limits of its effect.
public struct FirefoxAdapter: EnforcementAdapter {
  /// The name of the adapter.
  public let name = EnforcementSettings.Adapter.firefox
  private let machine: MachineNames
  private let root: String
  private let filtersNames: @Sendable () -> Bool
  private let running: @Sendable () -> [RunningFirefox]
  private let clock: @Sendable () -> Int64
  private var lock: AdapterLock
  private var covering: CoveringLayers
  /// What is blocked, and the boot in which it was applied; nil if nothing is.
  private var wanted: (domains: CombinedDomains, bootID: String)?
  /// Reports changes of the files while something is blocked.
  private var watch = RepairWatch()
  /// The number of directories that were created for each file.
  private var directoryCounts: [FirefoxFile: Int] = [:]

  /// Creates the adapter. Reads nothing yet.
  ///
  /// - Parameters:
  ///   - machine: the names of the machine, which are never blocked.
  ///   - root: the root directory of another machine; empty for this one.
  ///   - lockPath: the lock of the one daemon that writes the policies; nil for none.
  ///   - accounts: finds the users of layers; nil to take each for one that exists.
  ///   - filtersNames: whether another adapter filters names by DNS, so that Firefox must not ask over HTTPS.
  ///   - running: finds the Firefox processes that run.
  ///   - clock: reads CLOCK_BOOTTIME, in nanoseconds.
  public init(
    machine: MachineNames, root: String = "", lockPath: String? = nil, accounts: AccountDatabase? = nil,
    filtersNames: @escaping @Sendable () -> Bool = { false },
    running: @escaping @Sendable () -> [RunningFirefox] = RunningFirefox.all,
    clock: @escaping @Sendable () -> Int64 = SystemClocks.boot
  ) {
    (self.machine, self.root, self.filtersNames) = (machine, root, filtersNames)
    (self.running, self.clock) = (running, clock)
    lock = AdapterLock(lockPath, of: "the policies of Firefox", for: .firefox)
    covering = CoveringLayers(accounts: accounts)
  }

  private var browsers: [InstalledBrowser] { InstalledBrowser.all(root: root).filter { $0.product == .firefox } }

  /// The files that the installed browsers read.
  private var files: [FirefoxFile] {
    Set(browsers.compactMap(\.policyDirectory)).sorted().map { FirefoxFile(in: $0) }
  }

  /// Every file in which something may have been left, also for a browser that was removed since.
  private var allFiles: [FirefoxFile] { Array(Set(files + FirefoxFile.usual(root: root))).sorted { $0.path < $1.path } }

  /// Whether a Firefox is installed, its policies can be written, and no other daemon writes them.
  public mutating func probe() -> AdapterAvailability {
    let browsers = browsers
    let unreached = browsers.compactMap { browser -> String? in
      guard case .unreached(let reason) = browser.reach else { return nil }
      return "Firefox (\(browser.package.rawValue)) is not covered: \(reason)"
    }
    let files = files
    guard !files.isEmpty else {
      let remedy = "install it as a package of the system"
      guard let unreached = unreached.first else { return .absent(reason: "Firefox is not installed", remedy: remedy) }
      return .unavailable(reason: unreached, remedy: remedy)
    }
    do throws(AdapterError) {
      for file in files { try file.checkWritable() }
      try lock.take()
    } catch {
      return .unavailable(reason: error.reason, remedy: error.remedy)
    }
    guard let first = unreached.first else { return .available }
    return .degraded(reason: first, remedy: "use the package of the system instead")
  }

  /// Makes the policies block the domains of a shield set. What Firefox cannot express is a gap of the effect.
  public mutating func apply(_ shield: ShieldSet) throws(AdapterError) -> AdapterEffect {
    try lock.take()
    let (shield, problems) = covering.select(from: shield)
    let domains = CombinedDomains(of: shield, on: machine)
    guard !domains.isEmpty else {
      try removeAll()
      return AdapterEffect(isConcerned: false, limits: problems)
    }
    if wanted == nil { for file in files { file.removeLeftovers() } }
    wanted = (domains, shield.bootID)
    follow()
    var limits = [Self.general] + domains.limits + problems
    var gaps: [String] = []
    var failure: AdapterError?
    for file in files {
      do throws(AdapterError) {
        let outcome = try write(file)
        limits += outcome.limits
        gaps += outcome.gaps
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    watch.noteChange()
    let gap = gaps.isEmpty ? nil : AdapterError(gaps.eachOnce.joined(separator: "; "), remedy: Self.remedy)
    return AdapterEffect(isConcerned: true, limits: limits.eachOnce, gap: gap)
  }

  /// Writes a file, unless it is right.
  private mutating func write(_ file: FirefoxFile) throws(AdapterError) -> (limits: [String], gaps: [String]) {
    var limits: [String] = []
    let former = try file.document()
    if !former.isOwn, let fault = former.fault {
      limits.append("'\(file.path)' is no valid JSON, so that Firefox ignored it; it comes back later: \(fault)")
    }
    let filter = try file.block(content(for: file), directoryCount: directoryCounts[file] ?? 0).filter
    let document = try file.document()
    directoryCounts[file] = document.directoryCount
    return (limits + filter.limits + pendingRestarts(document), filter.gaps)
  }

  private static let general = "Firefox follows when it starts; open pages and what a page loads are not covered"
  private static let remedy = "list these domains under 'block' in a profile without that exception"

  private func content(for file: FirefoxFile) -> FirefoxDocument.Content {
    let isNative = file == FirefoxExtension.file(root: root)
    return FirefoxDocument.Content(
      domains: wanted?.domains ?? CombinedDomains(), turnsOffSecureDNS: filtersNames(),
      base: isNative ? FirefoxFile.distributedPolicies(root: root) : JSONObject(),
      hasExtension: isNative && FirefoxExtension.isInstalled(root: root),
      present: (clock(), wanted?.bootID ?? ""))
  }

  /// The sentences about browsers that were started before the policies changed.
  private func pendingRestarts(_ document: FirefoxDocument) -> [String] {
    let change = document.change
    guard change.bootID == wanted?.bootID else { return [] }
    return running().filter { $0.startBoot < change.boot }.map {
      "Firefox of \($0.user), process \($0.process), was started before the change and follows it after a restart"
    }
  }

  /// Reads the files as Firefox does.
  public func verify() throws(AdapterError) {
    guard wanted != nil else {
      for file in allFiles where try file.isPresent() {
        throw AdapterError("'\(file.path)' still has the policies of a shield")
      }
      return
    }
    for file in files { try file.verify(content(for: file)) }
  }

  /// Gives the files back as they were.
  public mutating func revert() throws(AdapterError) {
    try lock.take()
    try removeAll()
    lock.release()
  }

  private mutating func removeAll() throws(AdapterError) {
    (wanted, directoryCounts) = (nil, [:])
    watch.stop()
    var failure: AdapterError?
    for file in allFiles {
      // One that cannot be read or written must not keep the policies in the others.
      do throws(AdapterError) { try file.remove() } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
  }

  /// The descriptor that is readable when a file may have changed.
  public var descriptor: OpenDescriptor? { watch.descriptor }
}

extension FirefoxAdapter {
  /// Repairs the files that another program changed, and keeps its changes.
  public mutating func work(atBoot boot: Int64) -> AdapterWork {
    var work = AdapterWork()
    guard wanted != nil else { return work }
    follow()
    if let end = watch.pauseEnd(atBoot: boot) {
      work.nextBoot = end
      return work
    }
    for file in files {
      do throws(AdapterError) {
        let document = try file.document()
        let isIntact = document.hasShield && !document.isEdited
        guard try file.block(content(for: file), directoryCount: directoryCounts[file] ?? 0).isWritten else { continue }
        watch.noteRepair(atBoot: boot)
        if !isIntact { work.repairs.append("another program changed the policies in '\(file.path)'") }
      } catch {
        work.nextBoot = boot + RepairWatch.repairPause
      }
    }
    // The own changes need no call.
    follow()
    work.nextBoot = work.nextBoot ?? watch.nextLook(atBoot: boot)
    return work
  }

  private mutating func follow() {
    watch.follow((files.map(\.path) + FirefoxFile.distributed(root: root)).map { WatchedPath($0) })
  }
}
