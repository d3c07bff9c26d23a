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
  init(_ path: String) {
    let separator = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    directory = separator.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    name = separator.map { String(path[path.utf8.index(after: $0)...]) } ?? path
    status = SymbolicLink.target(of: path) == nil ? FileStatus(path: path) : nil
  }

  /// Describes the place that a path refers to, following all links.
  ///
  /// - Throws: `missing` for an empty path, `leadsNowhere` for a dangling link.
  init(following path: String) throws(FileSystemError) {
    // The system would truncate the path at the NUL and write another file.
    if path.isEmpty || path.utf8.contains(0) { throw FileSystemError(.write, name: path, reason: .noDirectory) }
    if let real = realpath(path, nil) {
      defer { free(real) }
      self.init(String(cString: real))
    } else {
      guard errno == ENOENT else { throw FileSystemError(writing: path, SystemError(code: errno)) }
      self.init(path)
      if isTaken { throw FileSystemError(.write, name: path, reason: .leadsNowhere) }
    }
  }

  /// Whether the name exists, even as a dangling link.
  var isTaken: Bool { FileStatus(unfollowed: "\(directory)/\(name)") != nil }
}
