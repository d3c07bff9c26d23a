import Glibc

/// A file that every user may read, for programs that read each file of its directory, such as the policies of
/// browsers.
///
/// ```swift
/// let file = PublishedFile("/etc/chromium/policies/managed/99-schedctl.json", stagedIn: "/etc/chromium/policies")
/// let count = try file.createDirectories()
/// try file.replace(with: bytes)
/// ```
/// The bytes are written to a temporary file in another directory, which is then renamed: no program finds a file that
/// is only in part, or under a temporary name. The umask of the process has no effect.
public struct PublishedFile: Sendable {
  /// The path of the file.
  public let path: String
  /// The directory of the temporary file, on the same file system if possible.
  public let stagingDirectory: String

  /// Describes a file. Does not access it.
  ///
  /// - Parameter stagingDirectory: the directory of the temporary file, which need not exist yet.
  public init(_ path: String, stagedIn stagingDirectory: String) {
    (self.path, self.stagingDirectory) = (path, stagingDirectory)
  }

  private static let filePermissions: UInt32 = 0o644
  private static let directoryPermissions: UInt32 = 0o755

  /// Creates the directories of the file that do not exist, readable by every user.
  ///
  /// - Returns: the number of created directories, which are the innermost ones.
  /// - Throws: `FileSystemError` about the first directory that cannot be created.
  public func createDirectories() throws(FileSystemError) -> Int { try Self.create(FileTarget.directory(of: path)) }

  private static func create(_ directory: String) throws(FileSystemError) -> Int {
    guard !FileStatus.isDirectory(directory) else { return 0 }
    let count = try create(FileTarget.directory(of: directory))
    try FileSystemError.check(writing: directory) { mkdir(directory, directoryPermissions) }
    try FileSystemError.check(writing: directory) { chmod(directory, directoryPermissions) }
    return count + 1
  }

  /// Replaces the file, or creates it, and waits until that survives a loss of power. A link with that name is
  /// replaced.
  ///
  /// If the two directories are on different file systems, the temporary file is in the directory of the file.
  ///
  /// - Throws: `FileSystemError`. The old file is then unchanged.
  public func replace(with bytes: [UInt8]) throws(FileSystemError) {
    do throws(FileSystemError) {
      let target = try FileTarget(path)
      if FileTarget.isTaken(path), let old = target.status { try old.checkReplaceable(path) }
      let directory = try OpenDirectory(target.directory)
      do throws(FileSystemError) {
        let staging = try OpenDirectory(stagingDirectory)
        let name = try Self.newFile(holding: bytes, in: staging)
        try staging.rename(name, into: directory, as: target.name)
      } catch {
        guard error.reason == .init(SystemError(code: EXDEV)) else { throw error }
        let name = try Self.newFile(holding: bytes, in: directory)
        try directory.rename(name, to: target.name)
      }
    } catch {
      throw FileSystemError(.write, name: path, reason: error.reason)
    }
  }

  private static func newFile(
    holding bytes: [UInt8], in directory: borrowing OpenDirectory
  ) throws(FileSystemError) -> String {
    let name = try directory.newFile(holding: bytes, permissions: filePermissions, attributes: nil)
    try directory.setPermissions(filePermissions, of: name)
    return name
  }

  /// Removes the file if it exists, and then its innermost directories as far as they are empty.
  ///
  /// - Parameter directoryCount: the largest number of directories to remove.
  /// - Throws: `FileSystemError` if the file cannot be removed.
  public func remove(withDirectories directoryCount: Int) throws(FileSystemError) {
    try FileSystemError.check(writing: path, unless: [ENOENT, ENOTDIR]) { unlink(path) }
    removeDirectories(directoryCount)
  }

  /// Removes the innermost directories of the file as far as they are empty.
  ///
  /// - Parameter count: the largest number of directories to remove.
  public func removeDirectories(_ count: Int) {
    var directory = FileTarget.directory(of: path)
    for _ in 0..<max(0, count) {
      guard rmdir(directory) == 0 else { return }
      directory = FileTarget.directory(of: directory)
    }
  }

  /// Makes programs that watch the directory of the file look at it again. Nothing is changed: the directory gets the
  /// permissions that it has, and one that does not exist is there for a moment. Failures have no effect.
  public func wakeWatchers() {
    let directory = FileTarget.directory(of: path)
    if let status = FileStatus(path: directory) {
      chmod(directory, status.permissions)
      return
    }
    do throws(FileSystemError) {
      let count = try createDirectories()
      try remove(withDirectories: count)
    } catch {}
  }

  /// Removes the temporary files that killed processes left in both directories, unless they are still being written.
  public func removeLeftovers() {
    for directory in [stagingDirectory, FileTarget.directory(of: path)] {
      SharedFile("\(directory)/x").removeLeftovers()
    }
  }

  /// The first directory on the way to the file, or the file itself, that other users may not read; nil if they may
  /// read the file.
  public var firstHidden: String? {
    if let status = FileStatus(path: path), status.permissions & 0o004 == 0 { return path }
    var directory = FileTarget.directory(of: path)
    while directory != "/", directory != "." {
      if let status = FileStatus(path: directory), status.permissions & 0o005 != 0o005 { return directory }
      directory = FileTarget.directory(of: directory)
    }
    return nil
  }
}
