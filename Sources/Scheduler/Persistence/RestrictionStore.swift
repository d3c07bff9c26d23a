import SchedulerStore

/// A place that keeps the applied shield set, and the only door through which a `DurableEngine` applies it.
///
/// `DurableEngine` calls `load` once when it starts, and then for each shield set that says something new `prepare`, `commit`
/// and `settle`, in this order. A set counts from `commit` on, never earlier: only then the state from which it follows is
/// durable. After a start, the first evaluation commits the current set, also if `load` returns an equal one, so that a store
/// that passes the set on to another program can do so again.
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
  /// Returns the set that is kept; nil if none ever was.
  ///
  /// - Throws: `RestrictionStoreError` if it cannot be read.
  mutating func load(in files: inout some FileSystem & ~Copyable) throws(RestrictionStoreError) -> ShieldSet?

  /// Begins to write a set that `commit` probably follows with, while the disk synchronises the state. Nobody may see the set
  /// yet. The default does nothing.
  mutating func prepare(_ shield: ShieldSet, in files: inout some FileSystem & ~Copyable)

  /// Replaces the set that is kept.
  ///
  /// - Throws: `RestrictionStoreError` if it cannot be kept; the set before then stays, and the next evaluation commits again.
  mutating func commit(
    _ shield: ShieldSet, in files: inout some FileSystem & ~Copyable) throws(RestrictionStoreError)

  /// Releases what the last evaluation needed, also a set that was prepared and not committed. The default does nothing.
  mutating func settle(in files: inout some FileSystem & ~Copyable)

  /// Ends the use of the store. The default does nothing.
  mutating func close(in files: inout some FileSystem & ~Copyable)

  /// Uses these permission bits for files that it makes from now on. The default does nothing.
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

/// Why a shield set cannot be kept, or cannot be read.
public enum RestrictionStoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file system reports this.
  case file(FileSystemError)
  /// The file of that name holds no shield set. `generation` is what it names as its generation, or 0.
  case damaged(name: String, ShieldSetError, generation: Int64)
  /// A store of another kind reports this, as a sentence without a full stop.
  case unavailable(String)

  /// One line for people.
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .damaged(let name, let error, _): "'\(name)' is damaged: \(error)"
    case .unavailable(let reason): reason
    }
  }

  /// The error as one of the state.
  var stateStoreError: StateStoreError {
    switch self {
    case .file(let error): .file(error)
    case .damaged, .unavailable: .shield(reason: description)
    }
  }
}

/// A store that keeps the shield set in memory, for tests and for programs that pass it on themselves.
public struct MemoryRestrictionStore: RestrictionStore {
  /// The set that is kept.
  public private(set) var shield: ShieldSet?

  /// A store that keeps `shield`.
  public init(_ shield: ShieldSet? = nil) { self.shield = shield }

  /// Returns the set that is kept. Never throws.
  public func load(in files: inout some FileSystem & ~Copyable) -> ShieldSet? { shield }

  /// Keeps a set. Never throws.
  public mutating func commit(_ shield: ShieldSet, in files: inout some FileSystem & ~Copyable) { self.shield = shield }
}
