import DeviceActivity

extension VirtualDevice {
  /// Begins all deliveries that are due. Calls from within a delivery return at once: the outer call continues.
  func deliverDue() {
    let isOuter = state.withLock { state in
      defer { state.isDelivering = true }
      return !state.isDelivering
    }
    guard isOuter else { return }
    defer { state.withLock { $0.isDelivering = false } }
    while true {
      let batch = state.withLock { $0.takeBatch() }
      if batch.isEmpty { return }
      if batch.count == 1 { begin(batch[0]) } else { beginConcurrently(batch) }
      if state.withLock(\.chooser) != nil, !reportDelivery() { return }
    }
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
    DispatchQueue.concurrentPerform(iterations: batch.count) { begin(batch[$0]) }
  }

  private func begin(_ delivery: Delivery) {
    switch delivery.work {
    case .step(let name, let body):
      state.withLock { $0.note(.action(name), app: delivery.process.app) }
      perform(as: delivery.process, body)
    case .monitor(let callback):
      let make = state.withLock { state in
        state.note(.callback(callback), app: delivery.process.app)
        state.launch(delivery.process)
        state.running[delivery.process] = callback.activity
        return state.apps[delivery.process.app]?.monitor
      }
      defer { state.withLock { $0.running[delivery.process] = nil } }
      guard let make else { return }
      let process = process(delivery.process)
      perform(as: delivery.process) {
        process.deliver(callback, to: make, keepsMonitor: policy.monitorLifetime == .process)
      }
    }
  }
}

extension DeviceState {
  /// Removes and returns the deliveries that begin now: one, or under the concurrent policy all that are due.
  mutating func takeBatch() -> [Delivery] {
    let now = clocks.elapsed
    if policy.concurrency == .concurrent {
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
}
