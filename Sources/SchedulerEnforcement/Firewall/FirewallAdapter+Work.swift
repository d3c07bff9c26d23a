import Scheduler
import SchedulerPlatform

extension FirewallAdapter {
  /// Time between two looks at the kernel, in nanoseconds. A look takes some milliseconds.
  private static let lookPause: Int64 = 60_000_000_000
  /// Time after an order at which the table is looked at again, in nanoseconds.
  static let secondLookPause: Int64 = 2_000_000_000
  /// Time for which the addresses of names are blocked after a change, in nanoseconds. Programs keep answers of name servers
  /// for a minute.
  static let cutTime: Int64 = 120_000_000_000
  static let cutLimit =
    "addresses of blocked names are blocked for two minutes after a change; with 'nftables' in '[enforce] adapters', as long "
    + "as the shield"
  /// Whether the addresses of names are blocked now.
  private var blocksAddresses: Bool { isNamed() || now() < cutEndBoot }
  /// Time between two looks whether the name server still runs to which questions are led, in nanoseconds. That reads some
  /// files of /proc.
  static let serverPause: Int64 = 3_000_000_000
  /// Time after which a failed look is repeated, in nanoseconds.
  private static let retryPause: Int64 = 10_000_000_000

  /// Looks up the names that are due, and repairs the table once a minute if another program changed or removed it. Leads
  /// questions to no name server that has ended.
  public mutating func work(atBoot boot: Int64) -> AdapterWork {
    var work = AdapterWork()
    guard let plan else { return work }
    let server = nameServer()
    var isDue = boot >= nextLookBoot || boot >= nextChangeBoot || server != ledServer
    ledServer = server
    if isDue || (nextQuestionBoot.map { $0 <= boot } ?? false) {
      refresh(plan)
      let wanted = wanted(by: plan).table
      isDue = isDue || wanted != table
      if isDue {
        hasFailed = !look(for: wanted)
        nextLookBoot = boot + (hasFailed ? Self.retryPause : Self.lookPause)
      }
    }
    work.repairs = repairs
    repairs = []
    work.nextBoot = min(nextLookBoot, nextChangeBoot, nextQuestionBoot ?? .max, nextServerLook(after: boot))
    return work
  }

  /// The time of the next look whether the name server still runs, or runs again.
  private mutating func nextServerLook(after boot: Int64) -> Int64 {
    hasLed = hasLed || ledServer != nil
    return hasLed && plan?.filtersNames == true ? boot + Self.serverPause : .max
  }

  /// The time of the next questions about names; nil for none.
  private var nextQuestionBoot: Int64? { blocksAddresses ? book.nextDueBoot : nil }

  /// The time at which the addresses of names are open again.
  private var nextChangeBoot: Int64 { isNamed() || !isCutting || hasFailed ? .max : cutEndBoot }

  /// Makes the kernel contain a table. Returns false if it failed.
  private mutating func look(for wanted: FirewallTable) -> Bool {
    do throws(AdapterError) {
      try put(wanted)
      return true
    } catch {
      // `verify` reports it.
      return false
    }
  }

  /// Loads a table unless the kernel contains it, and notes what another program has changed since the last time.
  mutating func put(_ wanted: FirewallTable) throws(AdapterError) {
    guard let nft else { throw Self.absence }
    let found = try nft.listing()
    if let table {
      if let found, let difference = table.difference(to: found) {
        repairs.append("another program changed the table '\(FirewallTable.title)', which \(difference)")
      } else if found == nil {
        repairs.append("another program removed the table '\(FirewallTable.title)'")
      }
    }
    if found.map({ wanted.difference(to: $0) != nil }) ?? true { try nft.load(wanted.script) }
    table = wanted
    isCutting = blocksAddresses
    nextLookBoot = now() + Self.lookPause
  }

  /// Maximum time for questions while an order waits, in nanoseconds: a daemon is not ready before.
  private static let briefTime: Int64 = 700_000_000

  /// The names that were asked for.
  enum Asked: Sendable {
    /// No name was due.
    case none
    /// Some had no answer soon, and are due again at once.
    case some
    /// Each that was due.
    case all
    /// None yet: the name server of this machine has time to filter names first.
    case later
  }

  /// Asks for the names that are due.
  ///
  /// - Parameter isBrief: whether to wait for answers a short time only.
  @discardableResult
  mutating func refresh(_ plan: FirewallPlan, isBrief: Bool = false) -> Asked {
    let due = blocksAddresses ? book.due(of: plan.names, atBoot: now()) : []
    guard !due.isEmpty else { return .none }
    servers = upstreams(nameServer())
    // A server of this machine may be the one that begins to filter names, and then tells a moment later whom it asks.
    if isBrief, nameServer() == nil, servers.contains(where: \.isUsualOfThisMachine) { return .later }
    func questions(about name: String) -> [AddressQuestion] {
      NetworkAddress.Family.allCases.map { AddressQuestion(name: name, family: $0) }
    }
    var resolver = AddressResolver(servers: servers)
    if isBrief { resolver.timeLimit = Self.briefTime }
    let answers = resolver.answers(to: due.flatMap(questions))
    let answered = isBrief ? due.filter { questions(about: $0).contains { answers[$0] != nil } } : due
    book.note(answers, about: answered, atBoot: now())
    return answered.count < due.count && !servers.isEmpty ? .some : .all
  }

  func wanted(by plan: FirewallPlan) -> (table: FirewallTable, gap: String?) {
    let spared = Set(servers.compactMap { NetworkAddress($0.address) })
    return plan.table(
      in: .init(
        book: blocksAddresses ? book : AddressBook(), nameServer: nameServer(), spared: spared,
        askers: NameServiceUsers(of: accounts), canRedirect: canRedirect))
  }

  /// Why questions are not redirected that should be; nil if they are, or if there is no name server for them.
  var redirectGap: AdapterError? {
    if canRedirect || nameServer() == nil { return nil }
    return AdapterError(
      "the kernel cannot redirect questions about names to the name server of this machine",
      remedy: "use a kernel with nft_nat, or load this module")
  }

  /// Why names have no addresses; nil if all were answered.
  var lookUpGap: String? {
    let count = blocksAddresses ? book.unknownCount(of: plan?.blockedNames ?? []) : 0
    if count == 0 { return nil }
    if servers.isEmpty { return "no name server outside of this machine is known" }
    let places = servers.map(\.description).joined(separator: ", ")
    return "the addresses of \(count) names are unknown, because \(places) did not answer about them"
  }

  /// Removes the table, also that of an earlier daemon.
  mutating func free() throws(AdapterError) {
    (plan, table, book, servers, repairs) = (nil, nil, AddressBook(), [], [])
    (ledServer, hasLed) = (nil, false)
    guard let nft else { return }
    try FirewallArtefact(nft).remove()
  }
}

extension NameServerAddress {
  /// Whether it is the usual port of this machine, at which a name server may filter names.
  fileprivate var isUsualOfThisMachine: Bool {
    port == 53 && (address.hasPrefix("127.") || address == "::1" || OwnAddresses().contain(address))
  }
}
