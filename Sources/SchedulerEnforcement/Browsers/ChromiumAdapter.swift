import Scheduler
import SchedulerPlatform

/// Blocks domains in browsers of the family of Chromium with a file of managed policies, which running browsers read
/// within seconds.
///
/// ```swift
/// var adapter = ChromiumAdapter(machine: .ofThisMachine, filtersNames: { dns.isFiltering })
/// let effect = try adapter.apply(shield)
/// try adapter.verify()
/// ```
/// It blocks navigations to the domains and their subdomains, for every user. It does not close open pages, and it does
/// not block what a page loads.
public struct ChromiumAdapter: EnforcementAdapter {
  /// The name of the adapter.
  public let name = EnforcementSettings.Adapter.chromium
  private let machine: MachineNames
  private let root: String
  private let filtersNames: @Sendable () -> Bool
  private var lock: AdapterLock
  private var covering: CoveringLayers
  /// What is blocked; nil if nothing is.
  private(set) var wanted: CombinedDomains?
  /// The directories of the installed browsers, with what was written last.
  private(set) var written: [ChromiumDirectory: [UInt8]] = [:]
  /// Reports changes of the directories while something is blocked.
  private var watch = RepairWatch()
  /// When browsers are made to read the files again.
  private var rewriting = RewriteSchedule()
  /// The directories from which the file was removed, while browsers are made to read them again.
  private var ended: [ChromiumDirectory] = []

  /// Creates the adapter. Reads nothing yet.
  ///
  /// - Parameters:
  ///   - machine: the names of the machine, which are never blocked.
  ///   - root: the root directory of another machine; empty for this one.
  ///   - lockPath: the lock of the one daemon that writes the policies; nil for none.
  ///   - accounts: finds the users of layers; nil to take each for one that exists.
  ///   - filtersNames: whether another adapter filters names by DNS, so that browsers must not ask over HTTPS.
  public init(
    machine: MachineNames, root: String = "", lockPath: String? = nil, accounts: AccountDatabase? = nil,
    filtersNames: @escaping @Sendable () -> Bool = { false }
  ) {
    (self.machine, self.root, self.filtersNames) = (machine, root, filtersNames)
    lock = AdapterLock(lockPath, of: "the policies of Chromium", for: .chromium)
    covering = CoveringLayers(accounts: accounts)
  }

  /// The directories of policies of the installed browsers.
  private var directories: Set<ChromiumDirectory> {
    Set(
      InstalledBrowser.all(root: root).filter { $0.product != .firefox }.compactMap(\.policyDirectory).map {
        ChromiumDirectory($0)
      })
  }

  /// Every directory in which a file may have been left, also by a browser that was removed since.
  private var allDirectories: [ChromiumDirectory] {
    let usual = ChromiumDirectory.usual(root: root)
    return usual + directories.subtracting(usual).sorted { $0.path < $1.path }
  }

  /// Whether a browser is installed, its policies can be written, and no other daemon writes them.
  public mutating func probe() -> AdapterAvailability {
    let browsers = InstalledBrowser.all(root: root).filter { $0.product != .firefox }
    guard browsers.contains(where: { $0.policyDirectory != nil }) else {
      let remedy = "install one as a package of the system"
      guard let unreached = Self.unreached(browsers).first else {
        return .absent(reason: "no browser of the family of Chromium is installed", remedy: remedy)
      }
      return .unavailable(reason: unreached, remedy: remedy)
    }
    do throws(AdapterError) {
      for directory in directories.sorted(by: { $0.path < $1.path }) { try directory.checkWritable() }
      try lock.take()
    } catch {
      return .unavailable(reason: error.reason, remedy: error.remedy)
    }
    guard let first = Self.unreached(browsers).first else { return .available }
    return .degraded(reason: first, remedy: "use the package of the system instead")
  }

  private static func unreached(_ browsers: [InstalledBrowser]) -> [String] {
    browsers.compactMap { browser in
      guard case .unreached(let reason) = browser.reach else { return nil }
      return "\(browser.product.rawValue) (\(browser.package.rawValue)) is not covered: \(reason)"
    }
  }

  /// Makes the policies block the domains of a shield set. If a list is too long, the rest of it is a gap of the
  /// effect.
  public mutating func apply(_ shield: ShieldSet) throws(AdapterError) -> AdapterEffect {
    try lock.take()
    let (shield, problems) = covering.select(from: shield)
    let domains = CombinedDomains(of: shield, on: machine)
    guard !domains.isEmpty else {
      try removeAll()
      return AdapterEffect(isConcerned: false, limits: problems)
    }
    wanted = domains
    follow()
    var effect = AdapterEffect(isConcerned: true, limits: Self.general + domains.limits + problems)
    var failure: AdapterError?
    for directory in directories.sorted(by: { $0.path < $1.path }) {
      do throws(AdapterError) {
        let outcome = try write(directory)
        effect.limits += outcome.limits
        effect.gap = effect.gap ?? outcome.gap
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    if browsersHaveExtension { effect.limits.append(Self.privateWindows) }
    watch.noteChange()
    return effect
  }

  /// The limits of every policy.
  private static let general = [
    "addresses that are opened only; open pages and what a page loads are not covered",
    "a browser follows after some 5 s, and up to a minute later if it has just started",
  ]

  private static let privateWindows = "private windows lack the extension of the shield page; the policies hold there"

  private var browsersHaveExtension: Bool {
    InstalledBrowser.all(root: root).contains { $0.chromiumExtension == .loaded }
  }

  /// Reads the files as the browsers do: all users may read them, and the lists of the shield decide.
  public func verify() throws(AdapterError) {
    guard let wanted else {
      for directory in allDirectories where try directory.isPresent() {
        throw AdapterError("'\(directory.path)' still has a policy of a shield")
      }
      return
    }
    for directory in directories.sorted(by: { $0.path < $1.path }) {
      try directory.verify(wanted, turnsOffSecureDNS: filtersNames())
    }
  }

  /// Removes the files, and the directories that were created for them.
  public mutating func revert() throws(AdapterError) {
    try lock.take()
    try removeAll()
    lock.release()
  }

  private mutating func removeAll() throws(AdapterError) {
    (wanted, written) = (nil, [:])
    if !rewriting.isEnding { rewriting = RewriteSchedule() }
    watch.stop()
    var failure: AdapterError?
    for directory in allDirectories {
      // One that cannot be read or written must not keep the policies in the others.
      do throws(AdapterError) { try end(in: directory) } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
  }

  private mutating func end(in directory: ChromiumDirectory) throws(AdapterError) {
    let isPresent = try directory.isPresent()
    try directory.remove()
    guard isPresent else { return }
    if !rewriting.isEnding { ended = [] }
    ended.append(directory)
    rewriting.noteChange(isRemoval: true)
  }

  /// The descriptor that is readable when a directory may have changed.
  public var descriptor: OpenDescriptor? { watch.descriptor }
}

extension ChromiumAdapter {
  /// Writes the file of a directory, unless it is right.
  private mutating func write(
    _ directory: ChromiumDirectory, isForced: Bool = false
  ) throws(AdapterError) -> (limits: [String], gap: AdapterError?) {
    guard let wanted else { return ([], nil) }
    let contents = try directory.contents()
    if written[directory] == nil { directory.file(ChromiumDirectory.names[0]).removeLeftovers() }
    var policy = directory.policy(wanted, turnsOffSecureDNS: filtersNames(), beside: contents)
    policy.directoryCount = written[directory].flatMap { ChromiumPolicy.directoryCount(in: $0) } ?? 0
    let bytes = try directory.write(policy, beside: contents, isForced: isForced)
    if bytes != written[directory] { rewriting.noteChange() }
    written[directory] = bytes
    return (contents.limits + policy.lists.limits, policy.lists.gap)
  }

  /// Repairs the files that another program changed, follows the lists of an administrator, and makes browsers that
  /// have just started read the files again.
  public mutating func work(atBoot boot: Int64) -> AdapterWork {
    guard wanted != nil else { return workAfterEnd(atBoot: boot) }
    var work = AdapterWork()
    follow()
    if let end = watch.pauseEnd(atBoot: boot) {
      work.nextBoot = end
      return work
    }
    let isForced = rewriting.isDue(atBoot: boot)
    for (directory, bytes) in written.sorted(by: { $0.key.path < $1.key.path }) {
      do throws(AdapterError) {
        let isIntact = try directory.contents().own.values.contains(bytes)
        _ = try write(directory, isForced: isForced)
        guard !isIntact else { continue }
        watch.noteRepair(atBoot: boot)
        work.repairs.append("another program changed the policy in '\(directory.path)'")
      } catch {
        work.nextBoot = boot + RepairWatch.repairPause
      }
    }
    rewriting.advance(atBoot: boot)
    // The own changes need no call.
    follow()
    work.nextBoot = min(work.nextBoot ?? .max, rewriting.nextBoot, watch.nextLook(atBoot: boot) ?? .max)
    return work
  }

  /// Makes browsers that may have missed the removal look at the directories again, until the schedule ends.
  private mutating func workAfterEnd(atBoot boot: Int64) -> AdapterWork {
    var work = AdapterWork()
    guard rewriting.isEnding else { return work }
    if rewriting.isDue(atBoot: boot) { for directory in ended { directory.file("x").wakeWatchers() } }
    rewriting.advance(atBoot: boot)
    if rewriting.isEnding { work.nextBoot = rewriting.nextBoot } else { ended = [] }
    return work
  }

  private mutating func follow() {
    watch.follow(directories.sorted { $0.path < $1.path }.map { WatchedPath($0.path, isDirectory: true) })
  }
}
