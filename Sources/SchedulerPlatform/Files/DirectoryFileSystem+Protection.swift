import Glibc
import SchedulerStore

extension DirectoryFileSystem {
  /// Sets the permission bits and the group of a file; see fchmod(2) and fchown(2).
  public mutating func protect(_ name: String, permissions: UInt32) throws(FileSystemError) {
    let file = try openRegular(.protect, name, O_RDONLY)
    defer { Glibc.close(file.descriptor) }
    let found = file.metadata.permissions
    let group = group ?? getegid()
    var isOfGroup = true
    if permissions & 0o070 != 0 { isOfGroup = try status(of: file.descriptor).groupID == group }
    guard found != permissions || !isOfGroup else { return }
    // The new group must not get the rights of the old one, nor the other way round.
    _ = try check(.protect, name) { fchmod(file.descriptor, found & permissions) }
    if !isOfGroup { _ = try check(.protect, name) { fchown(file.descriptor, uid_t.max, group) } }
    _ = try check(.protect, name) { fchmod(file.descriptor, permissions) }
  }
}
