/// A part of a disk that changes step by step and may lose changes in a loss of power.
protocol Changeable: Sendable {
  associatedtype Change: Sendable

  mutating func apply(_ change: Change)
  /// Applies the part of a change that reached the disk: anything from nothing to all of it.
  mutating func applyPart(of change: Change, by random: inout SeededRandom)
}

/// A part of a disk: the value that processes see, and the changes that may be missing on the disk.
struct Volatile<Value: Changeable>: Sendable {
  /// The durability of a change.
  private enum Fate {
    /// The change may be lost.
    case pending
    /// The change survives.
    case certain
    /// The change may be lost, even after a later synchronisation: the system reported that it could not be written and
    /// forgot it.
    case forgotten
  }

  /// The value that processes see.
  private(set) var value: Value
  private var durable: Value
  private var changes: [(change: Value.Change, fate: Fate)] = []

  /// Creates a value that is durable.
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
    // Applied one by one: a copy of the whole value would make each later change copy it as well.
    for (change, _) in changes { durable.apply(change) }
    changes.removeAll(keepingCapacity: true)
  }

  /// Whether everything survives.
  var isCertain: Bool { changes.isEmpty }

  /// Simulates a synchronisation that fails.
  mutating func failToSynchronize() {
    for index in changes.indices where changes[index].fate == .pending { changes[index].fate = .forgotten }
  }

  /// Simulates a loss of power: changes that were not synchronised are kept, in part or not at all.
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

  /// A write may be torn at any byte, and its size may be durable before its bytes, which are then 0.
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

  /// Writes the bytes for which `isWritten` returns true. The others keep their value, or are 0 past the old end.
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

/// The names in a directory and the file of each.
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
      // If the old name never reached the disk, the new one takes effect alone.
      if files[name] == file { files[name] = nil }
      files[newName] = file
    }
  }

  /// Each change is made or not, independent of later ones.
  mutating func applyPart(of change: Change, by random: inout SeededRandom) {
    if random.bool() { apply(change) }
  }
}
