import Glibc

/// The result of stat(2) for a file: its kind, owner, group and permissions.
public struct FileStatus: Sendable {
  private let status: stat

  private init?(by call: (inout stat) -> Int32) {
    var status = stat()
    guard call(&status) == 0 else { return nil }
    self.status = status
  }

  /// Reads the status of the file at a path, following links. Returns nil if it cannot be examined; `errno` says why.
  public init?(path: String) { self.init { stat(path, &$0) } }

  /// Reads the status of a path itself, even if it is a link. Returns nil if it cannot be examined.
  init?(unfollowed path: String) { self.init { lstat(path, &$0) } }

  /// Reads the status of a name in an open directory, even if it is a link. Returns nil if it cannot be examined.
  init?(_ name: String, in directory: Int32) { self.init { fstatat(directory, name, &$0, AT_SYMLINK_NOFOLLOW) } }

  /// Reads the status of an open file.
  init(descriptor: Int32) throws(SystemError) {
    var status = stat()
    _ = try SystemError.check { fstat(descriptor, &status) }
    self.status = status
  }

  /// Reads the status of the file at a path, following links. Returns nil only if there is no such file.
  ///
  /// - Throws: every error of stat(2) except ENOENT and ENOTDIR, such as EACCES: the file may exist.
  public static func ifPresent(_ path: String) throws(SystemError) -> FileStatus? { try ifPresent { stat(path, &$0) } }

  /// Reads the status of a path itself, even if it is a link; otherwise as `ifPresent`.
  static func ifPresent(unfollowed path: String) throws(SystemError) -> FileStatus? {
    try ifPresent { lstat(path, &$0) }
  }

  /// Reads the status of a name in an open directory, even if it is a link; otherwise as `ifPresent`.
  static func ifPresent(_ name: String, in directory: Int32) throws(SystemError) -> FileStatus? {
    try ifPresent { fstatat(directory, name, &$0, AT_SYMLINK_NOFOLLOW) }
  }

  private static func ifPresent(by call: (inout stat) -> Int32) throws(SystemError) -> FileStatus? {
    if let status = FileStatus(by: call) { return status }
    let error = SystemError(code: errno)
    guard error.isAbsence else { throw error }
    return nil
  }

  /// The permission bits, such as 0o640.
  public var permissions: UInt32 { status.st_mode & 0o7777 }
  /// The owner; 0 is root.
  public var userID: UInt32 { status.st_uid }
  /// The group.
  public var groupID: UInt32 { status.st_gid }
  /// The size in bytes.
  var size: Int { Int(status.st_size) }
  /// The time of the last change of the content, in seconds since 1970.
  var changeSeconds: Int64 { Int64(status.st_mtim.tv_sec) }
  /// The number of names of the file.
  var linkCount: Int { Int(status.st_nlink) }
  /// The time of the last change of the file or its status.
  fileprivate var changeTime: timespec { status.st_ctim }
  /// The inode number.
  var number: UInt64 { UInt64(status.st_ino) }
  /// The identity of the file, which it has under each of its names.
  var identity: FileIdentity { FileIdentity(device: UInt64(status.st_dev), number: UInt64(status.st_ino)) }

  private var kind: UInt32 { status.st_mode & S_IFMT }
  var isRegular: Bool { kind == S_IFREG }
  /// Whether it is a directory.
  public var isDirectory: Bool { kind == S_IFDIR }
  var isLink: Bool { kind == S_IFLNK }
  var isPipe: Bool { kind == S_IFIFO }
  var isSocket: Bool { kind == S_IFSOCK }

  /// Whether the path is a directory or a link to one.
  static func isDirectory(_ path: String) -> Bool { FileStatus(path: path)?.isDirectory == true }

  /// Whether the effective user of this process owns it.
  public var isOwn: Bool { userID == geteuid() }

  /// Whether another user owns a file, or a link that leads to it. False if it cannot be examined.
  public static func isForeign(_ path: String) -> Bool {
    [FileStatus(unfollowed: path), FileStatus(path: path)].contains { $0?.isOwn == false }
  }

  /// Whether the members of its group may read it.
  public var isReadableByGroup: Bool { permissions & 0o040 != 0 }

  /// Whether every user may read it, as far as its own permissions say.
  public var isReadableByOthers: Bool { permissions & 0o004 != 0 }

  /// Whether it is a regular file that this process may replace.
  var isReplaceable: Bool { isRegular && (geteuid() == 0 || isOwn) }

  /// Throws unless a new file may replace this one, which is at `path`.
  func checkReplaceable(_ path: String) throws(FileSystemError) {
    guard !isReplaceable else { return }
    throw FileSystemError(
      .write, name: path, reason: isDirectory ? .isDirectory : isRegular ? .notOwned : .notRegular)
  }
}

/// The identity of the file that a path refers to: equal for two paths of the same file.
public struct FileIdentity: Hashable, Sendable {
  fileprivate let device: UInt64
  fileprivate let number: UInt64
}

extension FileIdentity {
  /// Creates the identity of the file at a path, following links. Returns nil if it cannot be examined.
  public init?(path: String) {
    guard !path.utf8.contains(0), let status = FileStatus(path: path) else { return nil }
    self = status.identity
  }
}

/// A file or directory and the time of its last change: equal until it changes.
public struct FileChange: Hashable, Sendable {
  private let file: FileIdentity
  private let seconds: Int
  private let nanoseconds: Int

  /// Examines a path, following links. Returns nil if it cannot be examined.
  public init?(path: String) {
    guard let status = FileStatus(path: path) else { return nil }
    file = status.identity
    (seconds, nanoseconds) = (status.changeTime.tv_sec, status.changeTime.tv_nsec)
  }

  /// How long after the start of a process the file changed, in nanoseconds: negative if the process started later. The
  /// start is known to 10 ms, and a clock that was set in between makes it wrong.
  public func time(after process: ProcessIdentity) -> Int64 {
    let wall = SystemClocks.moment(inBoot: "")
    let age = wall.boot - process.startBoot
    let since = (wall.wall.epochSeconds - Int64(seconds)).multipliedReportingOverflow(by: 1_000_000_000)
    return age &- (since.overflow ? .max : since.partialValue + wall.nanosecond - Int64(nanoseconds))
  }
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
