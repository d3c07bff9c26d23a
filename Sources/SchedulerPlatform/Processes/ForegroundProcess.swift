import Glibc

/// A child process that has the terminal to itself while this one waits: an editor.
public enum ForegroundProcess {
  /// Runs a program to its end, with this process's standard streams, environment and current directory.
  ///
  /// Like system(3) this ignores the interrupt and quit keys meanwhile: they are for the program on the terminal.
  ///
  /// - Parameter words: the path of the program and its arguments.
  /// - Throws: the error of posix_spawn(3) when it cannot be started.
  public static func run(_ words: [String]) throws(SystemError) -> ProcessEnd {
    let keys = [SIGINT, SIGQUIT].map { ($0, signal($0, SIG_IGN)) }
    defer {
      for (key, handler) in keys {
        // Those that were held back meanwhile go when they are ignored anew.
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
