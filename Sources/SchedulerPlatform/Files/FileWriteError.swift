import Glibc

/// Why a file, or the lock or folder that it needs, could not be written.
public struct FileWriteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of reasons that callers tell apart.
  public enum Reason: Hashable, Sendable {
    /// There is no such directory.
    case missing
    /// There is a symbolic link, and nothing where it leads.
    case leadsNowhere
    /// There is a file already, where only a new one may be made.
    case exists
    /// It is a directory.
    case isDirectory
    /// It is a pipe, a socket or a device.
    case notRegular
    /// The file belongs to another user, to whom its replacement would not.
    case notOwned
    /// The user may not write here (EACCES, EPERM).
    case permissionDenied
    /// The file system is mounted for reading only (EROFS).
    case readOnly
    /// The device or the user's quota is full (ENOSPC, EDQUOT).
    case full
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

  init(path: String, _ error: SystemError) { self.init(path: path, reason: Reason(error)) }

  /// One line for people, such as `cannot write 'config.toml': no space left`.
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
