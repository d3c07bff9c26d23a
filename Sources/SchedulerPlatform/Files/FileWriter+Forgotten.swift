import Glibc

extension FileWriter {
  /// How much older than another file one of ours is that nobody writes any more: writing takes seconds at most.
  private static let forgottenSeconds: Int64 = 3600

  /// Removes what killed processes left while they wrote files into a directory: files of the names that `replace` and
  /// `create` give, of this process's user (of anybody, for root), and last changed an hour or more before the file at
  /// `path`, which is in that directory and was just written.
  ///
  /// Complexity: linear in the names of the directory.
  ///
  /// - Returns: the paths of those that are removed; one that cannot be removed is left and not told.
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
