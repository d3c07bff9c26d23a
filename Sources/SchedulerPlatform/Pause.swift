import Glibc

/// Waiting for somebody else who gives no sign.
public enum Pause {
  /// Lets so many milliseconds pass without using the processor; a signal may end it early.
  public static func wait(milliseconds: Int32) { _ = poll(nil, 0, milliseconds) }
}
