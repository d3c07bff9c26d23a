/// What goes wrong in a simulated file system, and when.
public struct FaultPlan: Hashable, Sendable {
  /// What happens at an operation.
  public enum Fault: Hashable, Sendable {
    /// It fails and changes nothing; a failed `synchronize` leaves open for ever what survives a loss of power.
    case failure(FileSystemError.Reason)
    /// It fails; of bytes that are appended the first few have been written.
    case partialFailure(byteCount: Int, FileSystemError.Reason)
    /// The machine stops before it.
    case stopBefore
    /// The machine stops in it; of bytes that are appended the first few have been written.
    case stopWithin(byteCount: Int)
    /// The machine stops behind it.
    case stopAfter
  }

  /// Faults by the number of the operation, counted from 1.
  public var faults: [Int: Fault]
  /// How many bytes all files together may have; nil without a limit.
  public var capacity: Int?
  /// Whether everything that changes something fails with `readOnly`.
  public var isReadOnly = false
  /// Whether everything fails with `permissionDenied`.
  public var deniesPermission = false

  /// A plan; by default nothing goes wrong.
  public init(faults: [Int: Fault] = [:], capacity: Int? = nil) {
    self.faults = faults
    self.capacity = capacity
  }
}

extension FaultPlan.Fault {
  /// Why the operation fails; nil when the machine stops.
  var reason: FileSystemError.Reason? {
    switch self {
    case .failure(let reason), .partialFailure(_, let reason): reason
    case .stopBefore, .stopWithin, .stopAfter: nil
    }
  }

  var isFailure: Bool { reason != nil }

  /// How many of the bytes that are appended are written.
  var byteCount: Int {
    switch self {
    case .partialFailure(let count, _), .stopWithin(let count): count
    case .failure, .stopBefore, .stopAfter: 0
    }
  }
}
