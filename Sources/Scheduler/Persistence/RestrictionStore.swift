import SchedulerStore

/// A store of the applied shield set, through which a `DurableEngine` applies every set.
///
/// `DurableEngine` calls `load` once when it starts, and then `prepare`, `commit` and `settle`, in this order, for each
/// changed shield set. A set is in force from `commit` on, never earlier, because only then the state from which it
/// follows is durable. After a start, the first evaluation commits the current set even if `load` returned an equal
/// one. A store that passes the set to another program can thus do so again.
///
/// ```swift
/// struct Firewall: RestrictionStore {
///   mutating func load(in files: inout some FileSystem & ~Copyable) -> ShieldSet? { nil }
///   mutating func commit(
///     _ shield: ShieldSet, in files: inout some FileSystem & ~Copyable
///   ) throws(RestrictionStoreError) { … }
/// }
/// ```
///
/// A store has one writer. `files` is the state directory; a store that keeps the set elsewhere ignores it.
public protocol RestrictionStore: Sendable {
  /// Returns the set in the store, or nil if none was ever stored.
  ///
  /// - Throws: `RestrictionStoreError` if it cannot be read.
  mutating func load(in files: inout some FileSystem & ~Copyable) throws(RestrictionStoreError) -> ShieldSet?

  /// Starts to write a set for a probable `commit`, while the disk synchronises the state. The set must not be visible
  /// yet. The default does nothing.
  mutating func prepare(_ shield: ShieldSet, in files: inout some FileSystem & ~Copyable)

  /// Replaces the set in the store.
  ///
  /// - Throws: `RestrictionStoreError` if it cannot be stored. The previous set then stays, and the next evaluation
  ///   commits again.
  mutating func commit(_ shield: ShieldSet, in files: inout some FileSystem & ~Copyable) throws(RestrictionStoreError)

  /// Releases the resources of the last evaluation, including a set that was prepared but not committed. The default
  /// does nothing.
  mutating func settle(in files: inout some FileSystem & ~Copyable)

  /// Ends the use of the store. The default does nothing.
  mutating func close(in files: inout some FileSystem & ~Copyable)

  /// Uses the given permission bits for files created from now on. The default does nothing.
  mutating func setFilePermissions(_ permissions: UInt32)
}

extension RestrictionStore {
  /// Does nothing.
  public mutating func prepare(_ shield: ShieldSet, in files: inout some FileSystem & ~Copyable) {}
  /// Does nothing.
  public mutating func settle(in files: inout some FileSystem & ~Copyable) {}
  /// Does nothing.
  public mutating func close(in files: inout some FileSystem & ~Copyable) {}
  /// Does nothing.
  public mutating func setFilePermissions(_ permissions: UInt32) {}
}

/// The reason why a shield set cannot be stored or read.
public enum RestrictionStoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// An error of the file system.
  case file(FileSystemError)
  /// The named file does not contain a valid shield set. `generation` is its generation as far as it can be read,
  /// otherwise 0.
  case damaged(name: String, ShieldSetError, generation: Int64)
  /// An error of another kind of store, as a sentence without a full stop.
  case unavailable(String)

  /// A readable line.
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .damaged(let name, let error, _): "'\(name)' is damaged: \(error)"
    case .unavailable(let reason): reason
    }
  }

  /// The corresponding error of the state store.
  var stateStoreError: StateStoreError {
    switch self {
    case .file(let error): .file(error)
    case .damaged, .unavailable: .shield(reason: description)
    }
  }
}

/// A store that keeps the shield set in memory, for tests and for programs that pass it on themselves.
public struct MemoryRestrictionStore: RestrictionStore {
  /// The set in the store.
  public private(set) var shield: ShieldSet?

  /// Creates a store with the set `shield`.
  public init(_ shield: ShieldSet? = nil) { self.shield = shield }

  /// Returns the set in the store. Never throws.
  public func load(in files: inout some FileSystem & ~Copyable) -> ShieldSet? { shield }

  /// Stores a set. Never throws.
  public mutating func commit(_ shield: ShieldSet, in files: inout some FileSystem & ~Copyable) { self.shield = shield }
}
