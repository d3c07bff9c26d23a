import Glibc

/// Standard input as a pipe or socket on which a process waits.
public struct InputPipe: Sendable {
  /// The descriptor, readable when there is data, or at its end.
  public let descriptor: OpenDescriptor

  /// Duplicates standard input.
  ///
  /// - Throws: the error of fcntl(2): EBADF if standard input is closed.
  public init() throws(SystemError) {
    descriptor = try OpenDescriptor.opened { fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) }
  }

  /// Reads up to `count` available bytes, at least one; empty at the end. Waits if there are none.
  ///
  /// - Throws: the error of read(2).
  public func read(atMost count: Int) throws(SystemError) -> [UInt8] {
    try SystemError.bytes(atMost: count) { Glibc.read(descriptor.number, $0, count) }
  }
}
