import CSchedulerLinux
import Glibc

/// A program that runs beside this process, in a process group of its own.
///
/// ```swift
/// let process = try BackgroundProcess(["/usr/bin/logger"], variables: ["SCHEDCTL_EVENT=test"], input: bytes)
/// // on SIGCHLD:
/// if let end = try process.end() { … }
/// ```
/// Nobody waits for it: SIGCHLD says that `end` has something to tell, and `output` can be read when it wrote something.
/// Whoever starts it has to ask for its end, or it stays in the process table.
public struct BackgroundProcess: Sendable {
  /// The number of the process and of its group.
  public let processID: Int32
  /// Can be read when it, or a child of it, wrote to standard output or standard error, or has closed both.
  public let output: OpenDescriptor

  /// What a service manager tells this process, and no other.
  private static let own: Set<String> = [
    "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "JOURNAL_STREAM",
  ]

  /// Starts a program.
  ///
  /// It has this process's current directory, its environment but for what the service manager told this process, and none
  /// of its other files.
  ///
  /// - Parameters:
  ///   - words: its absolute path, and its arguments.
  ///   - variables: what is added to the environment, `NAME=value` each.
  ///   - input: what it finds on standard input, all of which is there before it starts.
  /// - Throws: the error of posix_spawn(3), such as ENOENT, or what else the system reports, such as EMFILE.
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
    // Nor does it keep open what this process was started with.
    schedctl_close_others(&actions)
    let environment = ProcessStart.environment(
      without: Self.own.union(variables.map { String($0.prefix { $0 != "=" }) }), adding: variables)
    processID = try ProcessStart.start(words, &actions, variables: environment, leadsGroup: true)
    output = reading
    withExtendedLifetime((content, writing)) {}
  }

  /// What was written since this was asked last, and whether nobody can write any more.
  ///
  /// - Parameter limit: no more than so many bytes at once.
  public func read(limit: Int) -> (bytes: [UInt8], isEnd: Bool) {
    var bytes = [UInt8](repeating: 0, count: limit)
    while true {
      let count = Glibc.read(output.number, &bytes, limit)
      if count < 0, errno == EINTR { continue }
      return (Array(bytes.prefix(max(0, count))), count == 0)
    }
  }

  /// How it ended; nil while it runs. Once told, its number may be another's: nothing more is to be asked of it.
  ///
  /// - Throws: the error of waitpid(2), such as ECHILD when somebody else asked before.
  public func end() throws(SystemError) -> ProcessEnd? {
    var status: Int32 = 0
    let found = try SystemError.check { waitpid(processID, &status, WNOHANG) }
    return found == 0 ? nil : ProcessEnd(waitStatus: status)
  }

  /// Whether it has ended, also where `end` was not asked; until then its number is nobody else's.
  public var hasEnded: Bool {
    var found = siginfo_t()
    // No news of a child that runs, an error of one that is none any more.
    return waitid(P_PID, id_t(processID), &found, WEXITED | WNOHANG | WNOWAIT) != 0 || found.si_signo == SIGCHLD
  }

  /// Asks it and its children to end, or makes them.
  ///
  /// - Parameter isForced: with SIGKILL instead of SIGTERM.
  public func stop(isForced: Bool) { kill(-processID, isForced ? SIGKILL : SIGTERM) }
}
