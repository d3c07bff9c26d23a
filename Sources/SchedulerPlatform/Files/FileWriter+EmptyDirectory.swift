import Glibc

extension FileWriter {
  /// Removes a directory if it exists and is empty.
  ///
  /// - Throws: `FileWriteError` if its parent directory is not writable or the path is not a directory.
  public func removeIfEmpty(_ path: String) throws(FileWriteError) {
    do throws(SystemError) {
      _ = try SystemError.check { rmdir(path) }
    } catch {
      guard ![ENOENT, ENOTEMPTY, EEXIST].contains(error.code) else { return }
      throw FileWriteError(path: path, error)
    }
  }
}
