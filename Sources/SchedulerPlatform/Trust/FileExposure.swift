import Glibc

/// A way in which somebody besides root can change what a path leads to.
///
/// Whoever can write a directory can put another file in the place of one in it, so a file is as safe as the directories
/// and links on the way to it. Access control lists are not looked at, and members of the group root count as root.
public struct FileExposure: Hashable, Sendable {
  /// What can be changed.
  public enum Kind: Hashable, Sendable {
    /// The file itself.
    case file
    /// A directory on the way to it.
    case directory
    /// A symbolic link on the way to it, in a directory where everybody may replace what is theirs.
    case link
  }

  /// What can be changed: an absolute path, in which no link is left but perhaps the last name.
  public let path: String
  /// What is there.
  public let kind: Kind
  /// Its owner, who may always change it; 0 is root.
  public let userID: UInt32
  /// Its group.
  public let groupID: UInt32
  /// Its permission bits, such as 0o664.
  public let permissions: UInt32

  /// The first exposure on the way to the file at `path`, links followed, or of the file itself; nil when only root can
  /// change what is there. For programs that are to be run, and files that are not read.
  ///
  /// Complexity: a system call for each name on the way.
  ///
  /// - Throws: `SystemError` when something on the way cannot be looked at; `ENOENT` when it is not there.
  public static func first(onTheWayTo path: String) throws(SystemError) -> FileExposure? {
    var walk = try PathWalk(path)
    return try walk.firstExposure()
  }

  /// The same for a directory in which only root may make files: one like /tmp, in which everybody may, is exposed.
  public static func first(inDirectory path: String) throws(SystemError) -> FileExposure? {
    var walk = try PathWalk(path)
    if let found = try walk.firstExposure() { return found }
    return walk.last.flatMap { $0.isShared ? $0 : nil }
  }

  /// The same for a file that is open and was opened by `path`, nil for standard input: its own status is that of the
  /// descriptor, so that what is judged is what is read. Of a pipe only the owner and the permissions are judged, of a
  /// device nothing.
  static func first(of descriptor: Int32, openedBy path: String?) throws(SystemError) -> FileExposure? {
    var status = stat()
    _ = try SystemError.check { fstat(descriptor, &status) }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG || kind == S_IFIFO else { return nil }
    if let path, kind == S_IFREG, let found = try first(onTheWayTo: path) { return found }
    // Another file may be there by now.
    let file = FileExposure(path: path ?? "-", status)
    return file.isExposed ? file : nil
  }

  init(path: String, _ status: stat) {
    self.path = path
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFDIR: .directory
      case S_IFLNK: .link
      default: .file
      }
    userID = status.st_uid
    groupID = status.st_gid
    permissions = status.st_mode & 0o7777
  }

  /// Something with these rights.
  init(path: String, kind: Kind, userID: UInt32, groupID: UInt32, permissions: UInt32) {
    self.path = path
    self.kind = kind
    self.userID = userID
    self.groupID = groupID
    self.permissions = permissions
  }

  /// Whether somebody besides root is its owner.
  public var hasForeignOwner: Bool { userID != 0 }

  /// Whether its permissions let others than its owner change it.
  public var isWritableByOthers: Bool {
    if kind == .link || isShared { return false }
    return permissions & 0o002 != 0 || (permissions & 0o020 != 0 && groupID != 0)
  }

  /// Whether it is a directory like /tmp, in which everybody may make files and change only their own (the sticky bit).
  public var isShared: Bool { kind == .directory && permissions & 0o1000 != 0 && permissions & 0o022 != 0 }

  /// Whether somebody besides root can change it.
  var isExposed: Bool { hasForeignOwner || isWritableByOthers }
}
