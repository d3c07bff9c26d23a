import Glibc

/// A failure to write a file, or to create the lock or directory that it needs.
public struct FileWriteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reasons that callers distinguish.
  public enum Reason: Hashable, Sendable {
    /// The directory does not exist.
    case missing
    /// The path is a symbolic link whose target does not exist.
    case leadsNowhere
    /// The file exists although only a new one may be created.
    case exists
    /// The path is a directory.
    case isDirectory
    /// The path is a pipe, a socket or a device.
    case notRegular
    /// The file belongs to another user, who would not own its replacement.
    case notOwned
    /// The user lacks the permission to write here (EACCES, EPERM).
    case permissionDenied
    /// The file system is mounted read-only (EROFS).
    case readOnly
    /// The device or the user's quota is full (ENOSPC, EDQUOT).
    case full
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

  init(path: String, _ error: SystemError) { self.init(path: path, reason: Reason(error)) }

  /// A one-line message, such as `cannot write 'config.toml': no space left`.
  public var description: String { "cannot write '\(path)': \(reason)" }
}

extension FileWriteError.Reason: CustomStringConvertible {
  init(_ error: SystemError) {
    self =
      switch error.code {
      case ENOENT: .missing
      case EEXIST: .exists
      case EISDIR: .isDirectory
      case EACCES, EPERM: .permissionDenied
      case EROFS: .readOnly
      case ENOSPC, EDQUOT: .full
      default: .system(error)
      }
  }

  /// The reason in words, such as `no space left`.
  public var description: String {
    switch self {
    case .missing: "no such directory"
    case .leadsNowhere: "it is a link that leads nowhere"
    case .exists: "it exists already"
    case .isDirectory: "it is a directory"
    case .notRegular: "it is not a regular file"
    case .notOwned: "it belongs to another user"
    case .permissionDenied: "permission denied"
    case .readOnly: "the file system is read-only"
    case .full: "no space left"
    case .system(let error): error.description
    }
  }
}
