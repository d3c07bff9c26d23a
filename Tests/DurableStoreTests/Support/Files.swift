@testable import SchedulerStore

extension SimulatedFileSystem {
  /// All files except the lock, for comparisons.
  var contents: [String: [UInt8]] {
    var copy = self
    copy.plan = FaultPlan()
    let names = (try? copy.names()) ?? []
    return Dictionary(uniqueKeysWithValues: names.filter { $0 != "lock" }.map { ($0, self[$0] ?? []) })
  }

  /// The files after the process was killed.
  var afterCrash: SimulatedFileSystem {
    var copy = self
    copy.plan = FaultPlan()
    copy.crash()
    return copy
  }

  /// Returns the files after a loss of power.
  func afterPowerLoss(seed: UInt64) -> SimulatedFileSystem {
    var copy = self
    copy.plan = FaultPlan()
    copy.losePower(seed: seed)
    return copy
  }

  /// Returns the files after the process was killed, and after several losses of power.
  func afterStops(seeds: Range<UInt64>) -> [SimulatedFileSystem] {
    [afterCrash] + seeds.map { afterPowerLoss(seed: $0) }
  }

  /// Returns the files with faults at some of the following operations.
  func with(_ faults: [Int: FaultPlan.Fault]) -> SimulatedFileSystem {
    var copy = self
    copy.plan.faults = Dictionary(uniqueKeysWithValues: faults.map { ($0.key + operationCount, $0.value) })
    return copy
  }
}

extension StateStore {
  /// Writes a text as the state of a key.
  @discardableResult
  mutating func append(
    _ key: String, _ text: String, in files: inout some FileSystem & ~Copyable
  ) throws(StateStoreError) -> UInt64 {
    try append([StateChange(key: key, payload: Array(text.utf8))], in: &files)
  }
}

extension StoredState {
  /// The states as texts.
  var texts: [String: String] {
    Dictionary(uniqueKeysWithValues: entries.map { ($0.key, String(decoding: $0.payload, as: UTF8.self)) })
  }
}

extension StateLoss {
  /// Whether this is the loss that a crash during a change leaves: nothing that was confirmed.
  var isTornEnd: Bool {
    if case .tornEnd("journal", _) = self { true } else { false }
  }
}
