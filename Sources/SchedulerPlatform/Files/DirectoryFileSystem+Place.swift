import Glibc
import SchedulerStore

extension DirectoryFileSystem {
  /// Opens the directory that the path refers to now, and creates it if it does not exist; see stat(2). Takes about 5
  /// µs. Returns whether it is another directory than before.
  ///
  /// - Throws: also the errors of stat(2) after which the directory may be in place. Nothing has changed then.
  public mutating func restoreDirectory() throws(FileSystemError) -> Bool {
    let present = try FileSystemError.mapping(FileStatus.ifPresent(path)) {
      .init(.list, name: path, reason: .init($0))
    }
    guard let present, present.identity == (try status(of: descriptor).identity) else {
      try move()
      return true
    }
    for (name, file) in locks {
      if try statusIfPresent(name, for: .lock)?.identity == (try status(of: file).identity) { continue }
      let lock = try lock(name, in: descriptor)
      Glibc.close(file)
      locks[name] = lock
    }
    return false
  }

  /// Whether a file with that name exists; see fstatat(2). Takes about 1 µs.
  public mutating func isPresent(_ name: String) throws(FileSystemError) -> Bool {
    try statusIfPresent(name, for: .read) != nil
  }

  /// Whether the name refers to the open file; see fstatat(2). Takes about 2 µs.
  public mutating func isInPlace(_ file: OpenFile, size: Int) throws(FileSystemError) -> Bool {
    guard let number = openFiles[file.number], let named = try statusIfPresent(file.name, for: .read),
      named.size == size
    else { return false }
    return named.identity == (try status(of: number, for: .read, name: file.name).identity)
  }

  /// Changes to another directory if no other process holds the locks there.
  private mutating func move() throws(FileSystemError) {
    try Self.create(path, permissions: try status(of: descriptor).permissions)
    var other = try DirectoryFileSystem(path, group: group)
    for name in locks.keys { try other.lock(name) }
    swap(&descriptor, &other.descriptor)
    swap(&locks, &other.locks)
  }

  /// Returns the status of a name in the directory, or nil if no file has it.
  private func statusIfPresent(
    _ name: String, for action: FileSystemError.Action
  ) throws(FileSystemError) -> FileStatus? {
    try FileSystemError.mapping(FileStatus.ifPresent(name, in: descriptor)) {
      .init(action, name: name, reason: .init($0))
    }
  }

  func status(
    of file: Int32, for action: FileSystemError.Action = .list, name: String = "."
  ) throws(FileSystemError) -> FileStatus {
    try FileSystemError.mapping(FileStatus(descriptor: file)) { .init(action, name: name, reason: .init($0)) }
  }

  /// Takes all permission bits but some from the directory itself, if this user owns it; see fchmod(2).
  ///
  /// - Throws: the error of the system; a file system without permissions refuses.
  public func restrict(to permissions: UInt32) throws(FileSystemError) {
    let found = try status(of: descriptor)
    guard found.isOwn, found.permissions & ~permissions != 0 else { return }
    _ = try Self.check(.protect, name: path) { fchmod(descriptor, found.permissions & permissions) }
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
