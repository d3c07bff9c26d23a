import CSchedulerLinux
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
  /// Once this can be read, it is killed, too; nil for nothing.
  public var interruption: OpenDescriptor?

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
    let deadline = Deadline(secondsFromNow: secondsLimit)
    let output = collect(from: ends[0], until: deadline)
    return Outcome(end: try end(of: processID, until: deadline), output: output)
  }

  /// Starts it with a descriptor as its standard output; afterwards this process has it open no more.
  private func start(writingTo descriptor: Int32) throws(SystemError) -> pid_t {
    defer { close(descriptor) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, descriptor, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    return try ProcessStart.start(words, &actions)
  }

  /// Reads until nobody can write any more, the time is over, or somebody wants that.
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

  /// Waits for the end of the process, which may close its output and live on; kills it when the time is over, or somebody
  /// wants that.
  private func end(of processID: pid_t, until deadline: Deadline) throws(SystemError) -> ProcessEnd {
    var status: Int32 = 0
    var pause: Int32 = 1
    while !deadline.isOver {
      if try SystemError.check({ waitpid(processID, &status, WNOHANG) }) > 0 { return ProcessEnd(waitStatus: status) }
      // A process that has closed its output is about to end; one that is not is looked at less and less often.
      var wait = awaitedInterruption
      if poll(&wait, 1, min(pause, deadline.millisecondsLeft)) > 0 { break }
      pause = min(pause * 2, Self.longestPause)
    }
    kill(processID, SIGKILL)
    _ = try SystemError.check { waitpid(processID, &status, 0) }
    return ProcessEnd(waitStatus: status)
  }

  /// What poll(2) leaves out where there is none.
  private var awaitedInterruption: pollfd {
    pollfd(fd: interruption?.number ?? -1, events: Int16(POLLIN), revents: 0)
  }

  /// In milliseconds; nobody notices it.
  private static let longestPause: Int32 = 50
}

/// A moment after which nothing is waited for.
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
