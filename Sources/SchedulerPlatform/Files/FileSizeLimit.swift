import Glibc

/// The signal that is sent when a file grows past the limit of the process; see RLIMIT_FSIZE in getrlimit(2).
public enum FileSizeLimit {
  /// Makes such a write fail with EFBIG instead of ending the process. Called once, at the start of `main`. Child
  /// processes
  /// must reset it.
  public static func ignoreSignal() { signal(SIGXFSZ, SIG_IGN) }
}
