import SchedulerCivilTime
import SchedulerPlatform

/// Wakes when what `status` or `log` shows may be another: files changed, a daemon says something, an instant has come, the
/// clock was set, or nobody reads any more what is printed.
struct FollowWatch {
  /// Why it woke.
  enum Wake {
    /// Files changed, or a daemon says something.
    case change
    /// The instant has come, or the clock was set.
    case time
    /// The reader has gone.
    case readerGone
  }

  private let queue: EventQueue
  private let timer: ClockTimer
  private var files: PathWatch
  /// Standard output; nil where it is a file, of which nobody tells that it is read no more.
  private let output: OpenDescriptor?

  private enum Token {
    static let files: UInt64 = 1
    static let timer: UInt64 = 2
    static let output: UInt64 = 3
    static let daemon: UInt64 = 4
  }

  /// Watches standard output, and no files yet.
  ///
  /// - Throws: what the system reports, such as EMFILE.
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

  /// Watches these files from now on; true when one of them may have changed before anybody watched it.
  mutating func follow(_ paths: [WatchedPath]) -> Bool { files.follow(paths) }

  /// Wakes from now on when a daemon says something on a connection.
  ///
  /// - Throws: what the system reports.
  func listen(to connection: OpenDescriptor) throws(SystemError) { try queue.add(connection, token: Token.daemon) }

  /// Listens to a connection no more.
  func leave(_ connection: OpenDescriptor) { queue.remove(connection) }

  /// Waits until there is a reason to look, at the latest until an instant; nil for no such instant.
  ///
  /// - Throws: what the system reports.
  mutating func wait(until instant: Instant?) throws(SystemError) -> Wake {
    if try timer.arm(at: instant) { return .time }
    while true {
      var wake: Wake?
      for ready in try queue.wait() {
        switch ready.token {
        case Token.files: if try !files.read().isEmpty { wake = .change }
        case Token.timer: if try timer.read() != .nothing { wake = wake ?? .time }
        case Token.daemon: wake = .change
        default: return .readerGone
        }
      }
      if let wake { return wake }
    }
  }
}
