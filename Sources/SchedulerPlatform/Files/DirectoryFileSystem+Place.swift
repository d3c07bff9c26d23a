import Glibc
import SchedulerStore

extension DirectoryFileSystem {
  /// Opens the directory that the path refers to now, and creates it if it does not exist; see stat(2). Takes about 5
  /// µs. Returns whether it is another directory than before.
  public mutating func restoreDirectory() throws(FileSystemError) -> Bool {
    guard let present = FileStatus(path: path), present.identity == (try status(of: descriptor).identity) else {
      try move()
      return true
    }
    for (name, file) in locks {
      if FileStatus(name, in: descriptor)?.identity == (try status(of: file).identity) { continue }
      let lock = try lock(name, in: descriptor)
      Glibc.close(file)
      locks[name] = lock
    }
    return false
  }

  /// Whether a file with that name exists; see fstatat(2). Takes about 1 µs.
  public mutating func isPresent(_ name: String) -> Bool { FileStatus(name, in: descriptor) != nil }

  /// Whether the name refers to the open file; see fstatat(2). Takes about 2 µs.
  public mutating func isInPlace(_ file: OpenFile, size: Int) -> Bool {
    guard let number = openFiles[file.number], let named = FileStatus(file.name, in: descriptor), named.size == size
    else { return false }
    do throws(SystemError) { return named.identity == (try FileStatus(descriptor: number).identity) } catch {
      return false
    }
  }

  /// Changes to another directory if no other process holds the locks there.
  private mutating func move() throws(FileSystemError) {
    try Self.create(path, permissions: try status(of: descriptor).permissions)
    var other = try DirectoryFileSystem(path, group: group)
    for name in locks.keys { try other.lock(name) }
    swap(&descriptor, &other.descriptor)
    swap(&locks, &other.locks)
  }

  func status(
    of file: Int32, for action: FileSystemError.Action = .list, name: String = "."
  ) throws(FileSystemError) -> FileStatus {
    try FileSystemError.mapping(FileStatus(descriptor: file)) { .init(action, name: name, reason: .init($0)) }
  }

  /// Sets the permission bits and the group of a file; see fchmod(2) and fchown(2).
  public mutating func protect(_ name: String, permissions: UInt32) throws(FileSystemError) {
    let file = try openRegular(.protect, name: name, flags: O_RDONLY)
    defer { Glibc.close(file.descriptor) }
    let found = file.metadata.permissions
    let group = group ?? getegid()
    var isOfGroup = true
    if permissions & 0o070 != 0 { isOfGroup = try status(of: file.descriptor).groupID == group }
    guard found != permissions || !isOfGroup else { return }
    // The new group must not get the rights of the old one, nor the other way round.
    _ = try check(.protect, name: name) { fchmod(file.descriptor, found & permissions) }
    if !isOfGroup { _ = try check(.protect, name: name) { fchown(file.descriptor, uid_t.max, group) } }
    _ = try check(.protect, name: name) { fchmod(file.descriptor, permissions) }
  }
}
