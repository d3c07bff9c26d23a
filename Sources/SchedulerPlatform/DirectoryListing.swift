import Glibc

/// Reads the names in a directory.
public enum DirectoryListing {
  /// Returns the names in the directory at `path`, without `.` and `..`, sorted by their bytes; nil if it does not
  /// exist.
  /// Bytes of a name that are not UTF-8 are replaced, so such a file cannot be found by the returned name.
  ///
  /// - Throws: `FileError` if the path cannot be read, is not a directory (`ENOTDIR`), or is a dangling link.
  public static func names(in path: String) throws(FileError) -> [String]? {
    guard let stream = opendir(path) else {
      let error = SystemError(code: errno)
      guard error == .missingFile else { throw FileError(path: path, reason: FileError.Reason(error)) }
      guard SymbolicLink.target(of: path) == nil else { throw FileError(path: path, reason: .leadsNowhere) }
      return nil
    }
    defer { closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
      errno = 0
    }
    if errno != 0 { throw FileError(path: path, reason: FileError.Reason(SystemError(code: errno))) }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Returns the names in the directory at `path`; empty if it cannot be read.
  public static func namesIfReadable(in path: String) -> [String] {
    do throws(FileError) { return try names(in: path) ?? [] } catch { return [] }
  }
}
