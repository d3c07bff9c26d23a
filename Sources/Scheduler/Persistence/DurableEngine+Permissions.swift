import SchedulerStore

extension DurableEngine {
  /// Lets the files of the directory have other permission bits, and the group that `files` give to new ones: those that are
  /// there at once, the others when they are made.
  ///
  /// Complexity: some system calls for each file.
  ///
  /// - Returns: what could not be changed and stays as it was; with the next call it is tried again.
  public mutating func protect(
    _ permissions: StatePermissions, in files: inout some FileSystem & ~Copyable
  ) -> [StateStoreError] {
    store.permissions = permissions.state
    history.permissions = permissions.state
    configurationFile.permissions = permissions.state
    shield.setFilePermissions(permissions.shield)
    var failures: [StateStoreError] = []
    do throws(FileSystemError) {
      for name in try files.names() {
        guard let bits = permissions.bits(forFile: name) else { continue }
        do throws(FileSystemError) {
          try files.protect(name, permissions: bits)
        } catch {
          failures.append(.file(error))
        }
      }
    } catch {
      failures.append(.file(error))
    }
    return failures
  }
}
