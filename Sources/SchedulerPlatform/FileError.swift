import Glibc

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
