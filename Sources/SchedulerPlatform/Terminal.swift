import CSchedulerLinux
import Glibc

/// The terminal behind a file descriptor.
public enum Terminal {
  /// Whether there is one.
  public static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Its width in columns, or nil when it is no terminal or does not say.
  public static func columns(of descriptor: Int32) -> Int? {
    let columns = schedctl_terminal_columns(descriptor)
    return columns > 0 ? Int(columns) : nil
  }
}
