import CSchedulerLinux
import Glibc

/// What a system call reported.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error number, such as `ENOENT`; see errno(3).
  public let code: Int32

  /// The error of that number.
  public init(code: Int32) { self.code = code }

  /// That there is no such file (ENOENT).
  public static let missingFile = SystemError(code: ENOENT)

  /// That this user may not (EACCES).
  public static let forbidden = SystemError(code: EACCES)

  /// What the number means, in lower case, such as `no space left on device`; in English whatever the locale.
  public var description: String {
    guard let words = schedctl_error_words(code) else { return "error \(code)" }
    let text = String(cString: words)
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  /// Calls `call` again for as long as a signal interrupts it.
  ///
  /// - Throws: the error that it reports by returning a negative number.
  static func check<Result: SignedInteger>(_ call: () -> Result) throws(SystemError) -> Result {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { throw SystemError(code: errno) }
    }
  }
}
