/// Something on a disk, which changes piece by piece and may lose pieces in a loss of power.
protocol Changeable: Sendable {
  associatedtype Change: Sendable

  mutating func apply(_ change: Change)
  /// Applies what happens to have reached the disk: anything from nothing to all.
  mutating func applyPart(of change: Change, by random: inout SeededRandom)
}

/// What processes see of something on a disk, and what the disk may have of it.
struct Volatile<Value: Changeable>: Sendable {
  /// What is certain of a change.
  private enum Fate {
    /// It may be lost.
    case pending
    /// It survives.
    case certain
    /// It may be lost, whatever is synchronised later: the system reported that it could not be written, and forgot it.
    case forgotten
  }

  /// What processes see.
  private(set) var value: Value
  private var durable: Value
  private var changes: [(change: Value.Change, fate: Fate)] = []

  /// Something that has been there for long.
  init(_ value: Value) {
    self.value = value
    durable = value
  }

  mutating func change(_ change: Value.Change) {
    value.apply(change)
    changes.append((change, .pending))
  }

  mutating func synchronize() {
    for index in changes.indices where changes[index].fate == .pending { changes[index].fate = .certain }
    guard changes.allSatisfy({ $0.fate == .certain }) else { return }
    // Change by change: a copy of the whole would make each further change copy it, too.
    for (change, _) in changes { durable.apply(change) }
    changes.removeAll(keepingCapacity: true)
  }

  /// Whether everything survives.
  var isCertain: Bool { changes.isEmpty }

  /// Synchronises and fails.
  mutating func failToSynchronize() {
    for index in changes.indices where changes[index].fate == .pending { changes[index].fate = .forgotten }
  }

  /// Loses the power: what was not synchronised is there, in parts, or not.
  mutating func losePower(by random: inout SeededRandom) {
    for (change, fate) in changes {
      if fate == .certain { durable.apply(change) } else { durable.applyPart(of: change, by: &random) }
    }
    value = durable
    changes = []
  }
}

/// The bytes of a file.
struct SimulatedBytes: Changeable {
  enum Change {
    case write([UInt8], at: Int)
    case truncate(to: Int)
  }

  private(set) var bytes: [UInt8]

  mutating func apply(_ change: Change) {
    switch change {
    case .write(let new, let offset): write(new, at: offset) { _ in true }
    case .truncate(let size): resize(to: size)
    }
  }

  /// A write may be torn at any byte, and its size may have been written before its bytes, which are then 0.
  mutating func applyPart(of change: Change, by random: inout SeededRandom) {
    guard case .write(let new, let offset) = change else {
      if random.bool() { apply(change) }
      return
    }
    let cut = random.below(new.count + 1)
    switch random.below(6) {
    case 0: break
    case 1: apply(change)
    case 2: write(Array(new.prefix(cut)), at: offset) { _ in true }
    case 3: write(new, at: offset) { $0 < cut }
    case 4: write(new, at: offset) { $0 >= cut }
    default:
      let mask = random.next()
      write(new, at: offset) { mask >> UInt64($0 % 64) & 1 == 1 }
    }
  }

  /// Writes the bytes for which there is leave; the others are as they were, or 0 where there were none.
  private mutating func write(_ new: [UInt8], at offset: Int, where isWritten: (Int) -> Bool) {
    if bytes.count < offset + new.count { resize(to: offset + new.count) }
    for (index, byte) in new.enumerated() where isWritten(index) { bytes[offset + index] = byte }
  }

  private mutating func resize(to size: Int) {
    if size < bytes.count {
      bytes.removeLast(bytes.count - size)
    } else {
      bytes += Array(repeating: 0, count: size - bytes.count)
    }
  }
}

/// The names in a directory, and which file each stands for.
struct SimulatedNames: Changeable {
  enum Change {
    case set(String, file: Int)
    case remove(String)
    case rename(String, to: String, file: Int)
  }

  private(set) var files: [String: Int] = [:]

  mutating func apply(_ change: Change) {
    switch change {
    case .set(let name, let file): files[name] = file
    case .remove(let name): files[name] = nil
    case .rename(let name, let newName, let file):
      // If the old name never reached the disk, the new one does without it.
      if files[name] == file { files[name] = nil }
      files[newName] = file
    }
  }

  /// Each change is made or not, also when a later one is.
  mutating func applyPart(of change: Change, by random: inout SeededRandom) {
    if random.bool() { apply(change) }
  }
}
