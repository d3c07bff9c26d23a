import Glibc

/// An open descriptor that is closed when the last reference to it is released.
public final class OpenDescriptor: Sendable {
  /// The number of the descriptor, valid as long as this object lives.
  public let number: Int32

  /// Takes ownership of an open descriptor.
  public init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  /// Returns a duplicate of standard output, for watching whether its reader exits.
  ///
  /// - Throws: the error of fcntl(2): EBADF if standard output is closed.
  public static func standardOutput() throws(SystemError) -> OpenDescriptor {
    try opened { fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0) }
  }

  /// Returns the descriptor that `call` opens.
  ///
  /// - Throws: the error of the call.
  static func opened(by call: () -> Int32) throws(SystemError) -> OpenDescriptor {
    OpenDescriptor(try SystemError.check(call))
  }
}
