import Glibc

extension FileWriter {
  /// Removes a directory if it exists and is empty.
  ///
  /// - Throws: `FileSystemError` if its parent directory is not writable or the path is not a directory.
  public func removeIfEmpty(_ path: String) throws(FileSystemError) {
    try FileSystemError.check(writing: path, unless: [ENOENT, ENOTEMPTY, EEXIST]) { rmdir(path) }
  }

  /// Age relative to another file, in seconds, after which a temporary file is abandoned. Writing takes seconds at
  /// most.
  private static let forgottenSeconds: Int64 = 3600

  /// Removes the temporary files that killed processes left in a directory: files with names as `replace` and `create`
  /// make them, owned by the user of this process (by any user, for root), and last changed an hour or more before the
  /// file at `path`, which is in that directory and was just written.
  ///
  /// Complexity: linear in the names of the directory.
  ///
  /// - Returns: the paths of the removed files. A file that cannot be removed is skipped.
  public func removeForgotten(beside path: String) -> [String] {
    let directory = FileTarget.directory(of: path)
    guard let present = FileStatus(unfollowed: path) else { return [] }
    let names = DirectoryListing.namesIfReadable(in: directory).filter(NewFileName.isOne)
    return names.map { "\(directory)/\($0)" }.filter { path in
      guard let status = FileStatus(unfollowed: path), status.isReplaceable else { return false }
      return present.changeSeconds - status.changeSeconds >= Self.forgottenSeconds && unlink(path) == 0
    }
  }
}

/// The names of temporary files: `.schedctl-` and 16 random hexadecimal digits.
enum NewFileName {
  private static let prefix = ".schedctl-"
  private static let digitCount = 16

  /// Returns a name that is almost certainly free.
  static func random() -> String {
    let digits = String(UInt64.random(in: 0...UInt64.max), radix: 16)
    return prefix + String(repeating: "0", count: digitCount - digits.utf8.count) + digits
  }

  /// Whether a name has the form of those that `random` returns.
  static func isOne(_ name: String) -> Bool {
    let digits = name.utf8.dropFirst(prefix.utf8.count)
    return name.hasPrefix(prefix) && digits.count == digitCount && digits.allSatisfy("0123456789abcdef".utf8.contains)
  }
}
