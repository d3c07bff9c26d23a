import Synchronization

/// Runs a scenario under every order in which deliveries of different processes can begin, and reports the shortest
/// order that breaks it.
///
/// Deliveries of one process keep their order, and each runs to its end before the next begins. Only deliveries that are
/// due at the same moment change places: code of a test takes part with `VirtualDevice.enqueue`.
///
/// ```swift
/// let report = Explorer().explore {
///   let device = VirtualDevice(at: "2026-08-13 09:00", in: "Europe/Berlin")
///   …
///   return device
/// } scenario: { device in
///   device.advance(by: .minutes(1))
/// } check: { device in
///   device.effective(for: "com.example.video").isShielded ? nil : "the shield is gone"
/// }
/// #expect(report.failure == nil)
/// ```
///
/// Each order runs on a device of its own. Statics of the app are not reset between the orders.
public struct Explorer: Sendable {
  /// When the check runs.
  public enum CheckTime: Hashable, Sendable {
    /// At the end of each order. Orders that differ only in deliveries that share nothing are run once.
    case atEnd
    /// After each delivery and at the end. Every order is run.
    case afterEachDelivery
  }

  /// When the check runs.
  public var checkTime: CheckTime
  /// The number of orders after which the search ends unfinished.
  public var orderLimit: Int

  /// Creates an explorer.
  public init(checking checkTime: CheckTime = .atEnd, orderLimit: Int = 100_000) {
    self.checkTime = checkTime
    self.orderLimit = max(1, orderLimit)
  }

  /// Runs a scenario under every order.
  ///
  /// - Parameters:
  ///   - prepare: makes a device with its apps, the same each time.
  ///   - scenario: what happens on the device.
  ///   - check: returns what is wrong with the device; nil if nothing is.
  /// - Returns: the number of orders, and the shortest order for which the check returned a message. Of equally short
  ///   ones it is the one that changes the usual order least.
  /// - Complexity: without sharing, the number of orders is that of the interleavings of the processes' deliveries.
  public func explore(
    _ prepare: () -> VirtualDevice, scenario: (VirtualDevice) -> Void,
    check: @escaping @Sendable (VirtualDevice) -> String?
  ) -> Report {
    var search = OrderSearch(prunes: checkTime == .atEnd)
    var report = Report()
    while report.orders < orderLimit, let prefix = search.nextPrefix() {
      let device = prepare()
      precondition(device.state.withLock(\.chooser) == nil, "each order needs a device of its own")
      let recorder = OrderRecorder(prefix, on: device, check: checkTime == .afterEachDelivery ? check : nil)
      device.state.withLock { state in
        state.chooser = recorder
        state.footprint = Footprint()
      }
      scenario(device)
      // Deliveries that the scenario left due belong to it.
      device.deliverDue()
      let trace = recorder.trace
      report.orders += 1
      report.deliveries += trace.steps.count
      if let message = trace.failure ?? check(device) {
        report.note(Failure(message: message, order: trace.steps.map(\.delivery.name), switches: trace.changes))
      }
      // Orders of deliveries that never end have no end either, and those of runs that differ prove nothing.
      if trace.isEndless || trace.hasDiverged { return report }
      search.record(trace)
    }
    report.isComplete = search.nextPrefix() == nil
    return report
  }

  /// An order that breaks a scenario.
  public struct Failure: Hashable, Sendable {
    /// What the check returned.
    public let message: String
    /// The deliveries in their order, up to the one after which the check failed: the app, the process and what was
    /// delivered.
    public let order: [String]
    /// How often a delivery was preferred to the one that usually comes first.
    public let switches: Int
  }

  /// What an exploration found.
  public struct Report: Hashable, Sendable {
    /// The number of orders that were run.
    public fileprivate(set) var orders = 0
    /// The number of deliveries in all orders.
    public fileprivate(set) var deliveries = 0
    /// Whether every order was run, or is equivalent to one that was.
    public fileprivate(set) var isComplete = false
    /// The shortest order that breaks the scenario; nil if none does.
    public fileprivate(set) var failure: Failure?

    fileprivate mutating func note(_ found: Failure) {
      if let failure, (failure.order.count, failure.switches) <= (found.order.count, found.switches) { return }
      failure = found
    }
  }
}

extension Explorer.Report: CustomStringConvertible {
  /// The numbers, and the failing order with one delivery a line.
  public var description: String {
    let scope = isComplete ? "all orders" : "a part of the orders"
    let numbers = "\(orders) runs cover \(scope), \(deliveries) deliveries"
    guard let failure else { return numbers }
    let lines = failure.order.enumerated().map { "\n  \($0.offset + 1). \($0.element)" }
    if lines.isEmpty { return "\(numbers); \(failure.message) before any delivery" }
    return "\(numbers); \(failure.message) after:" + lines.joined()
  }
}
