import Glibc

/// The result of stat(2) for a file.
struct FileStatus {
  private let status: stat

  /// Reads the status of the file at a path, following links. Returns nil if it cannot be examined.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.status = status
  }

  /// Reads the status of a path itself, even if it is a link. Returns nil if it does not exist.
  init?(unfollowed path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.status = status
  }

  /// Reads the status of a name in an open directory, even if it is a link. Returns nil if it does not exist.
  init?(_ name: String, in directory: Int32) {
    var status = stat()
    guard fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    self.status = status
  }

  /// Reads the status of an open file.
  init(descriptor: Int32) throws(SystemError) {
    var status = stat()
    _ = try SystemError.check { fstat(descriptor, &status) }
    self.status = status
  }

  /// The permission bits.
  var permissions: UInt32 { status.st_mode & 0o7777 }
  var userID: UInt32 { status.st_uid }
  var groupID: UInt32 { status.st_gid }
  /// The size in bytes.
  var size: Int { Int(status.st_size) }
  /// The time of the last change of the content, in seconds since 1970.
  var changeSeconds: Int64 { Int64(status.st_mtim.tv_sec) }
  private var kind: UInt32 { status.st_mode & S_IFMT }

  /// Whether both are the same file, possibly under different names.
  func isSameFile(as other: FileStatus) -> Bool {
    status.st_dev == other.status.st_dev && status.st_ino == other.status.st_ino
  }

  /// Whether the path is a directory or a link to one.
  static func isDirectory(_ path: String) -> Bool { FileStatus(path: path)?.kind == S_IFDIR }

  /// Whether it is a regular file that this process may replace.
  var isReplaceable: Bool { kind == S_IFREG && (geteuid() == 0 || geteuid() == userID) }

  /// Throws unless a new file may replace this one, which is at `path`.
  func checkReplaceable(_ path: String) throws(FileWriteError) {
    if kind == S_IFDIR { throw FileWriteError(path: path, reason: .isDirectory) }
    if kind != S_IFREG { throw FileWriteError(path: path, reason: .notRegular) }
    let user = geteuid()
    if user != 0 && user != userID { throw FileWriteError(path: path, reason: .notOwned) }
  }
}

/// The identity of the file that a path refers to: equal for two paths of the same file.
public struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  /// Creates the identity of the file at a path, following links. Returns nil if it cannot be examined.
  public init?(path: String) {
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
  }
}

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

/// Reads the beginning of a file.
enum FileStart {
  /// Returns the first bytes of a file, fewer if it is shorter, none if it cannot be read. Does not block on a pipe.
  static func bytes(of path: String, count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    do throws(SystemError) {
      let descriptor = try SystemError.check { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
      defer { close(descriptor) }
      let length = try SystemError.check { read(descriptor, &bytes, count) }
      return Array(bytes.prefix(length))
    } catch {
      return []
    }
  }
}

/// The free space of a file system.
public enum FreeSpace {
  /// Whether the file system of a path is read-only; false if that cannot be determined.
  public static func isReadOnly(at path: String) -> Bool {
    var status = statvfs()
    return statvfs(path, &status) == 0 && status.f_flag & UInt(ST_RDONLY) != 0
  }

  /// Returns the bytes that this user may still write to the file system of a path, or nil if that cannot be
  /// determined.
  public static func bytes(at path: String) -> Int64? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    let blocks = geteuid() == 0 ? status.f_bfree : status.f_bavail
    let (bytes, isTooMuch) = UInt64(blocks).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return isTooMuch ? .max : Int64(clamping: bytes)
  }
}
