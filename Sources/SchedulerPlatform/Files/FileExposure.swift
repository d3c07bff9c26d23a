/// A way in which a user other than root can change what a path refers to.
///
/// A user who can write to a directory can replace the files in it, so a file is as safe as the directories and links
/// on the way to it. Access control lists are not examined, and members of the group root count as root.
public struct FileExposure: Hashable, Sendable {
  /// The object that can be changed.
  public enum Kind: Hashable, Sendable {
    /// The file itself.
    case file
    /// A directory on the way to it.
    case directory
    /// A symbolic link on the way to it, in a directory where every user may replace their own files.
    case link
  }

  /// The absolute path of the object. No component but perhaps the last is a link.
  public let path: String
  /// The kind of the object.
  public let kind: Kind
  /// The owner, who can always change it; 0 is root.
  public let userID: UInt32
  /// The group.
  public let groupID: UInt32
  /// The permission bits, such as 0o664.
  public let permissions: UInt32

  /// Returns the first exposure on the way to the file at `path`, following links, or of the file itself; nil if only
  /// root can change it. For programs that are to be run and files that are not read.
  ///
  /// Complexity: one system call for each component of the path.
  ///
  /// - Throws: `SystemError` if a component cannot be examined; `ENOENT` if it does not exist.
  public static func first(onTheWayTo path: String) throws(SystemError) -> FileExposure? {
    var walk = try PathWalk(path)
    return try walk.firstExposure()
  }

  /// Returns the first exposure of a directory in which only root should be able to create files. A directory like
  /// /tmp, in which every user can, is exposed.
  public static func first(inDirectory path: String) throws(SystemError) -> FileExposure? {
    var walk = try PathWalk(path)
    if let found = try walk.firstExposure() { return found }
    return walk.last.flatMap { $0.isShared ? $0 : nil }
  }

  /// Returns the first exposure of an open file that was opened by `path`, nil for standard input. The status of the
  /// file is read from the descriptor, so that it is that of the file being read. For a pipe only the owner and the
  /// permissions are examined, for a device nothing.
  static func first(of descriptor: Int32, openedBy path: String?) throws(SystemError) -> FileExposure? {
    let status = try FileStatus(descriptor: descriptor)
    guard status.isRegular || status.isPipe else { return nil }
    if let path, status.isRegular, let found = try first(onTheWayTo: path) { return found }
    // The path may refer to another file by now.
    let file = FileExposure(path: path ?? "-", status)
    return file.isExposed ? file : nil
  }

  /// Whether the owner is a user other than root.
  public var hasForeignOwner: Bool { userID != 0 }

  /// Whether its permissions allow users other than its owner to change it.
  public var isWritableByOthers: Bool {
    if kind == .link || isShared { return false }
    return permissions & 0o002 != 0 || (permissions & 0o020 != 0 && groupID != 0)
  }

  /// Whether it is a directory like /tmp, in which every user may create files but change only their own (the sticky
  /// bit).
  public var isShared: Bool { kind == .directory && permissions & 0o1000 != 0 && permissions & 0o022 != 0 }

  /// Whether a user other than root can change it.
  var isExposed: Bool { hasForeignOwner || isWritableByOthers }
}

extension FileExposure {
  init(path: String, _ status: FileStatus) {
    self.init(
      path: path, kind: status.isDirectory ? .directory : status.isLink ? .link : .file, userID: status.userID,
      groupID: status.groupID, permissions: status.permissions)
  }
}
