import Glibc

/// What happens when the reader of our output goes away.
public enum BrokenPipe {
  /// Makes writing to a pipe without a reader an error (`OutputError.closed`) instead of the end of the process. Called
  /// once, at the start of `main`; child processes have to undo it.
  public static func ignoreSignal() { signal(SIGPIPE, SIG_IGN) }
}
