import Glibc

/// Which file a path leads to, whatever it is called: two paths of one file have the same.
public struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  /// That of the file at a path, behind all links; nil when there is none that can be looked at.
  public init?(path: String) {
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
  }
}
