import Glibc

/// Replaces whole files: a reader sees all of the old bytes or all of the new ones, never a part, even after the
/// process was killed or the power failed.
///
/// The bytes are written to a new file in the same directory, `.schedctl-` and 16 random digits, which is synchronised
/// and then renamed. On failure that file is removed and the old one is unchanged. A killed process may leave it, until
/// `removeForgotten`. Only if the last step fails, the synchronisation of the directory, is the new file already in
/// place.
public struct FileWriter: Sendable {
  /// Creates a writer, which has no state.
  public init() {}

  /// Replaces the file at `path` with `bytes`, or creates it.
  ///
  /// The new file has the permissions of the old one and, if the process may change them, its owner and group. A group
  /// that cannot be kept is treated like other users. Hard links, access control lists and extended attributes are not
  /// kept. A symbolic link is kept, and its target is replaced. Takes about 0.4 ms on a local disk.
  ///
  /// - Parameters:
  ///   - permissions: the permission bits of a new file, which the umask reduces.
  ///   - model: a file whose permissions and owner are used instead of those of the old file.
  ///   - followsLinks: false for a name that the program chose. A link with that name is then replaced, because its
  ///     creator must not choose what is written.
  /// - Throws: `FileSystemError` if the directory is not writable, is full or does not exist, and if the old file is not
  ///   a regular file or belongs to another user and the process is not root's.
  public func replace(
    _ path: String, with bytes: [UInt8], permissions: UInt32 = 0o644, attributesOf model: String? = nil,
    followsLinks: Bool = true
  ) throws(FileSystemError) {
    do throws(FileSystemError) {
      let target = try Self.replaceable(path, followsLinks: followsLinks)
      let attributes = model.flatMap(FileStatus.init(path:)) ?? target.status
      let directory = try OpenDirectory(target.directory)
      let name = try directory.newFile(holding: bytes, permissions: permissions, attributes: attributes)
      try directory.rename(name, to: target.name)
    } catch {
      // The user knows the path that was passed, not the names in between.
      throw FileSystemError(.write, name: path, reason: error.reason)
    }
  }

  /// Returns the path of the file that `replace` would replace, following links.
  ///
  /// - Throws: `FileSystemError` as far as it can be determined without writing. `replace` may still fail.
  public func target(of path: String) throws(FileSystemError) -> String {
    let target = try Self.replaceable(path, followsLinks: true)
    return target.directory == "/" ? "/\(target.name)" : "\(target.directory)/\(target.name)"
  }

  private static func replaceable(_ path: String, followsLinks: Bool) throws(FileSystemError) -> FileTarget {
    let target = followsLinks ? try FileTarget(following: path) : try FileTarget(path)
    if let old = target.status { try old.checkReplaceable(path) }
    return target
  }

  /// Creates a file that does not exist yet, as a whole or not at all.
  ///
  /// - Parameter permissions: the permission bits, which the umask reduces.
  /// - Throws: `FileSystemError`, with the reason `exists` if the name exists, even as a dangling link, or was created
  ///   while the bytes were written.
  public func create(_ path: String, holding bytes: [UInt8], permissions: UInt32 = 0o644) throws(FileSystemError) {
    do throws(FileSystemError) {
      let target = try FileTarget(path)
      guard !isTaken(path) else { throw FileSystemError(.write, name: path, reason: .exists) }
      let directory = try OpenDirectory(target.directory)
      let name = try directory.newFile(holding: bytes, permissions: permissions, attributes: nil)
      try directory.rename(name, toFree: target.name)
    } catch {
      throw FileSystemError(.write, name: path, reason: error.reason)
    }
  }

  /// Removes a file if it exists.
  ///
  /// - Throws: `FileSystemError` if the directory is not writable or the path is a directory.
  public func remove(_ path: String) throws(FileSystemError) {
    try FileSystemError.check(writing: path, unless: [ENOENT]) { unlink(path) }
  }

  /// Throws if `create` would fail because of the existing file: `exists`, or its kind.
  public func checkFree(_ path: String) throws(FileSystemError) {
    guard isTaken(path) else { return }
    try FileTarget(following: path).status?.checkReplaceable(path)
    throw FileSystemError(.write, name: path, reason: .exists)
  }

  /// Whether the name exists, even as a dangling link, so that `create` would fail. A name that cannot be examined, for
  /// example because the directory may not be searched, counts as taken: to use it reports the reason.
  public func isTaken(_ path: String) -> Bool { FileTarget.isTaken(path) }

  /// Creates the parent directories of a file if they do not exist.
  ///
  /// - Parameter permissions: the permission bits of created directories, which the umask reduces.
  /// - Throws: `FileSystemError` about the first directory that cannot be created.
  public func createDirectories(of path: String, permissions: UInt32) throws(FileSystemError) {
    let directory = FileTarget.directory(of: path)
    guard !FileStatus.isDirectory(directory) else { return }
    try createDirectories(of: directory, permissions: permissions)
    do throws(SystemError) {
      _ = try SystemError.check { mkdir(directory, permissions) }
    } catch {
      // Another process may have created it meanwhile.
      if error.code == EEXIST, FileStatus.isDirectory(directory) { return }
      throw FileSystemError(writing: directory, error.code == EEXIST ? SystemError(code: ENOTDIR) : error)
    }
  }
}
