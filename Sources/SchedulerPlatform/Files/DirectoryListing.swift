import Glibc

/// Reads the names in a directory.
public enum DirectoryListing {
  /// Returns the names in the directory at `path`, without `.` and `..`, sorted by their bytes; nil if it does not
  /// exist. Bytes of a name that are not UTF-8 are replaced, so such a file cannot be found by the returned name.
  ///
  /// - Throws: `FileSystemError` if the path cannot be read, is not a directory (`ENOTDIR`), or is a dangling link.
  public static func names(in path: String) throws(FileSystemError) -> [String]? {
    guard let stream = opendir(path) else {
      let error = SystemError(code: errno)
      guard error == .missingFile else { throw FileSystemError(.read, name: path, reason: .init(error)) }
      guard SymbolicLink.target(of: path) == nil else {
        throw FileSystemError(.read, name: path, reason: .leadsNowhere)
      }
      return nil
    }
    let names = try FileSystemError.mapping(names(of: stream)) { .init(.read, name: path, reason: .init($0)) }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Returns the names in a directory in any order, without `.` and `..`, and closes it.
  static func names(of stream: OpaquePointer) throws(SystemError) -> [String] {
    defer { closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
      errno = 0
    }
    if errno != 0 { throw SystemError(code: errno) }
    return names
  }

  /// Returns the names in the directory at `path`; empty if it cannot be read.
  public static func namesIfReadable(in path: String) -> [String] {
    do throws(FileSystemError) { return try names(in: path) ?? [] } catch { return [] }
  }
}

/// Symbolic links.
public enum SymbolicLink {
  /// Returns the target of the link at a path, or nil if it is not a link.
  public static func target(of path: String) -> String? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &target, target.count)
    return count > 0 ? String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }

  /// Removes a link if it has that target.
  public static func remove(_ path: String, saying target: String) {
    if Self.target(of: path) == target { unlink(path) }
  }

  /// Makes a path a link to a target. Atomically replaces what was there before.
  ///
  /// - Throws: the error of the system, about `path`.
  public static func replace(_ path: String, with target: String) throws(FileSystemError) {
    let new = path + ".new"
    unlink(new)
    try FileSystemError.check(writing: path) { symlink(target, new) }
    try FileSystemError.check(writing: path) { rename(new, path) }
  }
}
