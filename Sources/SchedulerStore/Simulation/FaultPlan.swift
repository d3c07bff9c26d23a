/// The faults of a simulated file system.
public struct FaultPlan: Hashable, Sendable {
  /// A fault at an operation.
  public enum Fault: Hashable, Sendable {
    /// The operation fails and changes nothing. After a failed `synchronize` the bytes stay uncertain for ever.
    case failure(FileSystemError.Reason)
    /// The operation fails. Of appended bytes the first `byteCount` are written.
    case partialFailure(byteCount: Int, FileSystemError.Reason)
    /// The machine stops before the operation.
    case stopBefore
    /// The machine stops during the operation. Of appended bytes the first `byteCount` are written.
    case stopWithin(byteCount: Int)
    /// The machine stops after the operation.
    case stopAfter
  }

  /// A kind of call that can fail by itself.
  public enum Call: Hashable, Sendable, CaseIterable {
    /// `names`.
    case list
    /// `metadata`, `isPresent`, `isInPlace` and `restoreDirectory`.
    case stat
    /// The call of the same name.
    case read, create, protect, open, append, truncate, startWriting, synchronize, link, rename, remove
    /// The call of the same name.
    case synchronizeNames, lock
  }

  /// The failures of one kind of call.
  public struct Breakage: Hashable, Sendable {
    /// The first call that fails, counted from 1 over the calls of that kind; see `SimulatedFileSystem.callCounts`.
    public var first: Int
    /// Whether all later calls fail as well.
    public var isLasting: Bool
    /// The reason of the failures.
    public var reason: FileSystemError.Reason

    /// Creates the failures of a kind of call.
    public init(first: Int, isLasting: Bool, reason: FileSystemError.Reason) {
      (self.first, self.isLasting, self.reason) = (first, isLasting, reason)
    }
  }

  /// The failures by kind of call. A failed call changes nothing.
  public var breakages: [Call: Breakage] = [:]
  /// The faults by the number of the operation, counted from 1.
  public var faults: [Int: Fault]
  /// Maximum total size of all files, in bytes; nil for no limit.
  public var capacity: Int?
  /// Whether every operation that changes something fails with `readOnly`.
  public var isReadOnly = false
  /// Whether every operation fails with `permissionDenied`.
  public var deniesPermission = false

  /// Creates a plan, by default without faults.
  public init(faults: [Int: Fault] = [:], capacity: Int? = nil) {
    self.faults = faults
    self.capacity = capacity
  }
}

extension FaultPlan {
  /// The reason for which a call fails, by its number among those of its kind; nil if it does not.
  func reason(for call: Call, number: Int) -> FileSystemError.Reason? {
    guard let breakage = breakages[call] else { return nil }
    let fails = breakage.isLasting ? number >= breakage.first : number == breakage.first
    return fails ? breakage.reason : nil
  }
}

extension FaultPlan.Fault {
  /// The reason of the failure; nil if the machine stops.
  var reason: FileSystemError.Reason? {
    switch self {
    case .failure(let reason), .partialFailure(_, let reason): reason
    case .stopBefore, .stopWithin, .stopAfter: nil
    }
  }

  var isFailure: Bool { reason != nil }

  /// The number of appended bytes that are written.
  var byteCount: Int {
    switch self {
    case .partialFailure(let count, _), .stopWithin(let count): count
    case .failure, .stopBefore, .stopAfter: 0
    }
  }
}

/// A random number generator whose output depends only on its seed: SplitMix64 (Steele, Lea and Flood, 2014).
public struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator.
  public init(seed: UInt64) { state = seed }

  /// Returns the next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// Returns a number from 0 up to but not including `bound`, or 0 if `bound` is 0.
  public mutating func below(_ bound: Int) -> Int { bound > 0 ? Int(next() % UInt64(bound)) : 0 }

  /// Returns true or false with equal probability.
  public mutating func bool() -> Bool { next() & 1 == 1 }
}
