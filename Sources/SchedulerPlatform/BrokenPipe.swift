import Glibc

/// The signal that is sent when the reader of our output exits.
public enum BrokenPipe {
  /// Makes a write to a pipe without a reader fail with `OutputError.closed` instead of ending the process. Called
  /// once, at
  /// the start of `main`. Child processes must reset it.
  public static func ignoreSignal() { signal(SIGPIPE, SIG_IGN) }
}
