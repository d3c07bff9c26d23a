import CSchedulerLinux
import Glibc

/// A file of the system that other programs change as well, such as the hosts file.
///
/// It is replaced as a whole, as by `FileWriter`, and its owner, permissions and extended attributes stay. What another
/// program wrote since the file was read is not overwritten. A file that is a mount point cannot be replaced; `Edit` is
/// for those.
public struct SharedFile: Sendable {
  /// The path. Links are followed.
  public let path: String

  /// Describes a file. Does not access it.
  public init(_ path: String) { self.path = path }

  /// The result of `replace`.
  public enum Replacement: Sendable {
    /// The file was replaced.
    case done
    /// Another program changed the file since it was read. Nothing was written.
    case changedMeanwhile
    /// The file is a mount point, or its directory is read-only. Nothing was written.
    case isFixed
  }

  /// A change in place. It concerns only bytes that belong to this program.
  public struct Edit: Sendable {
    /// The positions of single bytes that get another value.
    public var positions: [Int] = []
    /// The value that they get.
    public var value: UInt8 = 0
    /// The position of the end that is replaced.
    public var endStart: Int
    /// The new bytes from there on.
    public var end: [UInt8]

    /// Replaces the bytes from a position on.
    public init(endStart: Int, end: [UInt8]) {
      self.endStart = endStart
      self.end = end
    }
  }

  /// Maximum size of the file in bytes. The largest lists of names to block have some MiB.
  static let sizeLimit = 64 << 20

  /// Returns all bytes; nil if there is no file.
  ///
  /// - Throws: `FileSystemError`, also for a link that leads nowhere and for anything but a regular file.
  public func read() throws(FileSystemError) -> [UInt8]? {
    try FileSystemError.unlessMissing(FileReader(onlyRegularFiles: true).read(path, limit: Self.sizeLimit))
  }

  /// Whether a file system or another file is mounted at the path.
  public var isMountPoint: Bool { schedctl_is_mount_point(path) != 0 }

  /// Throws unless this process may write the file, as far as that can be determined without writing.
  public func checkWritable() throws(FileSystemError) {
    let target = try FileTarget(following: path)
    if let status = target.status {
      try status.checkReplaceable(path)
      try FileSystemError.check(writing: path) { access("\(target.directory)/\(target.name)", W_OK) }
      if isMountPoint { return }
    }
    try FileSystemError.check(writing: path) { access(target.directory, W_OK | X_OK) }
  }

  /// Replaces the file if it still has the bytes `expected`; nil if there was none.
  ///
  /// - Throws: `FileSystemError`. The old file is then unchanged, unless only the last step failed, the synchronisation
  ///   of the directory.
  public func replace(_ expected: [UInt8]?, with bytes: [UInt8]) throws(FileSystemError) -> Replacement {
    if isMountPoint { return .isFixed }
    do throws(FileSystemError) {
      let target = try FileTarget(following: path)
      if let old = target.status { try old.checkReplaceable(path) }
      let directory = try OpenDirectory(target.directory)
      let model = target.status == nil ? nil : "\(target.directory)/\(target.name)"
      let name = try directory.newFile(
        holding: bytes, permissions: 0o644, attributes: target.status, extendedAttributesOf: model)
      guard holds(expected) else {
        directory.remove(name)
        return .changedMeanwhile
      }
      try directory.rename(name, to: target.name)
      return .done
    } catch {
      if error.reason == .readOnly || error.reason == .init(SystemError(code: EBUSY)) { return .isFixed }
      throw FileSystemError(.write, name: path, reason: error.reason)
    }
  }

  /// Changes the file in place if it still has the bytes `expected`, and waits until that survives a loss of power.
  ///
  /// A process that is killed meanwhile leaves some of the new bytes, and all bytes that the change does not concern.
  ///
  /// - Returns: false if another program changed the file since it was read. Nothing was written then.
  /// - Throws: `FileSystemError`. If the disk is full, the file ends at `endStart`.
  public func edit(_ expected: [UInt8], by edit: Edit) throws(FileSystemError) -> Bool {
    let file = try FileSystemError.mapping(SystemError.check { open(path, O_WRONLY | O_CLOEXEC) }) {
      .init(writing: path, $0)
    }
    defer { close(file) }
    guard holds(expected) else { return false }
    do throws(SystemError) {
      for position in edit.positions { try Self.write([edit.value], at: position, to: file) }
      _ = try SystemError.check { ftruncate(file, off_t(edit.endStart)) }
      do throws(SystemError) {
        try Self.write(edit.end, at: edit.endStart, to: file)
      } catch {
        ftruncate(file, off_t(edit.endStart))
        throw error
      }
      _ = try SystemError.check { fsync(file) }
      return true
    } catch {
      throw FileSystemError(writing: path, error)
    }
  }

  /// Removes the file if it still has the bytes `expected`. Returns whether it was removed.
  ///
  /// - Throws: `FileSystemError` if the directory is not writable.
  public func remove(_ expected: [UInt8]) throws(FileSystemError) -> Bool {
    guard holds(expected) else { return false }
    try FileSystemError.check(writing: path, unless: [ENOENT]) { unlink(path) }
    return true
  }

  /// Removes the temporary files beside the file that killed processes left. A file that is still being written is
  /// locked and stays.
  ///
  /// - Returns: the number of removed files. A file that cannot be removed is skipped.
  @discardableResult
  public func removeLeftovers() -> Int {
    do throws(FileSystemError) {
      let directory = try FileTarget(following: path).directory
      let names = DirectoryListing.namesIfReadable(in: directory).filter(NewFileName.isOne)
      return names.count { Self.removeUnlocked("\(directory)/\($0)") }
    } catch {
      return 0
    }
  }

  private func holds(_ expected: [UInt8]?) -> Bool {
    do throws(FileSystemError) { return try read() == expected } catch { return false }
  }

  private static func removeUnlocked(_ path: String) -> Bool {
    guard let status = FileStatus(unfollowed: path), status.isReplaceable else { return false }
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return false }
    defer { close(file) }
    return flock(file, LOCK_EX | LOCK_NB) == 0 && unlink(path) == 0
  }

  private static func write(_ bytes: [UInt8], at position: Int, to file: Int32) throws(SystemError) {
    _ = try SystemError.check { lseek(file, off_t(position), SEEK_SET) }
    try SystemError.write(bytes, to: file)
  }
}
