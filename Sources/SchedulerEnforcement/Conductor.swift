import Scheduler

/// Decides what each adapter is asked to do, from the shield set that should be in force.
///
/// ```swift
/// var conductor = Conductor(of: [.execGuard, .hosts])
/// conductor.want(shield)
/// for (adapter, order) in conductor.orders(atBoot: now) { threads[adapter]?.send(order) }
/// conductor.take(report, atBoot: now)        // for each report of a thread
/// let next = conductor.nextBoot(after: now)   // the next time to ask for orders
/// ```
/// It is a value: it waits for nothing, reads no clock and calls no adapter. Each adapter has its own seat, with at most
/// one order under way, so a slow or failing adapter delays no other. A failed order is repeated at growing intervals.
/// An adapter that cannot work here is asked again once a minute while something is shielded.
public struct Conductor: Sendable {
  private var seats: [Seat]
  /// The set that should be in force; nil before the first one is known.
  private var wanted: ShieldSet?
  /// The adapters that a configuration names and this program does not have.
  private var missing: [EnforcementSettings.Adapter] = []
  /// Whether a configuration names the adapters in use, so that absent ones are shown.
  private var areNamed = false

  /// The time after which a set in force is applied and verified again, in nanoseconds: one minute.
  static let checkNanoseconds: Int64 = 60_000_000_000
  /// The time after which an order under way counts as overdue, in nanoseconds: five seconds. Applying the largest set
  /// takes less than one.
  static let patienceNanoseconds: Int64 = 5_000_000_000

  /// Creates a conductor of some adapters. Each is asked first whether it can work here.
  public init(of adapters: [EnforcementSettings.Adapter]) { seats = adapters.map { Seat($0) } }

  /// The adapters that there are, in the order in which they were given.
  public var adapters: [EnforcementSettings.Adapter] { seats.map(\.adapter) }

  /// The standing of each adapter in use, in the order in which they were given. One that is out of use follows them
  /// until nothing of it is applied any more. One whose component is absent is left out unless it was named.
  public func standings(atBoot boot: Int64) -> [AdapterStanding] {
    let shown = seats.filter { ($0.isInUse && (areNamed || !$0.isAbsent)) || $0.isEnforcing }
      .map { $0.shownStanding(atBoot: boot) }
    return shown + missing.map { AdapterStanding(missing: $0) }
  }

  /// Whether an adapter still has to carry something out before the wanted set is in force, or nothing is applied any
  /// more.
  public var isUnderWay: Bool { !unfinished.isEmpty }

  /// The adapters that still have to carry something out.
  public var unfinished: [EnforcementSettings.Adapter] { seats.filter { $0.isBehind(set(for: $0)) }.map(\.adapter) }

  /// Those of the unfinished adapters that should have nothing in force, and were not asked for that yet.
  public var unfinishedReverts: [EnforcementSettings.Adapter] {
    seats.filter { $0.isBehind(set(for: $0)) && set(for: $0)?.layers.isEmpty == true && !$0.isReverting }.map(\.adapter)
  }

  /// Uses the adapters that settings name, or all that settings without names use, and no others. What the others have
  /// applied is removed.
  public mutating func follow(_ settings: EnforcementSettings) {
    let names = settings.adaptersInUse(of: adapters)
    areNamed = settings.adapters != nil
    for index in seats.indices { seats[index].isInUse = names.contains(seats[index].adapter) }
    missing = names.filter { !adapters.contains($0) }
  }

  /// The set that an adapter should have in force: none if it is out of use.
  private func set(for seat: Seat) -> ShieldSet? {
    guard !seat.isInUse, var set = wanted else { return wanted }
    set.layers = []
    return set
  }

  /// Makes a set the one that should be in force. A set with equal content changes nothing.
  public mutating func want(_ shield: ShieldSet) {
    if let wanted, wanted.generation == shield.generation, wanted.hasSameContent(as: shield) { return }
    wanted = shield
    for index in seats.indices { seats[index].noteChange() }
  }

  /// Applies the wanted set again with the next orders, because the adapters follow other settings.
  ///
  /// - Parameter adapter: the only adapter that does so; nil for all.
  public mutating func applyAgain(_ adapter: EnforcementSettings.Adapter? = nil) {
    for index in seats.indices where adapter == nil || seats[index].adapter == adapter { seats[index].applyAgain() }
  }

  /// Returns the orders to pass on now, at most one for each adapter.
  ///
  /// - Parameter boot: the reading of CLOCK_BOOTTIME, in nanoseconds.
  public mutating func orders(atBoot boot: Int64) -> [(adapter: EnforcementSettings.Adapter, order: AdapterOrder)] {
    seats.indices.compactMap { index in
      seats[index].nextOrder(for: set(for: seats[index]), atBoot: boot).map { (seats[index].adapter, $0) }
    }
  }

  /// Takes a report. Returns whether a standing changed.
  @discardableResult
  public mutating func take(_ report: AdapterReport, atBoot boot: Int64) -> Bool {
    guard let index = seats.firstIndex(where: { $0.adapter == report.adapter }) else { return false }
    let before = seats[index].standing
    seats[index].take(report.content, atBoot: boot)
    return seats[index].standing != before
  }

  /// The next time at which an order may be due or overdue; nil if only a report or another set can bring one. While
  /// nothing is shielded and all adapters have answered it is nil.
  ///
  /// - Parameter boot: the reading of CLOCK_BOOTTIME at the last call of `orders(atBoot:)`, in nanoseconds.
  public func nextBoot(after boot: Int64) -> Int64? {
    seats.compactMap { $0.nextBoot(for: set(for: $0), after: boot) }.min()
  }
}

/// One adapter and the order that it carries out.
private struct Seat: Sendable {
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
  /// Whether the adapter had an order. One that is out of use and had none is left alone: what it could remove may be
  /// another daemon's.
  private var hadOrder = false
  /// When the set in force is applied again.
  private var checkBoot: Int64?
  private var probeBoot: Int64?

  private enum Applied: Equatable {
    case unknown, nothing
    case set(generation: Int64)
  }

  init(_ adapter: EnforcementSettings.Adapter) {
    self.adapter = adapter
    standing = AdapterStanding(adapter)
  }

  /// Another set should be in force: a failed order need not be waited for.
  mutating func noteChange() {
    retry = nil
    if availability?.isNone == true { availability = nil }
  }

  /// The adapter follows other settings: the set that it has is applied again, also if that is under way.
  mutating func applyAgain() { mustApplyAgain = true }

  /// Whether something may be applied.
  var isEnforcing: Bool { standing.isEnforcing || standing.state == .applying }

  /// Whether it has the order to revert.
  var isReverting: Bool { underWay?.order == .revert }

  func isBehind(_ wanted: ShieldSet?) -> Bool {
    if case .unavailable(_, nil) = standing.state { return false }
    guard let wanted, isInUse || hadOrder else { return false }
    // A set that is being applied is in force soon, also if nothing is wanted by now.
    if case .apply? = underWay?.order, wanted.layers.isEmpty { return true }
    return order(for: wanted) != nil
  }

  mutating func nextOrder(for wanted: ShieldSet?, atBoot boot: Int64) -> AdapterOrder? {
    guard underWay == nil, let order = dueOrder(for: wanted, atBoot: boot) else { return nil }
    underWay = (order, boot)
    hadOrder = true
    if case .apply = order { mustApplyAgain = false }
    let isChange = wanted.map { self.order(for: $0) != nil } ?? false
    if order != .probe, isChange, retry == nil { standing.state = .applying }
    return order
  }

  private func dueOrder(for wanted: ShieldSet?, atBoot boot: Int64) -> AdapterOrder? {
    guard isInUse || hadOrder else { return nil }
    guard let availability else { return (probeBoot ?? boot) <= boot ? .probe : nil }
    if availability.isNone { return mustProbe(for: wanted) && (probeBoot ?? 0) <= boot ? .probe : nil }
    guard let wanted else { return nil }
    if let retry, retry.boot > boot { return nil }
    if let order = order(for: wanted) { return order }
    if wanted.layers.isEmpty { return nil }
    return mustApplyAgain || (checkBoot ?? .max) <= boot ? .apply(wanted) : nil
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
      return
    }
    underWay = nil
    switch content {
    case .probed(let answer): take(answer, atBoot: boot)
    case .applied(let generation, let effect):
      applied = .set(generation: generation)
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

  private mutating func take(_ answer: AdapterAvailability, atBoot boot: Int64) {
    availability = answer
    isAbsent = if case .absent = answer { true } else { false }
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
    guard isInUse || hadOrder else { return nil }
    guard let availability else { return probeBoot ?? 0 }
    if availability.isNone { return mustProbe(for: wanted) ? probeBoot : nil }
    guard let wanted else { return nil }
    if mustApplyAgain, !wanted.layers.isEmpty, retry == nil { return boot }
    if order(for: wanted) != nil { return retry?.boot ?? 0 }
    return [retry?.boot, checkBoot].compactMap { $0 }.max()
  }
}

extension AdapterStanding {
  /// Creates the standing of an adapter that this program does not have.
  fileprivate init(missing adapter: EnforcementSettings.Adapter) {
    self.init(adapter)
    state = .unavailable(reason: "this version of schedctl has no such adapter")
    remedy = "remove it from '[enforce] adapters'"
  }
}
