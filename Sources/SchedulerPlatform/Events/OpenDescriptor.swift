import Glibc

/// An open descriptor, which is closed when nobody has it any more.
public final class OpenDescriptor: Sendable {
  /// What system calls know it by; valid as long as this object lives.
  public let number: Int32

  /// Takes over a descriptor that is open, and nobody else's to close.
  public init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  /// Standard output once more, to be told when its reader goes.
  ///
  /// - Throws: the error of fcntl(2): EBADF when it is closed.
  public static func standardOutput() throws(SystemError) -> OpenDescriptor {
    try opened { fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0) }
  }

  /// The descriptor that a call opens.
  ///
  /// - Throws: what the call reports.
  static func opened(by call: () -> Int32) throws(SystemError) -> OpenDescriptor {
    OpenDescriptor(try SystemError.check(call))
  }
}
