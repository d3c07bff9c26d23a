import Scheduler
import SchedulerPlatform

extension NameServerAdapter {
  /// Asks the name server for a hundred of the names, and when these were seen to be blocked, for a few others each time; and
  /// for those that were found open.
  public mutating func verify() throws(AdapterError) {
    guard rules.blocksAnything else { return }
    var seen: (any NameServer)?
    defer { noteFiltering(by: seen) }
    let server = try found()
    let some = isVerified ? rules.names(inTurn: turn, except: server.served) : []
    turn = isVerified ? turn &+ 1 : 0
    let names = some.isEmpty ? sample : some
    let findings = try probe(server).ask(Set(names + settling.openNames))
    settling.openNames = findings.notBlocked.sortedByBytes
    if findings.showFiltering(of: names, except: settling.stuckNames) { seen = server }
    isVerified = findings.areAllBlocked
    if let fault = Self.fault(of: findings, server: server) { throw fault }
  }

  /// Tells the firewall which server filters names; nil if none does.
  func noteFiltering(by server: (any NameServer)?) {
    filtering.note(server.flatMap { $0.takesOthers ? $0 : nil })
  }

  /// Asks a server for some names, and makes it use changed rules. Asks nothing while an equal order is repeated, because
  /// `verify` follows.
  ///
  /// - Throws: which name stays open.
  mutating func bringInForce(
    since before: NameRules, at server: any NameServer, isChanged: Bool
  ) throws(AdapterError) {
    if !isChanged, isVerified, before == rules { return }
    isVerified = false
    let start = SystemClocks.boot()
    // It reads the rules meanwhile.
    if isChanged { try server.reload() }
    let new = rules.newlyBlocked(since: before, except: server.served)
    let names = rules.sample(of: new, except: server.served)
    sample = before.blocksAnything ? rules.sample(of: [], except: server.served) : names
    if !isChanged {
      let findings = try probe(server).ask(names)
      isFiltering = findings.blockMost(of: names)
      if findings.areAllBlocked {
        (settling.openNames, settling.stuckNames) = ([], [])
        return
      }
      // Another reload closes no name that the last one did not close, and empties the cache.
      let isKnown = settling.stuckNames.isSuperset(of: findings.notBlocked)
      if isKnown, let fault = Self.fault(of: findings, server: server) { throw fault }
      try server.reload()
    }
    settling.begin(names: new, atBoot: SystemClocks.boot())
    try settle(server, sample: names, since: start)
  }

  /// How often a server is made to reload for names that stay open.
  private static let attemptLimit = 5

  /// Asks a server that has begun to reload for some names until none is open.
  ///
  /// - Parameter start: the time of the reload.
  /// - Throws: which name stays open.
  private mutating func settle(
    _ server: any NameServer, sample: [String], since start: Int64
  ) throws(AdapterError) {
    let probe = try probe(server)
    var findings = probe.ask(sample)
    Pause.wait(untilBoot: start + Settling.firstPause)
    for _ in 0..<Self.attemptLimit {
      try server.reload()
      findings = probe.ask(sample)
      settling.openNames = findings.notBlocked.sortedByBytes
      settling.stuckNames = Set(findings.answeredOtherwise)
      if findings.areAllBlocked { return }
      // One that does not answer would take seconds of each attempt, in which a stop waits.
      if findings.answerCount == 0 { break }
    }
    isFiltering = findings.answerCount > 0 && findings.blockMost(of: sample)
    if let fault = Self.fault(of: findings, server: server) { throw fault }
  }

  /// Why names are not seen to be blocked; nil if they are.
  static func fault(of findings: NameProbe.Findings, server: any NameServer) -> AdapterError? {
    if let name = findings.open.sortedByBytes.first {
      return AdapterError("'\(name)' still resolves at \(server.title)", remedy: "look for it in the configuration")
    }
    guard let (name, code) = findings.failed.min(by: { $0.key < $1.key }) else { return nil }
    guard let code else {
      return AdapterError("\(server.title) did not answer about '\(name)'", remedy: "restart it")
    }
    return AdapterError("\(server.title) does not block '\(name)': it answered with the error code \(code)")
  }
}

/// What is still to be done after a change of the rules.
struct Settling: Sendable {
  /// Time after which dnsmasq is made to reload once more, in nanoseconds: replies that were on their way have come.
  static let firstPause: Int64 = 50_000_000
  /// Time of the last reload, in nanoseconds: slow replies have come as well.
  static let lastPause: Int64 = 2_000_000_000

  /// The time of the last reload; nil if it was made.
  var reloadBoot: Int64?
  /// The names that are asked for after it.
  var names: [String] = []
  /// The names that were found open.
  var openNames: [String] = []
  /// Those that stayed open, or led to an error code, after a reload: the configuration has them.
  var stuckNames: Set<String> = []

  /// Begins after a change.
  mutating func begin(names: [String], atBoot boot: Int64) {
    reloadBoot = boot + Self.lastPause
    self.names = names
  }
}
