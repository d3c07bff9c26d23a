import Glibc

/// The place at which a file is to be written: its directory, its name, and the present file.
struct FileTarget {
  /// The path of the directory.
  let directory: String
  /// The name in the directory.
  let name: String
  /// The status of the present file, following links; nil if there is none.
  let status: FileStatus?

  /// Describes the place of a path itself, even if it is a link.
  ///
  /// The status of a link is nil, because its target must not serve as a model.
  ///
  /// - Throws: the error of the system if a file may exist that cannot be examined.
  init(_ path: String) throws(FileSystemError) {
    directory = Self.directory(of: path)
    let separator = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    name = separator.map { String(path[path.utf8.index(after: $0)...]) } ?? path
    let isLink = SymbolicLink.target(of: path) != nil
    status = try FileSystemError.mapping(isLink ? nil : FileStatus.ifPresent(path)) { .init(writing: path, $0) }
  }

  /// Returns the path of the directory that a file is in.
  static func directory(of path: String) -> String {
    let separator = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    return separator.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  /// Describes the place that a path refers to, following all links.
  ///
  /// - Throws: `missing` for an empty path, `leadsNowhere` for a dangling link.
  init(following path: String) throws(FileSystemError) {
    // The system would truncate the path at the NUL and write another file.
    if path.isEmpty || path.utf8.contains(0) { throw FileSystemError(.write, name: path, reason: .noDirectory) }
    if let real = realpath(path, nil) {
      defer { free(real) }
      try self.init(String(cString: real))
    } else {
      guard errno == ENOENT else { throw FileSystemError(writing: path, SystemError(code: errno)) }
      try self.init(path)
      if Self.isTaken(path) { throw FileSystemError(.write, name: path, reason: .leadsNowhere) }
    }
  }

  /// Whether the path exists, even as a dangling link. A path that cannot be examined may exist and counts as taken.
  static func isTaken(_ path: String) -> Bool {
    do throws(SystemError) { return try FileStatus.ifPresent(unfollowed: path) != nil } catch { return true }
  }
}
