/// A failed operation on a file of a `FileSystem`, or on one at a path.
public struct FileSystemError: Error, Hashable, Sendable {
  /// The operation that failed.
  public enum Action: String, Hashable, Sendable {
    case list, read, write, protect, synchronize, link, rename, remove, lock
  }

  /// The reasons that callers distinguish.
  public enum Reason: Hashable, Sendable {
    /// The file does not exist.
    case missing
    /// The directory of a file that is to be written does not exist.
    case noDirectory
    /// The path is a symbolic link whose target does not exist.
    case leadsNowhere
    /// The file exists already.
    case exists
    /// The file is a directory.
    case isDirectory
    /// The file is a link, a pipe, a socket or a device.
    case notRegular
    /// The name is not valid for a file in this directory.
    case badName
    /// The file belongs to another user, who would not own its replacement.
    case notOwned
    /// The user lacks the permission (EACCES, EPERM).
    case permissionDenied
    /// The file system is mounted read-only (EROFS).
    case readOnly
    /// The device or the user's quota is full (ENOSPC, EDQUOT).
    case full
    /// The file is larger than the limit.
    case tooLarge(limit: Int)
    /// Another process holds the lock: the one with this identifier, or nil if it is unknown.
    case inUse(by: Int32?)
    /// Any other reason: an error number, see errno(3), and its meaning in words.
    case system(code: Int32, meaning: String)
  }

  /// The operation that failed.
  public let action: Action
  /// The name of the file in the directory of a `FileSystem`, which is itself `.`; otherwise the path that the caller
  /// passed, which is `-` for standard input.
  public let name: String
  /// The reason of the failure.
  public let reason: Reason

  /// Creates an error about a file.
  public init(_ action: Action, name: String, reason: Reason) {
    self.action = action
    self.name = name
    self.reason = reason
  }
}

extension FileSystemError: CustomStringConvertible {
  /// A one-line message, such as `cannot write 'journal': no space left`.
  public var description: String {
    let file =
      switch (action, name) {
      case (.list, "."), (.synchronize, "."): "the directory"
      case (.read, "-"): "standard input"
      default: "'\(name)'"
      }
    return "cannot \(action == .synchronize ? "synchronise" : action.rawValue) \(file): \(reason)"
  }
}

extension FileSystemError.Reason: CustomStringConvertible {
  /// The reason in words, such as `no space left`.
  public var description: String {
    switch self {
    case .missing: "no such file"
    case .noDirectory: "no such directory"
    case .leadsNowhere: "it is a link that leads nowhere"
    case .exists: "it exists already"
    case .isDirectory: "it is a directory"
    case .notRegular: "it is not a regular file"
    case .badName: "it is not the name of a file"
    case .notOwned: "it belongs to another user"
    case .permissionDenied: "permission denied"
    case .readOnly: "the file system is read-only"
    case .full: "no space left"
    case .tooLarge(let limit): "it is larger than the limit of \(limit) bytes"
    case .inUse(let process): "in use by \(process.map { "process \($0)" } ?? "another process")"
    case .system(_, let meaning): meaning
    }
  }
}
