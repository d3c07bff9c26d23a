import Glibc
import SchedulerStore

/// A directory of the machine.
///
/// All operations are relative to the directory that was opened, even if it is moved, until the next
/// `restoreDirectory`. Links are not followed. Descriptors are not inherited by child processes and are closed with
/// this value, which releases the locks. Interrupted calls are repeated.
public struct DirectoryFileSystem: FileSystem, ~Copyable {
  let path: String
  var descriptor: Int32
  /// The group of new files; nil for the group of the process.
  public var group: UInt32?
  /// The descriptors of open files, by the numbers of their `OpenFile`.
  var openFiles: [Int32: Int32] = [:]
  var locks: [String: Int32] = [:]
  var lastNumber: Int32 = 0

  /// Opens a directory.
  ///
  /// - Parameters:
  ///   - path: the directory. Links on the way are followed.
  ///   - group: the group of new files; nil for the group of the process.
  /// - Throws: `missing`, `permissionDenied` and other errors of the system, with the path as the name.
  public init(_ path: String, group: UInt32? = nil) throws(FileSystemError) {
    self.path = path
    self.group = group
    descriptor = try Self.check(.list, name: path) { Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
  }

  deinit {
    for descriptor in openFiles.values { Glibc.close(descriptor) }
    for descriptor in locks.values { Self.giveBack(descriptor) }
    Glibc.close(descriptor)
  }

  /// Creates a directory and its parents if they do not exist, so that they survive a loss of power.
  ///
  /// - Parameter permissions: the permission bits of created directories, which the umask reduces.
  /// - Throws: the error of the system, with the path as the name.
  public static func create(_ path: String, permissions: UInt32) throws(FileSystemError) {
    do throws(FileSystemError) {
      try makeDirectory(path, permissions: permissions)
    } catch {
      guard error.reason == .missing, let parent = parent(of: path) else { throw error }
      try create(parent, permissions: permissions)
      try makeDirectory(path, permissions: permissions)
    }
  }

  private static func makeDirectory(_ path: String, permissions: UInt32) throws(FileSystemError) {
    do throws(FileSystemError) {
      _ = try check(.write, name: path) { mkdir(path, permissions) }
    } catch {
      guard error.reason == .exists else { throw error }
      return
    }
    var directory = try DirectoryFileSystem(parent(of: path) ?? ".")
    try directory.synchronizeNames()
  }

  /// Returns the path without its last component, or nil if there is only one.
  private static func parent(of path: String) -> String? {
    let names = path.split(separator: "/")
    guard names.count > 1 || path.hasPrefix("/") else { return nil }
    return (path.hasPrefix("/") ? "/" : "") + names.dropLast().joined(separator: "/")
  }
}

extension DirectoryFileSystem {
  /// Takes a lock of flock(2). The process ID is written to the file if there is room for it.
  public mutating func lock(_ name: String) throws(FileSystemError) {
    locks[name] = try lock(name, in: descriptor)
  }

  /// Takes a lock in a directory.
  func lock(_ name: String, in directory: Int32) throws(FileSystemError) -> Int32 {
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
    let file = try check(.lock, name: name) { openat(directory, name, flags, 0o600) }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      let error = SystemError(code: errno)
      defer { Glibc.close(file) }
      throw FileSystemError(
        .lock, name: name, reason: error.code == EWOULDBLOCK ? .inUse(by: LockText.holder(in: file)) : .init(error))
    }
    let holder = LockText.own
    if ftruncate(file, 0) == 0 { _ = pwrite(file, holder, holder.count, 0) }
    return file
  }

  /// Releases a lock.
  public mutating func unlock(_ name: String) {
    if let descriptor = locks.removeValue(forKey: name) { Self.giveBack(descriptor) }
  }

  /// Closing is not enough: a child process that is just being started has a copy of the descriptor.
  private static func giveBack(_ lock: Int32) {
    flock(lock, LOCK_UN)
    Glibc.close(lock)
  }
}
