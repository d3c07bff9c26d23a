import CSchedulerLinux
import Glibc

/// The signal that is sent when the reader of our output exits.
public enum BrokenPipe {
  /// Makes a write to a pipe without a reader fail with `SystemError.brokenPipe` instead of ending the process. Called
  /// once, at the start of `main`. Child processes must reset it.
  public static func ignoreSignal() { signal(SIGPIPE, SIG_IGN) }
}

/// The signal that is sent when a file grows past the limit of the process; see RLIMIT_FSIZE in getrlimit(2).
public enum FileSizeLimit {
  /// Makes such a write fail with EFBIG instead of ending the process. Called once, at the start of `main`. Child
  /// processes must reset it.
  public static func ignoreSignal() { signal(SIGXFSZ, SIG_IGN) }
}

/// The signals of a terminal that stop a process: SIGTSTP (the suspend key) and SIGTTOU.
public enum TerminalStop {
  /// Makes them do nothing. While a process that decides about the starts of others is stopped, these starts wait.
  public static func ignoreSignals() {
    signal(SIGTSTP, SIG_IGN)
    signal(SIGTTOU, SIG_IGN)
  }
}

/// The permissions that new files and directories of this process do not get; see umask(2).
public enum FileCreationMask {
  /// Makes new files readable but not writable for other users, whatever umask the process inherited.
  public static func allowReading() { umask(0o022) }
}

/// The current directory of the process.
public enum WorkingDirectory {
  /// Returns its absolute path.
  ///
  /// - Throws: `SystemError`, such as `ENOENT` if it was removed.
  public static func path() throws(SystemError) -> String {
    guard let directory = getcwd(nil, 0) else { throw SystemError(code: errno) }
    defer { free(directory) }
    return String(cString: directory)
  }
}

/// The memory of this process.
public enum ProcessMemory {
  /// Returns memory to the system that was only needed until now: free memory of the heap, see malloc_trim(3), and the
  /// pages of the program's code, see madvise(2). Code that is used again is loaded from the page cache.
  ///
  /// Meant for processes that have done much work and now wait for a long time. Takes some milliseconds.
  public static func giveBack() { schedctl_memory_give_back() }
}

/// Ends the process with an exit code of 0 to 255.
public func terminate(status: Int32) -> Never { exit(status) }
