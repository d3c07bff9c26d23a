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
  private var seats: [AdapterSeat]
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
  ///
  /// - Parameter clears: whether adapters that the configuration does not use remove once what an earlier daemon has left.
  public init(of adapters: [EnforcementSettings.Adapter], clearingUnused clears: Bool = false) {
    seats = adapters.map { AdapterSeat($0, clears: clears) }
  }

  /// The adapters that there are, in the order in which they were given.
  public var adapters: [EnforcementSettings.Adapter] { seats.map(\.adapter) }

  /// The standing of each adapter in use, in the order in which they were given. One that is out of use follows them
  /// until nothing of it is applied any more, or if what an earlier daemon left could not be removed. One whose
  /// component is absent is left out unless it was named.
  public func standings(atBoot boot: Int64) -> [AdapterStanding] {
    let shown = seats.filter { ($0.isInUse && (areNamed || !$0.isAbsent)) || $0.isEnforcing || $0.hasFailedToClear }
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
  private func set(for seat: AdapterSeat) -> ShieldSet? {
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

extension AdapterStanding {
  /// Creates the standing of an adapter that this program does not have.
  fileprivate init(missing adapter: EnforcementSettings.Adapter) {
    self.init(adapter)
    state = .unavailable(reason: "this version of schedctl has no such adapter")
    remedy = "remove it from '[enforce] adapters'"
  }
}
