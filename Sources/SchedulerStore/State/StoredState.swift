/// The newest state of each thing.
public struct StoredState: Hashable, Sendable {
  /// The state of one thing, and since when it has it.
  public struct Entry: Hashable, Sendable {
    /// What it is the state of.
    public let key: String
    /// The state; never empty.
    public let payload: [UInt8]
    /// The sequence of the change that brought it.
    public let sequence: UInt64
  }

  private var entriesByKey: [String: Entry] = [:]
  /// The sequence of the newest change; 0 before the first.
  public private(set) var lastSequence: UInt64 = 0

  /// No state.
  init() {}

  /// How many things have a state.
  public var count: Int { entriesByKey.count }

  /// The state of a thing, or nil when it has none.
  public subscript(key: String) -> [UInt8]? { entriesByKey[key]?.payload }

  /// All states in the order in which they came, those that came together by their keys. Complexity: O(n log n).
  public var entries: [Entry] {
    entriesByKey.values.sorted { ($0.sequence, $0.key) < ($1.sequence, $1.key) }
  }

  /// All states as the changes that bring them, in the order of `entries`.
  public var changes: [StateChange] { entries.map { StateChange(key: $0.key, payload: $0.payload) } }

  /// Takes changes over that came together. The sequence is not below any before.
  mutating func apply(_ changes: [StateChange], sequence: UInt64) {
    for change in changes {
      let entry = Entry(key: change.key, payload: change.payload, sequence: sequence)
      entriesByKey[change.key] = change.payload.isEmpty ? nil : entry
    }
    advance(to: sequence)
  }

  /// Counts sequences as used.
  mutating func advance(to sequence: UInt64) { lastSequence = max(lastSequence, sequence) }
}
