import Glibc

/// Reads which names there are in a directory.
public enum DirectoryListing {
  /// The names in the directory at `path`, without `.` and `..`, in the order of their bytes; nil when there is no such
  /// directory. What is not UTF-8 in a name is replaced, so that such a file will not be found under it.
  ///
  /// - Throws: `FileError` when it cannot be read, is none (`ENOTDIR`), or is a link that leads nowhere.
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

  /// The same where a directory that cannot be read is as good as an empty one.
  public static func namesIfReadable(in path: String) -> [String] {
    do throws(FileError) { return try names(in: path) ?? [] } catch { return [] }
  }
}
