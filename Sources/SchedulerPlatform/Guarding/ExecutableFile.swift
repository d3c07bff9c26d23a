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
