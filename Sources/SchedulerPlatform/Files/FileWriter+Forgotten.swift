import Glibc

extension FileWriter {
  /// Age relative to another file, in seconds, after which a temporary file is abandoned. Writing takes seconds at
  /// most.
  private static let forgottenSeconds: Int64 = 3600

  /// Removes the temporary files that killed processes left in a directory: files with names as `replace` and `create`
  /// make
  /// them, owned by the user of this process (by any user, for root), and last changed an hour or more before the file
  /// at
  /// `path`, which is in that directory and was just written.
  ///
  /// Complexity: linear in the names of the directory.
  ///
  /// - Returns: the paths of the removed files. A file that cannot be removed is skipped.
  public func removeForgotten(beside path: String) -> [String] {
    let directory = FileTarget(path).directory
    guard let present = FileStatus(unfollowed: path) else { return [] }
    let names = DirectoryListing.namesIfReadable(in: directory).filter(NewFileName.isOne)
    return names.map { "\(directory)/\($0)" }.filter { path in
      guard let status = FileStatus(unfollowed: path), status.isReplaceable else { return false }
      return present.changeSeconds - status.changeSeconds >= Self.forgottenSeconds && unlink(path) == 0
    }
  }
}
