import Synchronization

/// A lock around a value that threads share.
///
/// ```swift
/// let counts = OSAllocatedUnfairLock(initialState: [String: Int]())
/// counts.withLock { $0["starts", default: 0] += 1 }
/// ```
///
/// The thread that holds the lock must not take it again.
public struct OSAllocatedUnfairLock<State>: Sendable {
  /// Who holds a lock.
  public enum Ownership: Hashable, Sendable {
    /// The calling thread.
    case owner
    /// Another thread, or none.
    case notOwner
  }

  private let storage: Storage

  /// The lock and the value, which live as long as a copy of the lock.
  private final class Storage: Sendable {
    private let lock = NSLock()
    /// The address of the value. As a number it may cross threads. The lock keeps the value to one thread at a time.
    private let address: UInt
    /// The thread that holds the lock; 0 for none.
    private let owner = Atomic<UInt>(0)

    init(_ state: State) {
      let pointer = UnsafeMutablePointer<State>.allocate(capacity: 1)
      pointer.initialize(to: state)
      address = UInt(bitPattern: pointer)
    }

    deinit {
      state?.deinitialize(count: 1)
      state?.deallocate()
    }

    var state: UnsafeMutablePointer<State>? { UnsafeMutablePointer(bitPattern: address) }

    var isOwner: Bool { owner.load(ordering: .relaxed) == pthread_self() }

    func take() {
      lock.lock()
      owner.store(pthread_self(), ordering: .relaxed)
    }

    func takeIfFree() -> Bool {
      let isTaken = lock.try()
      if isTaken { owner.store(pthread_self(), ordering: .relaxed) }
      return isTaken
    }

    func giveBack() {
      owner.store(0, ordering: .relaxed)
      lock.unlock()
    }

    func access<R>(_ body: (inout State) throws -> R) rethrows -> R {
      guard let state else { preconditionFailure("a lock has a value") }
      return try body(&state.pointee)
    }
  }

  /// Creates a lock around a value that the caller may keep using, at its own risk.
  public init(uncheckedState initialState: State) { storage = Storage(initialState) }

  /// Creates a lock around a value.
  public init(initialState: State) where State: Sendable { storage = Storage(initialState) }

  /// Runs `body` with the value while no other thread has it.
  public func withLock<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R {
    try withLockUnchecked(body)
  }

  /// Runs `body` with the value while no other thread has it. The compiler does not check what crosses threads.
  public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
    storage.take()
    defer { storage.giveBack() }
    return try storage.access(body)
  }

  /// Runs `body` with the value, or returns nil if another thread has it.
  public func withLockIfAvailable<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R? {
    try withLockIfAvailableUnchecked(body)
  }

  /// Runs `body` with the value, or returns nil if another thread has it. The compiler does not check what crosses
  /// threads.
  public func withLockIfAvailableUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R? {
    guard storage.takeIfFree() else { return nil }
    defer { storage.giveBack() }
    return try storage.access(body)
  }

  /// Ends the program unless the lock is held as said.
  public func precondition(_ condition: Ownership) {
    Swift.precondition(storage.isOwner == (condition == .owner), "the lock is not held as expected")
  }
}

extension OSAllocatedUnfairLock where State == Void {
  /// Creates a lock without a value.
  public init() { self.init(initialState: ()) }

  /// Runs `body` while no other thread holds the lock.
  public func withLock<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R {
    try withLockUnchecked { _ in try body() }
  }

  /// Runs `body` while no other thread holds the lock. The compiler does not check what crosses threads.
  public func withLockUnchecked<R>(_ body: () throws -> R) rethrows -> R { try withLockUnchecked { _ in try body() } }

  /// Runs `body`, or returns nil if another thread holds the lock.
  public func withLockIfAvailable<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R? {
    try withLockIfAvailableUnchecked { _ in try body() }
  }

  /// Runs `body`, or returns nil if another thread holds the lock. The compiler does not check what crosses threads.
  public func withLockIfAvailableUnchecked<R>(_ body: () throws -> R) rethrows -> R? {
    try withLockIfAvailableUnchecked { _ in try body() }
  }

  /// Takes the lock, which the same thread gives back.
  @available(*, noasync)
  public func lock() { storage.take() }

  /// Gives the lock back.
  @available(*, noasync)
  public func unlock() { storage.giveBack() }

  /// Takes the lock if no thread holds it, and returns whether it did.
  @available(*, noasync)
  public func lockIfAvailable() -> Bool { storage.takeIfFree() }
}
