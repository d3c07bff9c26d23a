import CLinux
import Glibc

/// Starts child processes.
enum ProcessStart {
  /// Starts a program with this process's environment and current directory; returns its identifier.
  ///
  /// What this process ignores or blocks for itself, a child is not used to: all signals are as usual for it.
  ///
  /// - Parameters:
  ///   - words: the path of the program and its arguments.
  ///   - actions: what becomes of the standard streams; nil leaves them as they are.
  /// - Throws: the error of posix_spawn(3) when it cannot be started.
  static func start(
    _ words: [String], _ actions: UnsafePointer<posix_spawn_file_actions_t>? = nil
  ) throws(SystemError) -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    let copies = words.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    var processID: pid_t = 0
    let code = posix_spawn(&processID, words[0], actions, &attributes, copies + [nil], schedctl_environment())
    guard code == 0 else { throw SystemError(code: code) }
    return processID
  }
}
