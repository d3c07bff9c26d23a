import CSchedulerLinux
import Glibc

/// A regular file by device and inode number, which it has under all of its names and in every mount namespace.
public struct ExecutableFile: Hashable, Sendable, Comparable {
  /// The device of the file system, as stat(2) returns it.
  public let device: UInt64
  /// The inode number.
  public let number: UInt64

  /// Creates the identity of a file.
  public init(device: UInt64, number: UInt64) { (self.device, self.number) = (device, number) }

  /// Reads the identity of the regular file at a path, following links. Returns nil if there is none, or if it cannot
  /// be examined.
  public init?(path: String) {
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Reads the identity of the regular file at a path on which nothing is a symbolic link. Returns nil if there is none,
  /// or if it cannot be examined.
  public init?(unlinked path: String) {
    guard let place = ExecutablePlace(unlinked: path) else { return nil }
    self = place.file
  }

  /// The identity of a regular file; nil for anything else.
  init?(_ status: stat) {
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.init(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
  }

  /// Orders by device, then by number.
  public static func < (left: ExecutableFile, right: ExecutableFile) -> Bool {
    (left.device, left.number) < (right.device, right.number)
  }
}

/// An executable file and what its file system is like.
public struct ExecutablePlace: Hashable, Sendable {
  /// The file.
  public let file: ExecutableFile
  /// Whether access to the file may wait for another machine or for a program: NFS, SMB, FUSE and others.
  public let waitsForOthers: Bool

  /// Examines the regular file at a path on which nothing is a symbolic link. Returns nil if there is none, or if it
  /// cannot be examined. May wait as long as the file system does.
  public init?(unlinked path: String) {
    var (status, waits): (stat, Int32) = (stat(), 0)
    guard !path.utf8.contains(0), schedctl_examine_unlinked(path, &status, &waits) == 0,
      let file = ExecutableFile(status)
    else { return nil }
    (self.file, waitsForOthers) = (file, waits != 0)
  }
}
