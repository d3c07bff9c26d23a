import Scheduler
import SchedulerPlatform

/// Blocks the addresses of blocked domains with the firewall of the kernel, nftables, for the users whom a layer
/// covers.
///
/// It supplements the adapters that block names: a connection that was open before is reset at its next packet, HTTP/3
/// is refused, and questions about names reach no other name server than that of this machine.
///
/// Sites share addresses with others. So unless the configuration names the adapter, the addresses of names are blocked for
/// two minutes after a change only, which cuts what was open.
///
/// ```swift
/// var adapter = FirewallAdapter(machine: .ofThisMachine, nameServer: { nil })
/// let effect = try adapter.apply(shield)
/// try adapter.verify()
/// ```
/// All of it is one table, `inet schedctl`, which is replaced as a whole. Other tables are never read and never
/// changed.
public struct FirewallAdapter: EnforcementAdapter {
  /// The name of the adapter.
  public let name = EnforcementSettings.Adapter.nftables
  let nft: NftProgram?
  private let machine: MachineNames
  let accounts: AccountDatabase
  private var users: LayerUsers
  let isNamed: @Sendable () -> Bool
  let nameServer: @Sendable () -> LocalNameServer?
  let upstreams: @Sendable (LocalNameServer?) -> [NameServerAddress]
  let now: @Sendable () -> Int64
  private var lock: AdapterLock
  var canRedirect = true

  /// What is applied; nil if nothing is.
  var plan: FirewallPlan?
  var book = AddressBook()
  /// Whether the table could not be loaded when it was due.
  var hasFailed = false
  /// The servers that were asked last.
  var servers: [NameServerAddress] = []
  /// What the kernel should contain; nil for no table.
  var table: FirewallTable?
  /// The name server to which the table leads questions; nil for none.
  var ledServer: LocalNameServer?
  /// Whether there was one since the adapter was free.
  var hasLed = false
  /// The time of the next look at the kernel.
  var nextLookBoot: Int64 = 0
  /// The time until which the addresses of names are blocked in any case.
  var cutEndBoot: Int64 = 0
  /// Whether the addresses of names were blocked when the table was made.
  var isCutting = false
  /// What was repaired since the last report.
  var repairs: [String] = []

  /// Creates the adapter. Reads nothing yet.
  ///
  /// - Parameters:
  ///   - machine: the names of the machine, whose addresses are never blocked.
  ///   - accounts: the users and groups of the machine.
  ///   - owner: the instance whose layers are applied.
  ///   - nft: the program that changes the firewall; nil if none is installed.
  ///   - lockPath: the lock of the one daemon that changes the table; nil for none.
  ///   - isNamed: whether the configuration names the adapter, so that addresses stay blocked as long as the shield.
  ///   - nameServer: returns the name server of this machine that filters names for the shield; nil if there is none.
  ///   - upstreams: returns the name servers to ask for addresses, given the filtering one.
  ///   - now: returns the reading of CLOCK_BOOTTIME, in nanoseconds.
  public init(
    machine: MachineNames, accounts: AccountDatabase = .system, owner: ApplicationResolver.Owner = .system,
    nft: NftProgram? = .installed(), lockPath: String? = nil, isNamed: @escaping @Sendable () -> Bool = { true },
    nameServer: @escaping @Sendable () -> LocalNameServer?,
    upstreams: @escaping @Sendable (LocalNameServer?) -> [NameServerAddress] = {
      UpstreamServers().servers(except: $0)
    },
    now: @escaping @Sendable () -> Int64 = { SystemClocks.boot() }
  ) {
    (self.machine, self.accounts, self.nft, self.now) = (machine, accounts, nft, now)
    lock = AdapterLock(lockPath, of: "the table '\(FirewallTable.title)'", for: .nftables)
    (self.isNamed, self.nameServer, self.upstreams) = (isNamed, nameServer, upstreams)
    users = LayerUsers(accounts: accounts, owner: owner)
  }

  /// Whether nft(8) is installed, and the kernel accepts the rules. They are only checked: nothing is loaded.
  public mutating func probe() -> AdapterAvailability {
    guard let nft else { return .absent(reason: Self.absence.reason, remedy: Self.absence.remedy) }
    do throws(AdapterError) {
      try lock.take()
      try nft.load(Self.sample(redirecting: false), isTrial: true)
    } catch {
      return .unavailable(reason: error.reason, remedy: error.remedy)
    }
    do throws(AdapterError) {
      try nft.load(Self.sample(redirecting: true), isTrial: true)
      canRedirect = true
    } catch {
      // It matters only while a name server of this machine filters names.
      canRedirect = false
    }
    return .available
  }

  static let absence = AdapterError("nftables is not installed", remedy: "install the package nftables")

  /// A table with each kind of rule.
  private static func sample(redirecting: Bool) -> String {
    var table = FirewallTable()
    table.sets["four"] = .addresses(.four, [.four(0xC633_6401)])
    table.sets["users"] = .users([NameServiceUsers.firstPerson])
    let destination = FirewallTable.Match.destination(.four, set: "four")
    table.chains["output"] = FirewallTable.Chain(
      hook: .filterOutput,
      rules: [
        .init(matches: [.users("users"), destination, .isTCP], verdict: .reset),
        .init(matches: [.userWithin(NameServiceUsers.dynamic)], verdict: .leave),
        .init(matches: [.portUDP(443)], verdict: .unreachable),
      ])
    if redirecting {
      table.chains["translate"] = FirewallTable.Chain(
        hook: .translateOutput,
        rules: [.init(matches: [.portUDP(53)], verdict: .redirect(.four(0x7F00_0001), port: 53))])
    }
    return table.script
  }

  /// Makes the firewall block the addresses of a shield set.
  ///
  /// The rules for questions, and the addresses that are known, are in force before names are looked up. What has no
  /// answer after 0.7 s, such as on a machine without a network, is left to `work`. Too many names or addresses, and all domains, are a gap of the effect; the rest
  /// is blocked.
  public mutating func apply(_ shield: ShieldSet) throws(AdapterError) -> AdapterEffect {
    try lock.take()
    let plan = FirewallPlan(of: shield, on: machine, users: &users)
    guard plan.isConcerned else {
      try free()
      return effect(of: plan, isConcerned: false, lacking: [])
    }
    if plan.parts != self.plan?.parts { cutEndBoot = now() + Self.cutTime }
    self.plan = plan
    ledServer = nameServer()
    var (wanted, gap) = wanted(by: plan)
    try put(wanted)
    let asked = refresh(plan, isBrief: true)
    if asked == .all || asked == .some {
      (wanted, gap) = self.wanted(by: plan)
      try put(wanted)
    }
    // The name server may begin to filter names meanwhile.
    nextLookBoot = min(nextLookBoot, now() + (asked == .some ? 0 : Self.secondLookPause))
    return effect(of: plan, lacking: [gap, asked == .later ? nil : lookUpGap].compactMap { $0 })
  }

  /// What became of a plan. Only where the configuration names the adapter is it expected to block everything.
  private func effect(of plan: FirewallPlan, isConcerned: Bool = true, lacking: [String]) -> AdapterEffect {
    let gaps = plan.gaps + lacking
    guard isNamed() else {
      let limits = plan.limits + (plan.names.isEmpty ? [] : [Self.cutLimit]) + gaps
      return AdapterEffect(isConcerned: isConcerned, limits: limits, gap: isConcerned ? redirectGap : nil)
    }
    let gap = gaps.isEmpty ? nil : AdapterError(gaps.joined(separator: "; "), remedy: FirewallPlan.remedy)
    return AdapterEffect(
      isConcerned: isConcerned, limits: plan.limits, gap: gap ?? (isConcerned ? redirectGap : nil))
  }

  /// Asks the kernel for the table, and compares it with what the set means.
  public func verify() throws(AdapterError) {
    guard let nft else {
      if plan == nil { return }
      throw Self.absence
    }
    let found = try nft.listing()
    guard let table else {
      if found == nil { return }
      throw AdapterError("the table '\(FirewallTable.title)' still blocks addresses")
    }
    guard let found else { throw AdapterError("the firewall has no table '\(FirewallTable.title)'") }
    if let difference = table.difference(to: found) {
      throw AdapterError("the table '\(FirewallTable.title)' \(difference)")
    }
  }

  /// Removes the table.
  public mutating func revert() throws(AdapterError) {
    try lock.take()
    try free()
    lock.release()
  }
}
