import SchedulerJSON
import SchedulerStore

/// The progress of all monitored activities, and the use of the device.
struct MonitoringState: Hashable, Sendable {
  /// The progress of each activity, by name.
  private(set) var progress: [String: ActivityProgress] = [:]
  /// The use of the device.
  private(set) var ledger = UsageLedger()
  /// The names of the activities whose records changed or could not be read.
  private var changed: Set<String> = []
  private var isLedgerChanged = false
  /// Epoch seconds at which the wall clock next makes an edge due; `Int64.max` for never.
  var nextWall = Int64.max
  /// The elapsed time at which use next makes an edge due; `Int64.max` for never.
  var nextElapsed = Int64.max

  /// The key of the record of the device's use.
  static let useKey = "use"
  /// The beginning of the keys of activities' records.
  static let activityPrefix = "monitored:"

  /// The progress of an activity; nil if it is not monitored.
  subscript(name: String) -> ActivityProgress? {
    get { progress[name] }
    set {
      guard newValue != progress[name] else { return }
      progress[name] = newValue
      changed.insert(name)
    }
  }

  /// Changes the use of the device.
  mutating func changeUse(to use: DeviceUse, at elapsed: Int64) {
    if ledger.change(to: use, at: elapsed) { isLedgerChanged = true }
  }

  /// Leaves out time that did not pass while the device was in use, and that ended just now.
  mutating func leaveOut(_ nanoseconds: Int64, at elapsed: Int64) {
    if ledger.leaveOut(nanoseconds, at: elapsed) { isLedgerChanged = true }
  }

  /// Restores a part that was stored.
  mutating func restore(_ stored: ActivityProgress, named name: String) { progress[name] = stored }

  /// Restores the use of the device that was stored.
  mutating func restore(_ stored: UsageLedger) { ledger = stored }

  /// Makes the next evaluation rewrite or remove the record of the device's use.
  mutating func rewriteUse() { isLedgerChanged = true }

  /// Makes the next evaluation rewrite or remove the record of an activity.
  mutating func rewrite(_ name: String) { changed.insert(name) }

  /// All records, sorted by key.
  var records: [StateChange] {
    let used = ledger == UsageLedger() ? [] : [useRecord]
    return progress.keys.sorted().map(record(of:)) + used
  }

  /// The records that changed since the last call of `forgetChanges`.
  var changedRecords: [StateChange] { changed.sorted().map(record(of:)) + (isLedgerChanged ? [useRecord] : []) }

  /// Whether there are records to write or remove.
  var isChanged: Bool { isLedgerChanged || !changed.isEmpty }

  /// Begins a new list of changed records, after the others became part of a transition.
  mutating func forgetChanges() {
    changed = []
    isLedgerChanged = false
  }

  private var useRecord: StateChange { StateChange(key: Self.useKey, payload: JSONWriter.bytes(of: ledger)) }

  /// The record of an activity; its removal if it is not monitored.
  func record(of name: String) -> StateChange {
    let key = Self.activityPrefix + name
    guard let progress = progress[name] else { return .removal(of: key) }
    return StateChange(key: key, payload: JSONWriter.bytes(of: progress))
  }
}
