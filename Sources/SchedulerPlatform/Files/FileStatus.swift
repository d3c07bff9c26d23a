import Glibc

/// What the system knows of a file besides its bytes.
struct FileStatus {
  private let status: stat

  /// That of the file at a path, behind all links; nil when there is none that can be looked at.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.status = status
  }

  /// That of what is at a path itself, even if that is a link; nil when there is nothing.
  init?(unfollowed path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.status = status
  }

  /// That of what has a name in an open directory, even if that is a link; nil when there is nothing.
  init?(_ name: String, in directory: Int32) {
    var status = stat()
    guard fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    self.status = status
  }

  /// That of an open file.
  init(descriptor: Int32) throws(SystemError) {
    var status = stat()
    _ = try SystemError.check { fstat(descriptor, &status) }
    self.status = status
  }

  /// The permission bits.
  var permissions: UInt32 { status.st_mode & 0o7777 }
  var userID: UInt32 { status.st_uid }
  var groupID: UInt32 { status.st_gid }
  /// How many bytes it has.
  var size: Int { Int(status.st_size) }
  /// When its bytes were last changed, in seconds since 1970.
  var changeSeconds: Int64 { Int64(status.st_mtim.tv_sec) }
  private var kind: UInt32 { status.st_mode & S_IFMT }

  /// Whether both are the same file under perhaps different names.
  func isSameFile(as other: FileStatus) -> Bool {
    status.st_dev == other.status.st_dev && status.st_ino == other.status.st_ino
  }

  /// Whether there is a directory of that path, or a link to one.
  static func isDirectory(_ path: String) -> Bool { FileStatus(path: path)?.kind == S_IFDIR }

  /// Whether it is a regular file that is the process's to replace.
  var isReplaceable: Bool { kind == S_IFREG && (geteuid() == 0 || geteuid() == userID) }

  /// Throws unless a new file may take the place of this one, which is at `path`.
  func checkReplaceable(_ path: String) throws(FileWriteError) {
    if kind == S_IFDIR { throw FileWriteError(path: path, reason: .isDirectory) }
    if kind != S_IFREG { throw FileWriteError(path: path, reason: .notRegular) }
    let user = geteuid()
    if user != 0 && user != userID { throw FileWriteError(path: path, reason: .notOwned) }
  }
}
