import CSchedulerLinux
import Glibc

/// An error of a system call.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error number, such as `ENOENT`; see errno(3).
  public let code: Int32

  /// Creates the error with that number.
  public init(code: Int32) { self.code = code }

  /// The file does not exist (ENOENT).
  public static let missingFile = SystemError(code: ENOENT)

  /// The user lacks the permission (EACCES).
  public static let forbidden = SystemError(code: EACCES)

  /// The meaning of the number in lower case, such as `no space left on device`; in English, independent of the locale.
  public var description: String {
    guard let words = schedctl_error_words(code) else { return "error \(code)" }
    let text = String(cString: words)
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  /// Makes a system call and repeats it while a signal interrupts it.
  ///
  /// - Throws: the error that a negative result reports.
  static func check<Result: SignedInteger>(_ call: () -> Result) throws(SystemError) -> Result {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { throw SystemError(code: errno) }
    }
  }
}
