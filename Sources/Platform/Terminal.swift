import CLinux
import Glibc

/// The terminal behind a file descriptor.
public enum Terminal {
  /// Its width in columns, or nil when it is no terminal or does not say.
  public static func columns(of descriptor: Int32) -> Int? {
    let columns = schedctl_terminal_columns(descriptor)
    return columns > 0 ? Int(columns) : nil
  }
}
