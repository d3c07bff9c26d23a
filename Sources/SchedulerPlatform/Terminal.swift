import CSchedulerLinux
import Glibc

/// The terminal of a file descriptor.
public enum Terminal {
  /// Whether the descriptor is a terminal.
  public static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Returns its width in columns, or nil if it is not a terminal or does not report a width.
  public static func columns(of descriptor: Int32) -> Int? {
    let columns = schedctl_terminal_columns(descriptor)
    return columns > 0 ? Int(columns) : nil
  }
}
