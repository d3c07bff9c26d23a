import Glibc

/// Why a file could not be read.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of reasons that callers tell apart.
  public enum Reason: Hashable, Sendable {
    /// There is no such file.
    case missing
    /// There is a symbolic link, and nothing where it leads.
    case leadsNowhere
    /// It is a directory.
    case isDirectory
    /// The user may not read it, or not pass through a directory on the way.
    case permissionDenied
    /// It is a pipe, a socket or a device, where only a file will do.
    case notRegular
    /// It has more bytes than the limit.
    case tooLarge(limit: Int)
    /// Anything else that the system reports.
    case system(SystemError)
  }

  /// The path as it was asked for.
  public let path: String
  /// The reason.
  public let reason: Reason

  /// An error about a path.
  public init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// One line for people, such as `cannot read 'config.toml': no such file`.
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
