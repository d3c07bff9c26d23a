/// Why an operation on a file failed.
public struct FileSystemError: Error, Hashable, Sendable {
  /// What was tried.
  public enum Action: String, Hashable, Sendable {
    case list, read, write, protect, synchronize, link, rename, remove, lock
  }

  /// The kinds of reasons that callers tell apart.
  public enum Reason: Hashable, Sendable {
    /// There is no such file.
    case missing
    /// There is one already.
    case exists
    /// It is a directory.
    case isDirectory
    /// It is a link, a pipe, a socket or a device.
    case notRegular
    /// It is no name of a file in this directory.
    case badName
    /// The user may not do that (EACCES, EPERM).
    case permissionDenied
    /// The file system is mounted for reading only (EROFS).
    case readOnly
    /// The device or the user's quota is full (ENOSPC, EDQUOT).
    case full
    /// It has more bytes than the limit.
    case tooLarge(limit: Int)
    /// Another process holds the lock: the one of this identifier, nil while that is not known.
    case inUse(by: Int32?)
    /// Anything else: an error number, see errno(3), and what it means in words.
    case system(code: Int32, meaning: String)
  }

  /// What was tried.
  public let action: Action
  /// The name of the file; `.` for the directory itself.
  public let name: String
  /// Why it failed.
  public let reason: Reason

  /// An error about a file.
  public init(_ action: Action, _ name: String, _ reason: Reason) {
    self.action = action
    self.name = name
    self.reason = reason
  }
}

extension FileSystemError: CustomStringConvertible {
  /// One line for people, such as `cannot write 'journal': no space left`.
  public var description: String {
    "cannot \(action == .synchronize ? "synchronise" : action.rawValue) \(name == "." ? "the directory" : "'\(name)'"): "
      + reason.description
  }
}

extension FileSystemError.Reason: CustomStringConvertible {
  /// The reason in words, such as `no space left`.
  public var description: String {
    switch self {
    case .missing: "no such file"
    case .exists: "it exists already"
    case .isDirectory: "it is a directory"
    case .notRegular: "it is not a regular file"
    case .badName: "it is not the name of a file"
    case .permissionDenied: "permission denied"
    case .readOnly: "the file system is read-only"
    case .full: "no space left"
    case .tooLarge(let limit): "it is larger than the limit of \(limit) bytes"
    case .inUse(let process): "in use by \(process.map { "process \($0)" } ?? "another process")"
    case .system(_, let meaning): meaning
    }
  }
}
