import SchedulerDaemon
import SchedulerInstance

/// New entries of history from a daemon. Waits for the next daemon if this one ends.
struct LogFollowing: ~Copyable {
  private let path: String
  private var client: ControlClient
  private var watch: FollowWatch

  /// Connects to the daemon of an instance.
  ///
  /// - Throws: as `Console.connect`, and with code 74 if the system has no descriptors left.
  init(_ invocation: Invocation, of instance: Instance, in session: borrowing Console) throws(CommandFailure) {
    let path = try session.socketPath(invocation, of: instance) ?? ""
    let watch = try CommandFailure.mapping(FollowWatch()) { Self.failure($0) }
    client = try session.connect(invocation, to: instance)
    self.path = path
    self.watch = watch
  }

  /// Passes on the entries after a number, in order and each once, until the reader closes the output.
  ///
  /// - Throws: the error that a daemon returns.
  mutating func run(
    after number: Int64, in session: inout Console, show: (inout Console, [HistoryRecord]) -> Void
  ) throws(CommandFailure) {
    var last = number
    var isFirst = true
    repeat {
      guard try converse(&last, isFirst: isFirst, in: &session, show: show) else { return }
      isFirst = false
    } while try reconnect(&session)
  }

  /// Passes on the entries of one daemon. Returns false if the reader has closed the output, and true if the daemon has
  /// ended.
  private mutating func converse(
    _ last: inout Int64, isFirst: Bool, in session: inout Console, show: (inout Console, [HistoryRecord]) -> Void
  ) throws(CommandFailure) -> Bool {
    var reply = try firstReply(after: last, isFirst: isFirst)
    if reply == nil { return true }
    try CommandFailure.mapping(watch.listen(to: client.descriptor)) { Self.failure($0) }
    while true {
      while let told = reply {
        let entries = told["entries"]?.arrayValue?.compactMap { $0.objectValue.map(HistoryRecord.init) } ?? []
        if let newest = entries.last?.number {
          if newest <= last { session.say("schedctl: the history is another one, and is shown from its start") }
          last = newest
          show(&session, entries)
          session.messages.flush()
          session.output.flush()
        }
        reply = try nextReply()
      }
      if session.output.isBroken { return false }
      if try wait() == .readerGone { return false }
      guard client.receive() else {
        watch.leave(client.descriptor)
        return true
      }
      reply = try nextReply()
    }
  }

  /// Asks for the entries after a number, which a daemon answers at once. Returns nil if the daemon has ended. Throws
  /// if the first program to answer is not a daemon.
  private mutating func firstReply(after number: Int64, isFirst: Bool) throws(CommandFailure) -> JSONObject? {
    do throws(ControlError) {
      try client.send(VarlinkCall(ControlMethod.monitor.name, parameters: ["since": .integer(number)], takesMore: true))
      let reply = try client.nextReply()
      guard reply?["entries"] != nil else { throw .unanswered("the answer is not a daemon's: it leaves out 'entries'") }
      return reply
    } catch {
      if !isFirst, error.isDone == nil { return nil }
      throw CommandFailure(error, isQuestion: true)
    }
  }

  private mutating func nextReply() throws(CommandFailure) -> JSONObject? {
    try CommandFailure.mapping(client.wholeReply()) { .init($0, isQuestion: true) }
  }

  /// The longest time between two attempts to connect, in seconds.
  private static let longestDelay: Int64 = 64

  /// Waits for a daemon. Returns false if the reader closes the output first.
  private mutating func reconnect(_ session: inout Console) throws(CommandFailure) -> Bool {
    var delay: Int64 = 1
    var isTold = false
    while true {
      if watch.follow([WatchedPath(path)]) { delay = 1 }
      do throws(SystemError) {
        client = try ControlClient(path)
        return true
      } catch {
        if !isTold { session.say("schedctl: the daemon has gone; what happens is shown when one runs again") }
        session.messages.flush()
        isTold = true
        // A socket exists for some time before a daemon listens on it, on a busy machine for seconds.
        let wake = try wait(until: session.moment().wall.adding(seconds: delay))
        guard wake != .readerGone else { return false }
        delay = wake == .change ? 1 : min(2 * delay, Self.longestDelay)
      }
    }
  }

  private mutating func wait(until instant: Instant? = nil) throws(CommandFailure) -> FollowWatch.Wake {
    try CommandFailure.mapping(watch.wait(until: instant)) { Self.failure($0) }
  }

  private static func failure(_ error: SystemError) -> CommandFailure {
    CommandFailure(code: .inputOutput, message: "cannot wait for what happens: \(error)")
  }
}
