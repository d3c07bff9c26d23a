import Glibc

/// The owner, group and permissions of a file or a directory.
public struct FileOwnership: Hashable, Sendable {
  /// The owner; 0 is root.
  public let userID: UInt32
  /// The group.
  public let groupID: UInt32
  /// The permission bits, such as 0o640.
  public let permissions: UInt32

  /// Reads the ownership of the file at a path, following links. Returns nil if it cannot be examined.
  public init?(path: String) {
    guard let status = FileStatus(path: path) else { return nil }
    userID = status.userID
    groupID = status.groupID
    permissions = status.permissions
  }

  /// Whether the effective user of this process owns it.
  public var isOwn: Bool { userID == geteuid() }

  /// Whether the members of its group may read it.
  public var isReadableByGroup: Bool { permissions & 0o040 != 0 }
}
