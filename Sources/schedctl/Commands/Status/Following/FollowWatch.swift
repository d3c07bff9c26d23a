import SchedulerCivilTime
import SchedulerPlatform

/// Waits for the events that may change the output of `status` or `log`: changed files, a message from a daemon, an
/// instant, a clock step, or the end of the output's reader.
struct FollowWatch {
  /// The reason for a wake-up.
  enum Wake {
    /// Files changed, or a daemon sent a message.
    case change
    /// The instant was reached, or the clock was set.
    case time
    /// The reader has closed the output.
    case readerGone
  }

  private let queue: EventQueue
  private let timer: ClockTimer
  private var files: PathWatch
  /// Standard output; nil if it is a file, because the end of its readers is not reported.
  private let output: OpenDescriptor?

  private enum Token {
    static let files: UInt64 = 1
    static let timer: UInt64 = 2
    static let output: UInt64 = 3
    static let daemon: UInt64 = 4
  }

  /// Watches standard output, and no files yet.
  ///
  /// - Throws: a system error, EMFILE for example.
  init() throws(SystemError) {
    queue = try EventQueue()
    timer = try ClockTimer.wall()
    files = try PathWatch(tellsOfAppends: true)
    try queue.add(files.descriptor, token: Token.files)
    try queue.add(timer.descriptor, token: Token.timer)
    let output = try OpenDescriptor.standardOutput()
    do throws(SystemError) {
      try queue.addEnd(output, token: Token.output)
      self.output = output
    } catch {
      self.output = nil
    }
  }

  /// Watches these files from now on. Returns true if one of them may have changed before it was watched.
  mutating func follow(_ paths: [WatchedPath]) -> Bool { files.follow(paths) }

  /// Wakes from now on when a daemon sends a message on a connection.
  ///
  /// - Throws: a system error.
  func listen(to connection: OpenDescriptor) throws(SystemError) { try queue.add(connection, token: Token.daemon) }

  /// Stops listening to a connection.
  func leave(_ connection: OpenDescriptor) { queue.remove(connection) }

  /// Waits for an event, at the latest until an instant, or without a limit for nil.
  ///
  /// - Throws: a system error.
  mutating func wait(until instant: Instant?) throws(SystemError) -> Wake {
    if try timer.arm(at: instant) { return .time }
    while true {
      var wake: Wake?
      for ready in try queue.wait() {
        switch ready.token {
        case Token.files: if try !files.read().isEmpty { wake = .change }
        case Token.timer: if try timer.read() { wake = wake ?? .time }
        case Token.daemon: wake = .change
        default: return .readerGone
        }
      }
      if let wake { return wake }
    }
  }
}
