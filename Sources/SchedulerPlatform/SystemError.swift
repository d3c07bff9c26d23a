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

/// A failure to read a file.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reasons that callers distinguish.
  public enum Reason: Hashable, Sendable {
    /// The file does not exist.
    case missing
    /// The path is a symbolic link whose target does not exist.
    case leadsNowhere
    /// The path is a directory.
    case isDirectory
    /// The user lacks the permission to read it or to search a directory on the way.
    case permissionDenied
    /// The path is a pipe, a socket or a device where a regular file is required.
    case notRegular
    /// The file is larger than the limit.
    case tooLarge(limit: Int)
    /// Any other error of the system.
    case system(SystemError)
  }

  /// The path as passed by the caller.
  public let path: String
  /// The reason of the failure.
  public let reason: Reason

  /// Creates an error about a path.
  public init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// A one-line message, such as `cannot read 'config.toml': no such file`.
  public var description: String { "cannot read \(path == "-" ? "standard input" : "'\(path)'"): \(reason)" }
}

extension FileError.Reason: CustomStringConvertible {
  init(_ error: SystemError) {
    self =
      switch error.code {
      case ENOENT: .missing
      case EISDIR: .isDirectory
      case EACCES, EPERM: .permissionDenied
      default: .system(error)
      }
  }

  /// The reason in words, such as `no such file`.
  public var description: String {
    switch self {
    case .missing: "no such file"
    case .leadsNowhere: "it is a link that leads nowhere"
    case .isDirectory: "it is a directory"
    case .permissionDenied: "permission denied"
    case .notRegular: "it is not a regular file"
    case .tooLarge(let limit): "it is larger than the limit of \(limit) bytes"
    case .system(let error): error.description
    }
  }
}
