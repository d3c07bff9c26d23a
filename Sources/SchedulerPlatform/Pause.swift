import Glibc

/// Waiting for a process that sends no notification.
public enum Pause {
  /// Waits without using the processor. A signal may end the wait early.
  public static func wait(milliseconds: Int32) { _ = poll(nil, 0, milliseconds) }
}
