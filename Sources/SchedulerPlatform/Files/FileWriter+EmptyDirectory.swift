import Glibc

extension FileWriter {
  /// Removes a directory in which nothing is; that there is none, or that something is in it, is no failure.
  ///
  /// - Throws: `FileWriteError` when the directory that it is in cannot be written, or it is no directory.
  public func removeIfEmpty(_ path: String) throws(FileWriteError) {
    do throws(SystemError) {
      _ = try SystemError.check { rmdir(path) }
    } catch {
      guard ![ENOENT, ENOTEMPTY, EEXIST].contains(error.code) else { return }
      throw FileWriteError(path: path, error)
    }
  }
}
