import CSchedulerLinux
import Glibc

/// A program that is run to its end for its output.
public struct ChildProcess: Sendable {
  /// The result of a run.
  public struct Outcome: Hashable, Sendable {
    /// How the process ended; signal 9 if it exceeded the time limit.
    public let end: ProcessEnd
    /// The standard output, up to the limit.
    public let output: [UInt8]
  }

  /// The absolute path of the program and its arguments.
  public let words: [String]
  /// Maximum number of bytes of output that are kept. The rest is read and dropped.
  public var outputLimit = 1 << 20
  /// Maximum run time in seconds. After that the process is killed.
  public var secondsLimit = 10
  /// The content of standard input, complete before the program starts; nil for none.
  public var input: [UInt8]?
  /// Whether the output includes what the program writes to standard error.
  public var keepsErrors = false
  /// A descriptor that ends the run when it becomes readable: the process is killed. Nil for none.
  public var interruption: OpenDescriptor?

  /// Creates a program with its arguments. Does not start it.
  public init(_ words: [String]) { self.words = words }

  /// Runs the program and waits for its end.
  ///
  /// It inherits this process's environment and current directory. Without `input` standard input is empty, and without
  /// `keepsErrors` standard error is dropped. The run also waits for children of the program that keep standard output
  /// open.
  ///
  /// - Throws: `SystemError` if it cannot be started; `ENOENT` if the program does not exist.
  public func run() throws(SystemError) -> Outcome {
    var ends: [Int32] = [0, 0]
    _ = try SystemError.check { schedctl_pipe(&ends) }
    defer { close(ends[0]) }
    let processID = try start(writingTo: ends[1])
    let deadline = Deadline(secondsFromNow: secondsLimit)
    let output = collect(from: ends[0], until: deadline)
    return Outcome(end: try end(of: processID, until: deadline), output: output)
  }

  /// Starts the program with a descriptor as its standard output and closes the descriptor in this process.
  private func start(writingTo descriptor: Int32) throws(SystemError) -> pid_t {
    defer { close(descriptor) }
    let content: OpenDescriptor? = if let input { try MemoryFile.holding(input) } else { nil }
    defer { withExtendedLifetime(content) {} }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let content {
      posix_spawn_file_actions_adddup2(&actions, content.number, STDIN_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, descriptor, STDOUT_FILENO)
    if keepsErrors {
      posix_spawn_file_actions_adddup2(&actions, descriptor, STDERR_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    }
    return try ProcessStart.start(words, actions: &actions)
  }

  /// Reads until the output ends, the time is over, or the run is interrupted.
  private func collect(from descriptor: Int32, until deadline: Deadline) -> [UInt8] {
    var output: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      var waits = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), awaitedInterruption]
      let ready = deadline.isOver ? 0 : poll(&waits, 2, deadline.millisecondsLeft)
      if ready < 0, errno == EINTR { continue }
      guard ready > 0, waits[1].revents == 0 else { return output }
      let count = read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return output }
      output += piece[..<min(count, outputLimit - output.count)]
    }
  }

  /// Waits for the end of the process, which may have closed its output and still run. Kills it when the time is over
  /// or the run is interrupted.
  private func end(of processID: pid_t, until deadline: Deadline) throws(SystemError) -> ProcessEnd {
    var status: Int32 = 0
    var pause: Int32 = 1
    while !deadline.isOver {
      if try SystemError.check({ waitpid(processID, &status, WNOHANG) }) > 0 { return ProcessEnd(waitStatus: status) }
      // A process that has closed its output usually ends soon; otherwise it is polled at increasing intervals.
      var wait = awaitedInterruption
      if poll(&wait, 1, min(pause, deadline.millisecondsLeft)) > 0 { break }
      pause = min(pause * 2, Self.longestPause)
    }
    kill(processID, SIGKILL)
    _ = try SystemError.check { waitpid(processID, &status, 0) }
    return ProcessEnd(waitStatus: status)
  }

  /// The entry for poll(2), which skips a negative descriptor.
  private var awaitedInterruption: pollfd {
    pollfd(fd: interruption?.number ?? -1, events: Int16(POLLIN), revents: 0)
  }

  /// Maximum interval in milliseconds, short enough to be unnoticeable.
  private static let longestPause: Int32 = 50
}

/// The end of the time that a run may take.
private struct Deadline {
  private let seconds: Int

  init(secondsFromNow seconds: Int) { self.seconds = Self.now() + seconds }

  var isOver: Bool { seconds <= Self.now() }
  var millisecondsLeft: Int32 { Int32(clamping: max(0, seconds - Self.now()) * 1000) }

  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec
  }
}
