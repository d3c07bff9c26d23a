import CLinux
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
    defer { for (key, handler) in keys { signal(key, handler) } }
    let processID = try start(words)
    var status: Int32 = 0
    _ = try SystemError.check { waitpid(processID, &status, 0) }
    return ProcessEnd(waitStatus: status)
  }

  private static func start(_ words: [String]) throws(SystemError) -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // What this process ignores or blocks for itself, a child is not used to.
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    let copies = words.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    var processID: pid_t = 0
    let code = posix_spawn(&processID, words[0], nil, &attributes, copies + [nil], schedctl_environment())
    guard code == 0 else { throw SystemError(code: code) }
    return processID
  }
}
