import ScreenTimeSystem

/// Chooses the deliveries of one order, and records them.
final class OrderRecorder: DeliveryChooser {
  private struct State: Sendable {
    var prefix: ArraySlice<ProcessID>
    var trace = OrderTrace()
  }

  private let state: SharedState<State>
  private let check: (@Sendable (VirtualDevice) -> String?)?
  private weak let device: VirtualDevice?

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - prefix: the processes that begin first.
  ///   - check: runs after each delivery; nil for none.
  init(_ prefix: [ProcessID], on device: VirtualDevice, check: (@Sendable (VirtualDevice) -> String?)?) {
    state = SharedState(State(prefix: prefix[...]))
    self.check = check
    self.device = device
  }

  func choose(among deliveries: [Delivery]) -> Int {
    state.withLock { state in
      let wanted = state.prefix.popFirst()
      let found = wanted.map { id in deliveries.firstIndex { $0.process == id } } ?? 0
      if found == nil { state.trace.diverge() }
      let position = found ?? 0
      let chosen = deliveries[position]
      state.trace.steps.append(
        OrderStep(delivery: chosen, candidates: deliveries))
      return position
    }
  }

  func didDeliver(_ footprint: Footprint) -> Bool {
    let hasDiverged = state.withLock { state in
      if let last = state.trace.steps.indices.last { state.trace.steps[last].footprint = footprint }
      return state.trace.hasDiverged
    }
    if hasDiverged { return false }
    guard let check, let device, let message = check(device) else { return true }
    state.withLock { $0.trace.failure = message }
    return false
  }

  func giveUp(_ message: String) {
    state.withLock { state in
      state.trace.failure = message
      state.trace.isEndless = true
    }
  }

  /// The order that was run.
  var trace: OrderTrace {
    state.withLock { state in
      var trace = state.trace
      if trace.failure == nil, !state.prefix.isEmpty { trace.diverge() }
      return trace
    }
  }
}

extension Delivery {
  /// The process and what is delivered, as a report names them.
  var name: String {
    let content =
      switch work {
      case .monitor(let callback): callback.description
      case .death(let callback): "end before \(callback)"
      case .step(let name, _): name
      }
    return "\(process.app) \(process.kind.rawValue): \(content)"
  }
}
