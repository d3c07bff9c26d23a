import CLinux
import Glibc

/// A program that is run to its end for what it prints.
public struct ChildProcess: Sendable {
  /// What came of a run.
  public struct Outcome: Hashable, Sendable {
    /// How it ended; by signal 9 also when it took too long.
    public let end: ProcessEnd
    /// What it wrote to standard output, up to the limit.
    public let output: [UInt8]
  }

  /// The absolute path of the program and its arguments.
  public let words: [String]
  /// How many bytes of its output are kept; the rest is read and dropped.
  public var outputLimit = 1 << 20
  /// How long it may take, in whole seconds; then it is killed.
  public var secondsLimit = 10

  /// A program with its arguments, which is not started yet.
  public init(_ words: [String]) { self.words = words }

  /// Runs it and waits for its end.
  ///
  /// It has this process's environment and current directory; standard input is empty and standard error is dropped. Its
  /// own children that keep standard output open are waited for as well.
  ///
  /// - Throws: `SystemError` when it cannot be started; `ENOENT` when there is no such program.
  public func run() throws(SystemError) -> Outcome {
    var ends: [Int32] = [0, 0]
    _ = try SystemError.check { schedctl_pipe(&ends) }
    defer { close(ends[0]) }
    let processID = try start(writingTo: ends[1])
    let output = collect(from: ends[0], processID)
    var status: Int32 = 0
    _ = try SystemError.check { waitpid(processID, &status, 0) }
    return Outcome(end: ProcessEnd(waitStatus: status), output: output)
  }

  /// Starts it with a descriptor as its standard output; afterwards this process has it open no more.
  private func start(writingTo descriptor: Int32) throws(SystemError) -> pid_t {
    defer { close(descriptor) }
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
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, descriptor, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    let copies = words.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    var processID: pid_t = 0
    let code = posix_spawn(&processID, words[0], &actions, &attributes, copies + [nil], schedctl_environment())
    guard code == 0 else { throw SystemError(code: code) }
    return processID
  }

  /// Reads until nobody can write any more; kills the process when its time is over.
  private func collect(from descriptor: Int32, _ processID: pid_t) -> [UInt8] {
    var output: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    let deadline = Self.monotonicSeconds() + secondsLimit
    while true {
      let secondsLeft = deadline - Self.monotonicSeconds()
      var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = secondsLeft > 0 ? poll(&wait, 1, Int32(clamping: secondsLeft * 1000)) : 0
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else {
        kill(processID, SIGKILL)
        return output
      }
      let count = read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return output }
      output += piece[..<min(count, outputLimit - output.count)]
    }
  }

  private static func monotonicSeconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec
  }
}
