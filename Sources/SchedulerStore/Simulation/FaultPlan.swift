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
