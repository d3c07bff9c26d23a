import Glibc

/// A child process that uses the terminal while this one waits, such as an editor.
public enum ForegroundProcess {
  /// Runs a program to its end with this process's standard streams, environment and current directory.
  ///
  /// Like system(3), it ignores the interrupt and quit keys meanwhile, which are meant for the program on the terminal.
  ///
  /// - Parameter words: the path of the program and its arguments.
  /// - Throws: the error of posix_spawn(3) if it cannot be started.
  public static func run(_ words: [String]) throws(SystemError) -> ProcessEnd {
    let keys = [SIGINT, SIGQUIT].map { ($0, signal($0, SIG_IGN)) }
    defer {
      for (key, handler) in keys {
        // Ignoring the signals again discards those that were held meanwhile.
        signal(key, SIG_IGN)
        signal(key, handler)
      }
    }
    let processID = try ProcessStart.start(words)
    var status: Int32 = 0
    _ = try SystemError.check { waitpid(processID, &status, 0) }
    return ProcessEnd(waitStatus: status)
  }
}
