import CSchedulerLinux
import Glibc

/// A program that runs in the background, in its own process group.
///
/// ```swift
/// let process = try BackgroundProcess(["/usr/bin/logger"], variables: ["SCHEDCTL_EVENT=test"], input: bytes)
/// // on SIGCHLD:
/// if let end = try process.end() { … }
/// ```
/// This type does not wait for the process. SIGCHLD announces that `end` has a result, and `output` becomes readable
/// when the process writes. The caller must call `end`, or the process remains in the process table.
public struct BackgroundProcess: Sendable {
  /// The ID of the process and of its process group.
  public let processID: Int32
  /// A descriptor that is readable when the process, or a child of it, has written to standard output or standard
  /// error, or has closed both.
  public let output: OpenDescriptor

  /// The variables that a service manager sets for this process alone.
  private static let own: Set<String> = [
    "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "JOURNAL_STREAM",
  ]

  /// Starts a program.
  ///
  /// It inherits this process's current directory and its environment, without the variables of the service manager,
  /// and no other open files.
  ///
  /// - Parameters:
  ///   - words: the absolute path of the program and its arguments.
  ///   - variables: variables to add to the environment, each in the form `NAME=value`.
  ///   - input: the content of standard input, complete before the program starts.
  /// - Throws: the error of posix_spawn(3), such as ENOENT, or another error of the system, such as EMFILE.
  public init(_ words: [String], variables: [String] = [], input: [UInt8] = []) throws(SystemError) {
    let content = try MemoryFile.holding(input)
    var ends: [Int32] = [0, 0]
    _ = try SystemError.check { schedctl_pipe(&ends) }
    let (reading, writing) = (OpenDescriptor(ends[0]), OpenDescriptor(ends[1]))
    _ = try SystemError.check { fcntl(reading.number, F_SETFL, O_NONBLOCK) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, content.number, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, writing.number, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, writing.number, STDERR_FILENO)
    // The program must not keep inherited files open.
    schedctl_close_others(&actions)
    let environment = ProcessStart.environment(
      without: Self.own.union(variables.map { String($0.prefix { $0 != "=" }) }), adding: variables)
    processID = try ProcessStart.start(words, actions: &actions, variables: environment, leadsGroup: true)
    output = reading
    withExtendedLifetime((content, writing)) {}
  }

  /// Returns the output since the last call and whether it has ended.
  ///
  /// - Parameter limit: maximum number of bytes to return.
  public func read(limit: Int) -> (bytes: [UInt8], isEnd: Bool) {
    var bytes = [UInt8](repeating: 0, count: limit)
    while true {
      let count = Glibc.read(output.number, &bytes, limit)
      if count < 0, errno == EINTR { continue }
      return (Array(bytes.prefix(max(0, count))), count == 0)
    }
  }

  /// Returns how the process ended, or nil while it runs. After that its process ID may be reused; do not use the value
  /// any more.
  ///
  /// - Throws: the error of waitpid(2), such as ECHILD if the end was already collected.
  public func end() throws(SystemError) -> ProcessEnd? {
    var status: Int32 = 0
    let found = try SystemError.check { waitpid(processID, &status, WNOHANG) }
    return found == 0 ? nil : ProcessEnd(waitStatus: status)
  }

  /// Whether it has ended, even if `end` was not called. Until then its process ID is not reused.
  public var hasEnded: Bool {
    var found = siginfo_t()
    // There is no result for a running child, and an error for a process that is not a child any more.
    return waitid(P_PID, id_t(processID), &found, WEXITED | WNOHANG | WNOWAIT) != 0 || found.si_signo == SIGCHLD
  }

  /// Asks the process and its children to exit, or kills them.
  ///
  /// - Parameter isForced: whether to send SIGKILL instead of SIGTERM.
  public func stop(isForced: Bool) { kill(-processID, isForced ? SIGKILL : SIGTERM) }
}
