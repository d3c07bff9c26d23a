import CSchedulerLinux
import Glibc

/// A directory that stays open while a file in it is written, so that every step uses the same directory.
struct OpenDirectory: ~Copyable {
  private let descriptor: Int32
  private let path: String

  /// Opens a directory.
  init(_ path: String) throws(FileSystemError) {
    self.path = path
    descriptor = try FileSystemError.mapping(SystemError.check { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }) {
      .init(writing: path, $0)
    }
  }

  deinit { close(descriptor) }

  /// Writes a new file under a free name, synchronises it, and returns the name.
  ///
  /// - Parameters:
  ///   - permissions: the permission bits if there are no `attributes`, which the umask reduces.
  ///   - attributes: the permissions and the owner to copy.
  ///   - model: the path of a file whose extended attributes are copied as far as the process may; nil for none.
  func newFile(
    holding bytes: [UInt8], permissions: UInt32, attributes: FileStatus?, extendedAttributesOf model: String? = nil
  ) throws(FileSystemError) -> String {
    let (name, file) = try openNewFile(permissions: attributes == nil ? permissions : 0o600)
    defer { close(file) }
    // Says that the file is being written; see `SharedFile.removeLeftovers`.
    flock(file, LOCK_EX | LOCK_NB)
    do throws(SystemError) {
      if let attributes { try Self.copy(attributes, to: file) }
      if let model { schedctl_copy_attributes(model, file) }
      try SystemError.write(bytes, to: file)
      _ = try SystemError.check { fsync(file) }
      return name
    } catch {
      remove(name)
      throw FileSystemError(writing: path, error)
    }
  }

  /// Renames a file, replacing the file with the new name, and synchronises the directory. Removes the file on failure.
  func rename(_ name: String, to newName: String) throws(FileSystemError) {
    try finish(name) { renameat(descriptor, name, descriptor, newName) }
  }

  /// Renames a file to a name that must be free.
  func rename(_ name: String, toFree newName: String) throws(FileSystemError) {
    try finish(name) { schedctl_rename_to_free(descriptor, name, newName) }
  }

  /// Renames a file into another directory of the same file system, replacing the file with the new name, and
  /// synchronises both. Removes the file on failure.
  func rename(_ name: String, into other: borrowing OpenDirectory, as newName: String) throws(FileSystemError) {
    let target = other.descriptor
    try finish(name) { renameat(descriptor, name, target, newName) }
    try FileSystemError.check(writing: other.path, unless: [EINVAL]) { fsync(target) }
  }

  /// Gives a file exactly these permission bits, whatever the umask is. Removes the file on failure.
  func setPermissions(_ permissions: UInt32, of name: String) throws(FileSystemError) {
    do throws(FileSystemError) {
      try FileSystemError.check(writing: path) { fchmodat(descriptor, name, permissions, 0) }
    } catch {
      remove(name)
      throw error
    }
  }

  private func finish(_ name: String, rename: () -> Int32) throws(FileSystemError) {
    do throws(FileSystemError) {
      try FileSystemError.check(writing: path, call: rename)
    } catch {
      remove(name)
      throw error
    }
    // Some file systems cannot synchronise a directory and report that.
    try FileSystemError.check(writing: path, unless: [EINVAL]) { fsync(descriptor) }
  }

  /// Removes a file if it is there.
  func remove(_ name: String) { unlinkat(descriptor, name, 0) }

  /// Maximum number of attempts to find a free name. Random names rarely collide; this number of collisions is an
  /// attack.
  private static let attemptLimit = 100

  private func openNewFile(permissions: UInt32) throws(FileSystemError) -> (String, Int32) {
    for _ in 0..<Self.attemptLimit {
      let name = NewFileName.random()
      do throws(SystemError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        return (name, try SystemError.check { openat(descriptor, name, flags, permissions) })
      } catch {
        guard error.code == EEXIST else { throw FileSystemError(writing: path, error) }
      }
    }
    throw FileSystemError(.write, name: path, reason: .exists)
  }

  /// Copies the owner, the group and the permissions to an open file as far as the process may.
  private static func copy(_ attributes: FileStatus, to file: Int32) throws(SystemError) {
    var permissions = attributes.permissions
    if geteuid() == 0 {
      _ = try SystemError.check { fchown(file, attributes.userID, attributes.groupID) }
    } else if fchown(file, uid_t.max, attributes.groupID) != 0 {
      permissions = permissions & ~0o070 | (permissions & 0o007) << 3
    }
    // After the change of owner, which clears bits.
    _ = try SystemError.check { fchmod(file, permissions) }
  }
}
