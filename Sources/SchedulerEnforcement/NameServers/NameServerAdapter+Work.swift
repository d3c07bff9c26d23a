import Scheduler
import SchedulerPlatform

extension NameServerAdapter {
  /// Shortest time between two repairs, in nanoseconds, so that two programs that disagree do not use the processor.
  private static let repairPause: Int64 = 1_000_000_000
  /// Time between two looks at the server, in nanoseconds.
  private static let lookPause: Int64 = 10_000_000_000
  /// Number of names that are asked for in one call, so that orders do not wait longer than some 50 ms.
  private static let sliceSize = 2000

  /// Takes attempts from the log, repairs the rules, and asks for the names that were not yet asked for.
  public mutating func work(atBoot boot: Int64) -> AdapterWork {
    var work = AdapterWork()
    discardChanges()
    guard rules.blocksAnything, let server else { return work }
    work.attempts = log?.attempts(atBoot: boot) ?? []
    var times: [Int64] = []
    let wasAnswering = isAnswering
    do throws(AdapterError) {
      times.append(try repair(atBoot: boot, into: &work))
      if let next = try finish(server, atBoot: boot) { times.append(next) }
    } catch {
      isAnswering = false
      times.append(boot + Self.lookPause)
    }
    if isAnswering != wasAnswering { work.change = isAnswering ? .back : .lost }
    work.nextBoot = times.min()
    return work
  }

  /// Asks for the names that were not asked for yet, some in each call, and reloads the server for the last time. A name
  /// that is open makes it reload at once.
  ///
  /// - Returns: the time of the next call; nil if all is done.
  private mutating func finish(_ server: any NameServer, atBoot boot: Int64) throws(AdapterError) -> Int64? {
    guard settling.reloadBoot != nil || !settling.names.isEmpty else { return nil }
    let probe = try probe(server)
    if let reloadBoot = settling.reloadBoot, boot >= reloadBoot {
      settling.reloadBoot = nil
      settling.stuckNames = []
      try server.reload()
      try close(probe.ask(Set(sample + settling.openNames)).notBlocked, at: server)
    }
    let slice = settling.names.suffix(Self.sliceSize)
    settling.names.removeLast(slice.count)
    try close(probe.ask(slice).notBlocked, at: server)
    return settling.names.isEmpty ? settling.reloadBoot : boot
  }

  /// Reloads a server because of names that are open or had no answer, and keeps those that are so still for `verify`.
  private mutating func close(_ names: [String], at server: any NameServer) throws(AdapterError) {
    // What the last reload did not close, another one does not close either.
    if settling.stuckNames.isSuperset(of: names) { return }
    try server.reload()
    let findings = try probe(server).ask(names)
    settling.openNames = Array(Set(settling.openNames + findings.notBlocked).sortedByBytes.prefix(Self.sliceSize))
    settling.stuckNames.formUnion(findings.answeredOtherwise)
  }

  /// Writes the rules again if they were changed or lost.
  ///
  /// - Returns: the time of the next look.
  private mutating func repair(atBoot boot: Int64, into work: inout AdapterWork) throws(AdapterError) -> Int64 {
    if let lastRepairBoot, boot < lastRepairBoot + Self.repairPause { return lastRepairBoot + Self.repairPause }
    let isTouched = FileChange(path: file.path) != writtenFile
    guard isTouched || boot >= nextLookBoot else { return nextLookBoot }
    nextLookBoot = boot + Self.lookPause
    let server = try found()
    let isNew = self.server.map { $0.title != server.title } ?? true
    self.server = server
    // A name that stays open would make the server reload again and again.
    let name = sample.first { !settling.stuckNames.contains($0) }
    let findings = try probe(server).ask([name ?? NameRules.canary])
    isAnswering = findings.answerCount > 0
    let isOpen = isAnswering && name != nil && !findings.areAllBlocked
    guard isTouched || isNew || isOpen else { return nextLookBoot }
    let isChanged = try write(rules, to: server)
    if isNew { sample = rules.sample(of: [], except: server.served) }
    if isChanged || isNew || isOpen { isVerified = false }
    if isChanged || isOpen {
      try server.reload()
      lastRepairBoot = boot
      settling.begin(names: settling.names, atBoot: boot)
    }
    if isChanged { work.repairs.append("the rules of \(server.title) were changed or lost") }
    return nextLookBoot
  }

  /// Watches the file of rules and the log, and takes attempts from it.
  mutating func follow(_ server: any NameServer, applying shield: ShieldSet) {
    if let path = server.queryLog, log?.path != path { log = QueryLog(path) }
    if server.queryLog == nil { log = nil }
    let (machine, rules) = (machine, rules)
    log?.follow(shield, blocking: rules, on: machine)
    do throws(SystemError) {
      var watch = if let watch { watch } else { try PathWatch(tellsOfAppends: true) }
      _ = watch.follow(watchedPaths)
      _ = try watch.read()
      self.watch = watch
    } catch {
      // Without inotify the file and the log are looked at every ten seconds.
      watch = nil
    }
  }

  private var watchedPaths: [WatchedPath] { [file.path, log?.path].compactMap { $0 }.map { WatchedPath($0) } }

  /// Discards what the watch has to report: the caller looks at both files anyway.
  private mutating func discardChanges() {
    guard var watch else { return }
    _ = watch.follow(watchedPaths)
    do throws(SystemError) { _ = try watch.read() } catch { return }
    self.watch = watch
  }
}
