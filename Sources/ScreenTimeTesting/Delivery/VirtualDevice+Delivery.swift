import DeviceActivity
import Testing

extension VirtualDevice {
  /// Begins all deliveries that are due. Calls from within a delivery return at once: the outer call continues.
  func deliverDue() {
    let isOuter = state.withLock { state in
      defer { state.isDelivering = true }
      return !state.isDelivering
    }
    guard isOuter else { return }
    defer { state.withLock { $0.isDelivering = false } }
    followLateResponses()
    var count = 0
    while true {
      let batch = state.withLock { $0.takeBatch() }
      if batch.isEmpty { return }
      count += batch.count
      if count > Self.deliveryLimit { return reportEndlessDeliveries(batch[0]) }
      if batch.count == 1 { begin(batch[0]) } else { beginConcurrently(batch) }
      if state.withLock(\.chooser) != nil, !reportDelivery() { return }
    }
  }

  /// The deliveries that one moment may have. More of them start each other, as a callback does that registers its own
  /// activity again.
  private static let deliveryLimit = 10_000

  private func reportEndlessDeliveries(_ last: Delivery) {
    let message = "\(Self.deliveryLimit) deliveries at one moment, the last of them \(last.name): they never end"
    let chooser = state.withLock { state in
      state.queue.removeAll()
      state.add(.endlessDeliveries(last: last.name))
      return state.chooser
    }
    if let chooser { chooser.giveUp(message) } else { Issue.record("\(message)") }
  }

  /// Tells the chooser what the delivery touched. Returns false if no further one shall begin.
  private func reportDelivery() -> Bool {
    let (chooser, footprint) = state.withLock { state in
      defer { state.footprint = Footprint() }
      return (state.chooser, state.footprint ?? Footprint())
    }
    guard let chooser, !chooser.didDeliver(footprint) else { return true }
    state.withLock { $0.queue.removeAll() }
    return false
  }

  private func beginConcurrently(_ batch: [Delivery]) {
    // The journal has the callbacks in the order in which they were due, whichever thread is first.
    state.withLock { state in for delivery in batch { state.noteBeginning(of: delivery) } }
    // A queue of the system would run only as many at once as there are processors.
    let ended = DispatchGroup()
    for delivery in batch {
      ended.enter()
      Thread {
        self.carryOut(delivery)
        ended.leave()
      }.start()
    }
    ended.wait()
  }

  private func begin(_ delivery: Delivery) {
    state.withLock { $0.noteBeginning(of: delivery) }
    carryOut(delivery)
  }

  private func carryOut(_ delivery: Delivery) {
    switch delivery.work {
    case .step(_, let body): perform(as: delivery.process, body)
    case .death: state.withLock { $0.end(delivery.process) }
    case .monitor(let callback):
      let make = state.withLock { state in
        state.launch(delivery.process)
        state.noteRead(.activities(app: delivery.process.app))
        state.running[delivery.process, default: []].append(callback.activity)
        return state.apps[delivery.process.app]?.monitor
      }
      defer { state.withLock { $0.finish(callback, in: delivery.process) } }
      guard let make else { return }
      let process = process(delivery.process)
      let keepsMonitor = policy.monitorLifetime == .process
      RunningCallback.$activity.withValue(callback.activity) {
        perform(as: delivery.process) { process.deliver(callback, to: make, keepsMonitor: keepsMonitor) }
      }
    }
  }
}

/// The callback that the running code belongs to.
enum RunningCallback {
  /// The name of its activity; nil outside of callbacks.
  @TaskLocal static var activity: String?
}

extension DeviceState {
  /// Notes in the journal that a delivery begins.
  fileprivate mutating func noteBeginning(of delivery: Delivery) {
    switch delivery.work {
    case .step(let name, _): note(.action(name), app: delivery.process.app)
    case .monitor(let callback): note(.callback(callback), app: delivery.process.app)
    case .death(let callback): note(.lost(callback, reason: "killed before it"), app: delivery.process.app)
    }
  }

  /// Forgets a callback that runs no longer.
  fileprivate mutating func finish(_ callback: MonitorCallback, in process: ProcessID) {
    guard let position = running[process]?.firstIndex(of: callback.activity) else { return }
    running[process]?.remove(at: position)
    if running[process] == [] { running[process] = nil }
  }

  /// Removes and returns the deliveries that begin now: one, or under the concurrent policy all that are due. A device
  /// that is off begins none.
  mutating func takeBatch() -> [Delivery] {
    guard isOn else { return [] }
    let now = clocks.elapsed
    if policy.concurrency == .concurrent, chooser == nil {
      var batch: [Delivery] = []
      while let due = queue.nextDue, due <= now { batch.append(queue.take(at: 0)) }
      return batch
    }
    if let chooser {
      let ready = queue.ready(at: now)
      guard !ready.isEmpty else { return [] }
      return [queue.take(at: ready[chooser.choose(among: ready.map { queue.pending[$0] })])]
    }
    guard let due = queue.nextDue, due <= now else { return [] }
    guard case .random = policy.tieOrder else { return [queue.take(at: 0)] }
    // The first callback of each activity that is due at that moment.
    var activities: Set<String> = []
    let candidates = queue.pending.indices.filter { index in
      queue.pending[index].due == due && activities.insert(queue.pending[index].subject).inserted
    }
    return [queue.take(at: candidates.randomElement(using: &random) ?? 0)]
  }
}

extension Delivery {
  /// The app and activity, whose callbacks keep their order.
  fileprivate var subject: String { "\(process.app)/\(callback?.activity ?? "")" }
}

/// Decides which delivery begins next.
protocol DeliveryChooser: Sendable {
  /// Returns the position of the delivery that begins next. Each element is the first of its process.
  func choose(among deliveries: [Delivery]) -> Int

  /// Takes note of what the delivery touched. Returns false if nothing further shall be delivered.
  func didDeliver(_ footprint: Footprint) -> Bool

  /// Takes note that the deliveries do not end.
  func giveUp(_ message: String)
}
