import SchedulerStore

/// What keeps the applied shield set, for programs that embed the engine.
///
/// There is one writer. What it keeps is only ever replaced whole, and only by a set that says something else.
public protocol RestrictionStore: ~Copyable {
  /// The set that is kept; nil when none ever was.
  ///
  /// - Throws: `RestrictionStoreError` when it cannot be read: what is damaged is not taken for nothing.
  mutating func load() throws(RestrictionStoreError) -> ShieldSet?

  /// Keeps a set. One that says the same as the one before changes nothing, its generation and time neither. Another one
  /// gets a generation above that of the set before, if its own is not.
  ///
  /// - Returns: the set as it is kept; nil when nothing was changed.
  /// - Throws: `RestrictionStoreError` when it cannot be kept; the one before then is.
  @discardableResult
  mutating func replace(with shield: ShieldSet) throws(RestrictionStoreError) -> ShieldSet?
}

/// Why a shield set cannot be kept, or cannot be read.
public enum RestrictionStoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file system reports this.
  case file(FileSystemError)
  /// What is in the file of that name is no shield set.
  case damaged(name: String, ShieldSetError)

  /// One line for people.
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .damaged(let name, let error): "'\(name)' is damaged: \(error)"
    }
  }
}

/// Keeps the shield set in memory, for tests and for programs that hand it on themselves.
public struct MemoryRestrictionStore: RestrictionStore, Sendable {
  /// The set that is kept.
  public private(set) var shield: ShieldSet?

  /// A store that keeps nothing yet.
  public init() {}

  /// The set that is kept. Never throws.
  public func load() -> ShieldSet? { shield }

  /// Keeps a set. Never throws.
  @discardableResult
  public mutating func replace(with shield: ShieldSet) -> ShieldSet? {
    if let current = self.shield, shield.says(whatIsIn: current) { return nil }
    var shield = shield
    if let current = self.shield {
      shield.generation = max(shield.generation, current.generation.addingReportingOverflow(1).partialValue)
    }
    self.shield = shield
    return shield
  }
}
