/// What a directory remembers of the configurations that are not yet wholly in force and of the one before them.
struct RememberedConfigurations: Sendable {
  /// By their numbers in the engine.
  private var records: [Int64: AcceptedConfiguration] = [:]
  /// Whether they are other ones than those that were written.
  private(set) var isUnsaved = false

  /// What was read back.
  ///
  /// - Parameter numbers: those of an engine that went on from it; where it has another count, the newest are meant.
  init(_ stored: StoredConfiguration, numbers: [Int64]) {
    guard var newest = stored.accepted else { return }
    let earlier = newest.earlier
    newest.earlier = []
    for (number, record) in zip(numbers.reversed(), [newest] + earlier.reversed()) { records[number] = record }
  }

  /// Follows an engine, whose newest configuration is this one if it is not nil.
  mutating func follow(_ numbers: [Int64], newest: AcceptedConfiguration?) {
    if let newest, let number = numbers.last {
      records[number] = newest
      isUnsaved = true
    }
    for number in records.keys where !numbers.contains(number) {
      records[number] = nil
      isUnsaved = true
    }
  }

  /// What was written is gone.
  mutating func noteLost() { isUnsaved = true }

  /// It is durable.
  mutating func noteSaved() { isUnsaved = false }

  /// The newest one with those before it; nil where that is not known. The machine's own zone is now that of the newest.
  var whole: AcceptedConfiguration? {
    var ordered = records.sorted { $0.key < $1.key }.map(\.value)
    guard var newest = ordered.popLast() else { return nil }
    if let zone = newest.systemZone {
      for index in ordered.indices where ordered[index].systemZone != nil { ordered[index].systemZone = zone }
    }
    newest.earlier = ordered
    return newest
  }
}
