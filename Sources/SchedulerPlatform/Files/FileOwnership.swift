import Glibc

/// Whose a file or a directory is, and what its permission bits let others do.
public struct FileOwnership: Hashable, Sendable {
  /// Its owner; 0 is root.
  public let userID: UInt32
  /// Its group.
  public let groupID: UInt32
  /// Its permission bits, such as 0o640.
  public let permissions: UInt32

  /// That of what is at a path, behind all links; nil when there is nothing that can be looked at.
  public init?(path: String) {
    guard let status = FileStatus(path: path) else { return nil }
    userID = status.userID
    groupID = status.groupID
    permissions = status.permissions
  }

  /// Whether it belongs to the user as whom this process acts.
  public var isOwn: Bool { userID == geteuid() }

  /// Whether the members of its group may read it.
  public var isReadableByGroup: Bool { permissions & 0o040 != 0 }
}
