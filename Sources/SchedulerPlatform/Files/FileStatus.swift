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
