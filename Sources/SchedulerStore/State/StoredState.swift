/// The newest state of each key.
public struct StoredState: Hashable, Sendable {
  /// The state of one key and the sequence at which it was set.
  public struct Entry: Hashable, Sendable {
    /// The key.
    public let key: String
    /// The state; never empty.
    public let payload: [UInt8]
    /// The sequence of the change that set it.
    public let sequence: UInt64
  }

  private var entriesByKey: [String: Entry] = [:]
  /// The sequence of the newest change; 0 before the first.
  public private(set) var lastSequence: UInt64 = 0

  /// Creates an empty state.
  init() {}

  /// The number of keys.
  public var count: Int { entriesByKey.count }

  /// The state of a key, or nil if it has none.
  public subscript(key: String) -> [UInt8]? { entriesByKey[key]?.payload }

  /// All states in the order of their sequences, then of their keys.
  ///
  /// Complexity: O(n log n).
  public var entries: [Entry] {
    entriesByKey.values.sorted { ($0.sequence, $0.key) < ($1.sequence, $1.key) }
  }

  /// All states as changes that set them, in the order of `entries`.
  public var changes: [StateChange] { entries.map { StateChange(key: $0.key, payload: $0.payload) } }

  /// Applies changes that were written together. The sequence must not be below any earlier one.
  mutating func apply(_ changes: [StateChange], sequence: UInt64) {
    for change in changes {
      let entry = Entry(key: change.key, payload: change.payload, sequence: sequence)
      entriesByKey[change.key] = change.payload.isEmpty ? nil : entry
    }
    advance(to: sequence)
  }

  /// Marks all sequences up to `sequence` as used.
  mutating func advance(to sequence: UInt64) { lastSequence = max(lastSequence, sequence) }
}

/// The new state of one key, such as a session. It is complete, never a difference to the state before.
public struct StateChange: Hashable, Sendable {
  /// The key: at most 65,535 bytes of UTF-8.
  public let key: String
  /// The state in the writer's own format. Empty if the key is removed.
  public let payload: [UInt8]

  /// Creates a change. An empty payload removes the key.
  public init(key: String, payload: [UInt8]) {
    self.key = key
    self.payload = payload
  }

  /// Returns the change that removes a key.
  public static func removal(of key: String) -> StateChange { StateChange(key: key, payload: []) }

  static let keyLimit = Int(UInt16.max)
}
