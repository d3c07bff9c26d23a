import Glibc

/// The free space of a file system.
public enum FreeSpace {
  /// Whether the file system of a path is read-only; false if that cannot be determined.
  public static func isReadOnly(at path: String) -> Bool {
    var status = statvfs()
    return statvfs(path, &status) == 0 && status.f_flag & UInt(ST_RDONLY) != 0
  }

  /// Returns the bytes that this user may still write to the file system of a path, or nil if that cannot be
  /// determined.
  public static func bytes(at path: String) -> Int64? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    let blocks = geteuid() == 0 ? status.f_bfree : status.f_bavail
    let (bytes, isTooMuch) = UInt64(blocks).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return isTooMuch ? .max : Int64(clamping: bytes)
  }
}
