import CSchedulerLinux
import Glibc

/// Writes whole files, so that whoever reads one sees all of the old bytes or all of the new ones, never a part, also
/// after the process is killed or the power fails.
///
/// The bytes go into a new file in the same directory, `.schedctl-` and 16 random digits, which is synchronised and then
/// takes the name. On any failure that file is removed and the old one is as it was; a process that is killed may leave
/// it behind, until `removeForgotten`. Only when the very last step fails, synchronising the directory, has the new
/// file taken the name already.
public struct FileWriter: Sendable {
  /// A writer; it holds nothing.
  public init() {}

  /// Puts `bytes` in the place of the file at `path`, or makes that file when there is none.
  ///
  /// The new file has the permissions of the old one and, as far as the process may give files away, its owner and group;
  /// a group that cannot be kept has the rights of everybody. Hard links, access control lists and extended attributes
  /// are not kept. A symbolic link stays, and what it leads to is replaced. Takes some 0.4 ms on a local disk.
  ///
  /// - Parameters:
  ///   - permissions: those of a file that is new, of which the umask is taken away.
  ///   - model: the file whose permissions and owner are taken instead of those of the old file.
  ///   - followsLinks: false for a name that the program chose itself: a link of that name is replaced, because whoever
  ///     put it there must not choose what is written.
  /// - Throws: `FileWriteError` when the directory cannot be written, is full or is not there, and when the old file is no
  ///   regular file or belongs to somebody else than the process, which is not root's.
  public func replace(
    _ path: String, with bytes: [UInt8], permissions: UInt32 = 0o644, attributesOf model: String? = nil,
    followsLinks: Bool = true
  ) throws(FileWriteError) {
    do throws(FileWriteError) {
      let target = try Self.replaceable(path, followsLinks: followsLinks)
      let attributes = model.flatMap(FileStatus.init(path:)) ?? target.status
      let directory = try OpenDirectory(target.directory)
      let name = try directory.newFile(holding: bytes, permissions: permissions, attributes: attributes)
      try directory.rename(name, to: target.name)
    } catch {
      // The person knows the path that was asked for, not the names in between.
      throw FileWriteError(path: path, reason: error.reason)
    }
  }

  /// The path of the file that `replace` would replace, behind all links.
  ///
  /// - Throws: `FileWriteError` as far as can be told without writing: `replace` may still fail.
  public func target(of path: String) throws(FileWriteError) -> String {
    let target = try Self.replaceable(path, followsLinks: true)
    return target.directory == "/" ? "/\(target.name)" : "\(target.directory)/\(target.name)"
  }

  private static func replaceable(_ path: String, followsLinks: Bool) throws(FileWriteError) -> FileTarget {
    let target = followsLinks ? try FileTarget(following: path) : FileTarget(path)
    if let old = target.status { try old.checkReplaceable(path) }
    return target
  }

  /// Makes a file that is not there yet, whole or not at all.
  ///
  /// - Parameter permissions: of which the umask is taken away.
  /// - Throws: `FileWriteError`, with the reason `exists` when there is something of that name, be it a link that leads
  ///   nowhere; also when it came while the bytes were written.
  public func create(_ path: String, holding bytes: [UInt8], permissions: UInt32 = 0o644) throws(FileWriteError) {
    do throws(FileWriteError) {
      let target = FileTarget(path)
      guard !target.isTaken else { throw FileWriteError(path: path, reason: .exists) }
      let directory = try OpenDirectory(target.directory)
      let name = try directory.newFile(holding: bytes, permissions: permissions, attributes: nil)
      try directory.rename(name, toFree: target.name)
    } catch {
      throw FileWriteError(path: path, reason: error.reason)
    }
  }

  /// Removes a file; that there is none is no failure.
  ///
  /// - Throws: `FileWriteError` when the directory cannot be written, or it is a directory itself.
  public func remove(_ path: String) throws(FileWriteError) {
    do throws(SystemError) {
      _ = try SystemError.check { unlink(path) }
    } catch {
      guard error.code != ENOENT else { return }
      throw FileWriteError(path: path, error)
    }
  }

  /// Throws what is in the way of `create`: `exists` for a file, and what else it is.
  public func checkFree(_ path: String) throws(FileWriteError) {
    guard isTaken(path) else { return }
    try FileTarget(following: path).status?.checkReplaceable(path)
    throw FileWriteError(path: path, reason: .exists)
  }

  /// Whether `create` would find the name taken, be it by a link that leads nowhere.
  public func isTaken(_ path: String) -> Bool { FileTarget(path).isTaken }

  /// Makes the directories that lead to a file, where they are not there yet.
  ///
  /// - Parameter permissions: of each that is made, of which the umask is taken away.
  /// - Throws: `FileWriteError` about the first that cannot be made.
  public func createDirectories(of path: String, permissions: UInt32) throws(FileWriteError) {
    let directory = FileTarget(path).directory
    guard !FileStatus.isDirectory(directory) else { return }
    try createDirectories(of: directory, permissions: permissions)
    do throws(SystemError) {
      _ = try SystemError.check { mkdir(directory, permissions) }
    } catch {
      // Another process may have been quicker.
      if error.code == EEXIST, FileStatus.isDirectory(directory) { return }
      throw FileWriteError(path: directory, error.code == EEXIST ? SystemError(code: ENOTDIR) : error)
    }
  }
}
