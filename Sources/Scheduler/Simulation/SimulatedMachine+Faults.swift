import SchedulerStore

extension SimulatedMachine {
  /// Performs an action that is a fault of the machine or its process.
  mutating func harm(_ action: SimulatedAction) {
    switch action {
    case .wakeUps(let wakeUps): wake(wakeUps)
    case .launch: isWanted = true
    case .crash(let point?, let staysDown): stop(at: point, .crash(staysDown: staysDown))
    case .crash(nil, let staysDown): end(.crash(staysDown: staysDown))
    case .reboot(let outage):
      engine?.close(in: &files)
      end(.crash(staysDown: true))
      boot(after: outage)
    case .powerCut(let point?, let outage): stop(at: point, .powerCut(outage))
    case .powerCut(nil, let outage): end(.powerCut(outage))
    case .disk(let state): set(state)
    case .command, .authorization, .activity, .configuration, .clock, .zone, .wake, .suspend: break
    }
  }

  /// Records that the process died at a file operation, and performs the stop that caused it.
  mutating func die(of error: StateStoreError?) {
    let operation = files.operationCount
    switch error {
    case .file(let file), .outcomeUnknown(let file): note(.died(operation: operation, file))
    default: note(.died(operation: operation, nil))
    }
    end(stops.removeValue(forKey: operation) ?? .crash(staysDown: false))
  }

  private mutating func end(_ stop: Stop) {
    engine = nil
    givenChanges = 0
    switch stop {
    case .crash(let staysDown):
      files.crash()
      isWanted = !staysDown
    case .powerCut(let outage):
      files.losePower(seed: random.next())
      boot(after: outage)
    }
  }

  private mutating func boot(after outage: Outage) {
    sleep(outage.seconds)
    if let clock = outage.clock { clocks.set(clock) }
    clocks.boot()
    isWanted = true
    note(.booted)
  }

  private mutating func stop(at point: FileOperationPoint, _ stop: Stop) {
    let operation = number(ofOperation: point.operation)
    stops[operation] = stop
    files.plan.faults[operation] =
      switch point.position {
      case .before: .stopBefore
      case .within(let byteCount): .stopWithin(byteCount: byteCount ?? random.below(Self.maximumBytesOfAppend))
      case .after: .stopAfter
      }
  }

  /// Returns the number of the `count`-th operation from now.
  private func number(ofOperation count: Int) -> Int { files.operationCount + min(max(1, count), Int(Int32.max)) }

  /// The limit for the bytes that the seed leaves of an append. Most records have a few hundred bytes.
  private static let maximumBytesOfAppend = 1024

  private mutating func set(_ state: DiskState) {
    switch state {
    case .normal:
      files.plan.capacity = nil
      files.plan.isReadOnly = false
    case .full: files.plan.capacity = 0
    case .readOnly: files.plan.isReadOnly = true
    case .failing(let operation):
      files.plan.faults[number(ofOperation: operation)] =
        .failure(.system(code: 5, meaning: "input/output error"))
    }
  }
}
