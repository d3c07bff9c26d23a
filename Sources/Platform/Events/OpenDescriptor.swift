import Glibc

/// An open descriptor, which is closed when nobody has it any more.
public final class OpenDescriptor: Sendable {
  /// What system calls know it by; valid as long as this object lives.
  public let number: Int32

  /// Takes over a descriptor that is open, and nobody else's to close.
  public init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  /// The descriptor that a call opens.
  ///
  /// - Throws: what the call reports.
  static func opened(by call: () -> Int32) throws(SystemError) -> OpenDescriptor {
    OpenDescriptor(try SystemError.check(call))
  }
}
