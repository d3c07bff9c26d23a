import Scheduler

/// The doubt about an agent whose report the running programs contradict.
struct UseDoubt: Hashable, Sendable {
  /// The time of the first contradicted report, on CLOCK_BOOTTIME in nanoseconds.
  var since: Int64
  /// Whether a report was still contradicted when the doubt had lasted for `length`. The agent is not believed then.
  var isProven = false

  /// The time that a doubt lasts before the agent is not believed, in nanoseconds: a window may close between its report
  /// and the look at the running programs.
  static let length: Int64 = 5_000_000_000

  /// The time at which it is decided.
  var end: Int64 { since + Self.length }
}

extension UseReporters {
  /// The time after a look at the running programs in which no report of that user causes another look, in nanoseconds. A
  /// client that reports without end could keep the daemon busy otherwise.
  private static let rest: Int64 = 1_000_000_000

  /// What the comparison of a report with the running programs changes.
  enum Change: Hashable {
    /// The agent is not believed from now on.
    case disbelieved
    /// The agent is believed again.
    case believed
  }

  /// Plans when to compare the present report of an agent with the running programs. What needs no comparison is decided
  /// at once.
  mutating func planCheck(of connection: ConnectionID, atBoot boot: Int64) {
    guard let reporter = reporters[connection] else { return }
    reporters[connection]?.nextCheck = nil
    guard reporter.isAwaited else {
      reporters[connection]?.doubt = nil
      return
    }
    guard let application = reporter.checkedApplication else {
      _ = note(.confirmed, of: connection, atBoot: boot)
      return
    }
    guard !application.paths.isEmpty || !application.desktopIDs.isEmpty else {
      _ = note(.unchecked, of: connection, atBoot: boot)
      return
    }
    reporters[connection]?.nextCheck = max(boot, restsUntil[reporter.userID] ?? boot)
  }

  /// Returns the comparisons that are due, one for each user. Those of further connections follow after a rest.
  mutating func takeDueChecks(atBoot boot: Int64) -> [UseCheck] {
    let due = reporters.filter { $0.value.isAwaited && $0.value.nextCheck ?? .max <= boot }
    let ordered = due.sorted { ($0.value.nextCheck ?? 0, $0.key.number) < ($1.value.nextCheck ?? 0, $1.key.number) }
    var users: Set<UInt32> = []
    return ordered.compactMap { connection, reporter in
      guard users.insert(reporter.userID).inserted else {
        reporters[connection]?.nextCheck = boot + Self.rest
        return nil
      }
      reporters[connection]?.nextCheck = nil
      return reporter.checkedApplication.map {
        UseCheck(connection: connection, userID: reporter.userID, application: $0)
      }
    }
  }

  /// Notes what a comparison has shown, if the agent has reported nothing else meanwhile.
  mutating func note(_ evidence: UseEvidence, of check: UseCheck, atBoot boot: Int64) -> Change? {
    guard let reporter = reporters[check.connection], reporter.checkedApplication == check.application else {
      return nil
    }
    restsUntil[reporter.userID] = boot + Self.rest
    return note(evidence, of: check.connection, atBoot: boot)
  }

  /// Begins, continues, proves or ends the doubt about an agent.
  ///
  /// What cannot be checked does not end a doubt before its time, so that it hides no contradiction.
  private mutating func note(
    _ evidence: UseEvidence, of connection: ConnectionID, atBoot boot: Int64
  ) -> Change? {
    guard let reporter = reporters[connection] else { return nil }
    var doubt = reporter.doubt
    switch evidence {
    case .confirmed: doubt = nil
    case .unchecked:
      if let present = doubt, present.isProven || present.end <= boot { doubt = nil }
    case .contradicted:
      if doubt == nil { doubt = UseDoubt(since: boot) }
      if let end = doubt?.end, end <= boot { doubt?.isProven = true }
    }
    reporters[connection]?.doubt = doubt
    if doubt == nil { formerDoubts[reporter.userID] = nil }
    if let doubt, !doubt.isProven { reporters[connection]?.nextCheck = doubt.end }
    let isBelieved = !(doubt?.isProven ?? false)
    if isBelieved == reporter.isBelieved { return nil }
    if !isBelieved { proveDoubts(about: reporter.userID) }
    return isBelieved ? .believed : .disbelieved
  }

  /// Proves the doubts about the other agents of a user, so that many connections gain no time. Each is believed again when
  /// its own report is not contradicted.
  private mutating func proveDoubts(about user: UInt32) {
    for (connection, reporter) in reporters where reporter.userID == user {
      reporters[connection]?.doubt?.isProven = true
    }
  }

  /// Returns the doubt that a new connection of a user begins with: that about another agent of theirs, so that
  /// connecting again gains no time.
  ///
  /// After the time in which an agent has to report, one that was not proven is forgotten: it may have been an accident.
  func doubt(about user: UInt32, atBoot boot: Int64) -> UseDoubt? {
    let others = reporters.values.lazy.filter { $0.userID == user }.compactMap(\.doubt)
    let all = others + [formerDoubts[user]].compactMap(\.self)
    return all.filter { $0.isProven || boot - $0.since < Self.longestSilence }.min { $0.since < $1.since }
  }
}

extension UseReporters.Reporter {
  /// The application that the report names; nil if it says that nothing is in use.
  fileprivate var checkedApplication: ApplicationIdentity? {
    guard let target = report.targets.first else { return nil }
    let names = target.application
    let isNamed = !(names.paths.isEmpty && names.desktopIDs.isEmpty && names.fileNames.isEmpty)
    return isNamed || target.domain != nil || !names.categories.isEmpty ? names : nil
  }
}
