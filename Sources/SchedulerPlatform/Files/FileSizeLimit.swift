import Glibc

/// What happens when a file grows past the limit that the process was given; see RLIMIT_FSIZE in getrlimit(2).
public enum FileSizeLimit {
  /// Makes that an error of the write (EFBIG) instead of the end of the process. Called once, at the start of `main`;
  /// child processes have to undo it.
  public static func ignoreSignal() { signal(SIGXFSZ, SIG_IGN) }
}
