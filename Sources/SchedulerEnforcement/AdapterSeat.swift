import Scheduler

/// One adapter and the order that it carries out.
struct AdapterSeat: Sendable {
  let adapter: EnforcementSettings.Adapter
  /// Whether the configuration uses the adapter.
  var isInUse = true
  var standing: AdapterStanding
  private var availability: AdapterAvailability?
  /// Whether its component was not there when it was asked last.
  private(set) var isAbsent = false
  /// The order under way, and when it was given.
  private var underWay: (order: AdapterOrder, boot: Int64)?
  /// What is applied. It is unknown at the start and after a failure.
  private var applied = Applied.unknown
  /// When a failed order is repeated, and the number of failures without a success since.
  private var retry: (boot: Int64, count: Int)?
  /// Whether the set in force is applied again as soon as possible.
  private var mustApplyAgain = false
  /// Whether the adapter had an order while it was in use.
  private var hadOrder = false
  /// Progress of the removal of what an earlier daemon left, while the adapter is unused.
  private var clearing: Clearing
  /// Whether it has applied a set since the start.
  private var hasApplied = false
  /// When the set in force is applied again.
  private var checkBoot: Int64?
  private var probeBoot: Int64?

  private enum Clearing { case due, underWay, done, failed }

  private enum Applied: Equatable {
    case unknown, nothing
    case set(generation: Int64)
  }

  init(_ adapter: EnforcementSettings.Adapter, clears: Bool) {
    self.adapter = adapter
    clearing = clears ? .due : .done
    standing = AdapterStanding(adapter)
  }

  /// Another set should be in force: a failed order need not be waited for.
  mutating func noteChange() {
    retry = nil
    // One that could not work may be able to do so by now.
    if availability?.isNone == true { probeBoot = nil }
  }

  /// The adapter follows other settings: the set that it has is applied again, also if that is under way.
  mutating func applyAgain() { mustApplyAgain = true }

  /// Whether something may be applied.
  var isEnforcing: Bool { standing.isEnforcing || standing.state == .applying }

  /// Whether the configuration has never used it.
  private var isUnused: Bool { !isInUse && !hadOrder }

  /// Whether what an earlier daemon left could not be removed.
  var hasFailedToClear: Bool { isUnused && clearing == .failed }

  /// Whether it has the order to revert.
  var isReverting: Bool { underWay?.order == .revert }

  func isBehind(_ wanted: ShieldSet?) -> Bool {
    if isUnused { return wanted != nil && (clearing == .underWay || clearing == .due && retry == nil) }
    if case .unavailable(_, nil) = standing.state { return false }
    guard let wanted, isInUse || hadOrder else { return false }
    // A set that is being applied is in force soon, also if nothing is wanted by now.
    if case .apply? = underWay?.order, wanted.layers.isEmpty { return true }
    return order(for: wanted) != nil
  }

  mutating func nextOrder(for wanted: ShieldSet?, atBoot boot: Int64) -> AdapterOrder? {
    guard underWay == nil, let order = dueOrder(for: wanted, atBoot: boot) else { return nil }
    underWay = (order, boot)
    if isUnused { clearing = .underWay } else { (hadOrder, clearing) = (true, .done) }
    if case .apply = order { mustApplyAgain = false }
    let isChange = wanted.map { self.order(for: $0) != nil } ?? false
    if order != .probe, isChange, retry == nil, availability?.isNone == false { standing.state = .applying }
    return order
  }

  private func dueOrder(for wanted: ShieldSet?, atBoot boot: Int64) -> AdapterOrder? {
    if isUnused { return clearing == .due && wanted != nil && (retry?.boot ?? boot) <= boot ? .revert : nil }
    guard let availability else { return (probeBoot ?? boot) <= boot ? .probe : nil }
    if availability.isNone {
      if mustRevertNone(for: wanted) { return (retry?.boot ?? boot) <= boot ? .revert : nil }
      return mustProbe(for: wanted) && (probeBoot ?? 0) <= boot ? .probe : nil
    }
    guard let wanted else { return nil }
    if let retry, retry.boot > boot { return nil }
    if let order = order(for: wanted) { return order }
    if wanted.layers.isEmpty { return nil }
    return mustApplyAgain || (checkBoot ?? .max) <= boot ? .apply(wanted) : nil
  }

  /// Whether an adapter that cannot work is made to remove what it has applied, or what an earlier daemon has: when nothing
  /// is shielded.
  private func mustRevertNone(for wanted: ShieldSet?) -> Bool {
    wanted?.layers.isEmpty == true && applied != .nothing
  }

  /// Whether an adapter that could not work is asked again: while something is shielded.
  private func mustProbe(for wanted: ShieldSet?) -> Bool { isInUse && wanted?.layers.isEmpty == false }

  /// Returns the order that brings the set in force; nil if it is.
  private func order(for wanted: ShieldSet) -> AdapterOrder? {
    if wanted.layers.isEmpty { return applied == .nothing ? nil : .revert }
    return applied == .set(generation: wanted.generation) ? nil : .apply(wanted)
  }

  mutating func take(_ content: AdapterReport.Content, atBoot boot: Int64) {
    if case .worked(let work) = content {
      standing.repairCount += Int64(work.repairs.count)
      if work.change == .back { retry = nil }
      if work.change != nil { mustApplyAgain = true }
      return
    }
    underWay = nil
    if clearing == .underWay { return takeOfClearing(content, atBoot: boot) }
    if availability?.isNone == true, takeOfNone(content, atBoot: boot) { return }
    switch content {
    case .probed(let answer): take(answer, atBoot: boot)
    case .applied(let generation, let effect):
      applied = .set(generation: generation)
      hasApplied = true
      settle(effect.state(of: generation), limits: effect.limits, remedy: effect.gap?.remedy ?? "")
      checkBoot = boot + Conductor.checkNanoseconds
    case .reverted:
      applied = .nothing
      checkBoot = nil
      settle(.ready, limits: [])
    case .failed(let error): fail(error, atBoot: boot)
    case .worked: break
    }
  }

  /// Takes what became of a revert of an adapter that cannot work, and still cannot. Returns whether it was that.
  private mutating func takeOfNone(_ content: AdapterReport.Content, atBoot boot: Int64) -> Bool {
    switch content {
    case .reverted: (applied, retry) = (.nothing, nil)
    case .failed where !hasApplied && (retry?.count ?? 0) >= Self.blindRevertLimit:
      // What an earlier daemon may have left cannot be removed here, and nothing of this one is left.
      (applied, retry) = (.nothing, nil)
    case .failed:
      let count = (retry?.count ?? 0) + 1
      retry = (boot + Self.pauseNanoseconds(after: count), count)
    case .probed, .applied, .worked: return false
    }
    return true
  }

  /// Takes what became of the removal of what an earlier daemon left.
  private mutating func takeOfClearing(_ content: AdapterReport.Content, atBoot boot: Int64) {
    guard case .failed(let error) = content, !error.isOfAnotherDaemon else {
      (clearing, retry) = (.done, nil)
      return
    }
    fail(error, atBoot: boot)
    clearing = .due
    if retry?.count ?? 0 >= Self.blindRevertLimit { (clearing, retry) = (.failed, nil) }
  }

  private mutating func take(_ answer: AdapterAvailability, atBoot boot: Int64) {
    availability = answer
    isAbsent = if case .absent = answer { true } else { false }
    // What an adapter that cannot work has left is unknown.
    if answer.isNone { applied = .unknown }
    probeBoot = boot + Conductor.checkNanoseconds
    switch answer {
    case .unavailable(let reason, let remedy), .absent(let reason, let remedy):
      standing.state = .unavailable(reason: reason)
      standing.remedy = remedy
    case .available, .degraded:
      if standing.state == .starting {
        standing.state = .ready
      } else if case .unavailable = standing.state {
        settle(.ready, limits: [])
      }
    }
  }

  /// A success: the state is shown, unless the adapter does only a part of what it should anyway.
  private mutating func settle(_ state: AdapterStanding.State, limits: [String], remedy help: String = "") {
    retry = nil
    standing.state = state
    standing.limits = limits
    standing.remedy = help
    guard case .degraded(let reason, let remedy)? = availability else { return }
    standing.limits.insert(reason, at: 0)
    if help.isEmpty { standing.remedy = remedy }
  }

  private mutating func fail(_ error: AdapterError, atBoot boot: Int64) {
    // What is applied now is unknown: the next order applies the whole set, or reverts.
    applied = .unknown
    let count = (retry?.count ?? 0) + 1
    retry = (boot + Self.pauseNanoseconds(after: count), count)
    standing.state = .degraded(reason: error.reason)
    standing.remedy = error.remedy
  }

  /// How often an adapter that cannot work and has applied nothing fails to revert before it is left alone.
  private static let blindRevertLimit = 5

  /// The pause after a number of failures, in nanoseconds: one second, then twice as long each time, up to a minute.
  private static func pauseNanoseconds(after failures: Int) -> Int64 {
    min(60, Int64(1) << Int64(min(failures - 1, 6))) * 1_000_000_000
  }

  /// The standing, with the time of an order that takes too long.
  func shownStanding(atBoot boot: Int64) -> AdapterStanding {
    guard let underWay, boot - underWay.boot >= Conductor.patienceNanoseconds else { return standing }
    var shown = standing
    shown.state = .degraded(reason: "it has not answered for \(Conductor.patienceNanoseconds / 1_000_000_000) s")
    return shown
  }

  /// - Parameter boot: the present. An order that is overdue by then brings no time of its own.
  func nextBoot(for wanted: ShieldSet?, after boot: Int64) -> Int64? {
    if let underWay {
      let overdue = underWay.boot + Conductor.patienceNanoseconds
      return overdue > boot ? overdue : nil
    }
    if isUnused { return clearing == .due && wanted != nil ? retry?.boot ?? 0 : nil }
    guard let availability else { return probeBoot ?? 0 }
    if availability.isNone {
      if mustRevertNone(for: wanted) { return retry?.boot ?? 0 }
      return mustProbe(for: wanted) ? probeBoot ?? 0 : nil
    }
    guard let wanted else { return nil }
    if mustApplyAgain, !wanted.layers.isEmpty, retry == nil { return boot }
    if order(for: wanted) != nil { return retry?.boot ?? 0 }
    return [retry?.boot, checkBoot].compactMap { $0 }.max()
  }
}
