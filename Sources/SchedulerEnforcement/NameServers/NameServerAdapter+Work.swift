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
    guard rules.blocksAnything, let server else { return work }
    discardChanges()
    work.attempts = log?.attempts(atBoot: boot) ?? []
    var times: [Int64] = []
    do throws(AdapterError) {
      times.append(try repair(atBoot: boot, into: &work))
      if let next = try finish(server, atBoot: boot) { times.append(next) }
    } catch {
      times.append(boot + Self.repairPause)
    }
    work.nextBoot = times.min()
    return work
  }

  /// Reloads the server for the last time after a change, and then asks for all names, some in each call. A name that is
  /// open makes the server reload at once.
  ///
  /// - Returns: the time of the next call; nil if all is done.
  private mutating func finish(_ server: any NameServer, atBoot boot: Int64) throws(AdapterError) -> Int64? {
    if let reloadBoot = settling.reloadBoot {
      guard boot >= reloadBoot else { return reloadBoot }
      settling.reloadBoot = nil
      try server.reload()
    }
    guard !settling.names.isEmpty else { return nil }
    let probe = try probe(server)
    let slice = settling.names.suffix(Self.sliceSize)
    let findings = probe.ask(slice)
    settling.names.removeLast(slice.count)
    if !findings.open.isEmpty {
      try server.reload()
      settling.openNames = Array((settling.openNames + probe.ask(findings.open).open).prefix(Self.sliceSize))
    }
    return settling.names.isEmpty ? nil : boot
  }

  /// Writes the rules again if they were changed or lost.
  ///
  /// - Returns: the time of the next look.
  private mutating func repair(atBoot boot: Int64, into work: inout AdapterWork) throws(AdapterError) -> Int64 {
    if let lastRepairBoot, boot < lastRepairBoot + Self.repairPause { return lastRepairBoot + Self.repairPause }
    let server = try found()
    let title = server.title
    let isNew = self.server.map { $0.title != title } ?? true
    var isLost = isNew
    if boot >= nextLookBoot {
      nextLookBoot = boot + Self.lookPause
      let probe = try probe(server)
      isLost = isLost || !probe.ask(rules.sample(before: .nothing).prefix(1)).areAllBlocked
    }
    let isChanged = try server.write(rules)
    if isChanged || isLost {
      try server.reload()
      lastRepairBoot = boot
      settling.begin(names: settling.names, atBoot: boot)
    }
    self.server = server
    if isChanged {
      work.repairs.append("another program changed the rules of \(title)")
    }
    return nextLookBoot
  }

  /// Watches the file of rules and the log, and takes attempts from it.
  mutating func follow(_ server: any NameServer, _ shield: ShieldSet) {
    if let path = server.queryLog, log?.path != path { log = QueryLog(path) }
    if server.queryLog == nil { log = nil }
    let (machine, rules) = (machine, rules)
    log?.follow(shield, blocking: rules, on: machine)
    do throws(SystemError) {
      var watch = if let watch { watch } else { try PathWatch(tellsOfAppends: true) }
      _ = watch.follow([server.rulesFile, log?.path].compactMap { $0 }.map { WatchedPath($0) })
      _ = try watch.read()
      self.watch = watch
    } catch {
      // Without inotify the file and the log are looked at every ten seconds.
      watch = nil
    }
  }

  /// Discards what the watch has to report: the caller looks at both files anyway.
  private mutating func discardChanges() {
    guard var watch, let server else { return }
    _ = watch.follow([server.rulesFile, log?.path].compactMap { $0 }.map { WatchedPath($0) })
    do throws(SystemError) { _ = try watch.read() } catch { return }
    self.watch = watch
  }
}
