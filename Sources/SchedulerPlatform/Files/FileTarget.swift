import Glibc

/// Where a file is to be written: its directory, its name in it, and what is there now.
struct FileTarget {
  /// The path of the directory.
  let directory: String
  /// The name in it.
  let name: String
  /// What is there now, behind all links; nil for nothing.
  let status: FileStatus?

  /// The place of a path itself, even if that is a link.
  ///
  /// Of a link nothing is known: what it leads to is nobody's model.
  init(_ path: String) {
    let separator = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    directory = separator.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    name = separator.map { String(path[path.utf8.index(after: $0)...]) } ?? path
    status = SymbolicLink.target(of: path) == nil ? FileStatus(path: path) : nil
  }

  /// The place that a path leads to through all links.
  ///
  /// - Throws: `missing` for an empty path, `leadsNowhere` for a link that does.
  init(following path: String) throws(FileWriteError) {
    // The system would end the path at a NUL and write another file.
    if path.isEmpty || path.utf8.contains(0) { throw FileWriteError(path: path, reason: .missing) }
    if let real = realpath(path, nil) {
      defer { free(real) }
      self.init(String(cString: real))
    } else {
      guard errno == ENOENT else { throw FileWriteError(path: path, SystemError(code: errno)) }
      self.init(path)
      if isTaken { throw FileWriteError(path: path, reason: .leadsNowhere) }
    }
  }

  /// Whether there is anything of that name, be it a link that leads nowhere.
  var isTaken: Bool {
    var status = stat()
    return lstat("\(directory)/\(name)", &status) == 0
  }
}
