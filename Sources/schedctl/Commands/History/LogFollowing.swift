import Scheduler
import SchedulerCivilTime
import SchedulerDaemon
import SchedulerInstance
import SchedulerJSON
import SchedulerPlatform

/// What happens from now on, as a daemon tells it. A daemon that goes is waited for.
struct LogFollowing: ~Copyable {
  private let path: String
  private var client: ControlClient
  private var watch: FollowWatch

  /// Talks to the daemon of a place.
  ///
  /// - Throws: as `Console.connect`, and with code 74 when the system has no descriptors left.
  init(_ invocation: Invocation, _ instance: Instance, _ session: borrowing Console) throws(CommandFailure) {
    let path = try session.socketPath(invocation, of: instance) ?? ""
    let watch: FollowWatch
    do throws(SystemError) { watch = try FollowWatch() } catch { throw Self.failure(error) }
    client = try session.connect(invocation, to: instance)
    self.path = path
    self.watch = watch
  }

  /// Hands out what happens behind an entry, in order and each entry once, until nobody reads any more what is printed.
  ///
  /// - Throws: what a daemon says against it.
  mutating func run(
    behind number: Int64, _ session: inout Console, _ show: (inout Console, [JSONObject]) -> Void
  ) throws(CommandFailure) {
    var last = number
    var isFirst = true
    repeat {
      guard try converse(&last, isFirst: isFirst, &session, show) else { return }
      isFirst = false
    } while try reconnect(&session)
  }

  /// Hands out what one daemon tells; false when the reader has gone, and true when the daemon has.
  private mutating func converse(
    _ last: inout Int64, isFirst: Bool, _ session: inout Console, _ show: (inout Console, [JSONObject]) -> Void
  ) throws(CommandFailure) -> Bool {
    var reply = try firstReply(behind: last, isFirst: isFirst)
    if reply == nil { return true }
    do throws(SystemError) { try watch.listen(to: client.descriptor) } catch { throw Self.failure(error) }
    while true {
      while let told = reply {
        let entries = told["entries"]?.arrayValue?.compactMap(\.objectValue) ?? []
        if let newest = entries.last?["sequence"]?.integerValue {
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

  /// Asks for what happens behind an entry, which is answered at once; nil when the daemon has gone again. The first one
  /// has to be a daemon.
  private mutating func firstReply(behind number: Int64, isFirst: Bool) throws(CommandFailure) -> JSONObject? {
    do throws(ControlError) {
      try client.send(VarlinkCall(ControlMethod.monitor.name, ["since": .integer(number)], takesMore: true))
      let reply = try client.nextReply()
      guard reply?["entries"] != nil else { throw .unanswered("what answers is no daemon: it leaves out 'entries'") }
      return reply
    } catch {
      if !isFirst, error.isDone == nil { return nil }
      throw CommandFailure(error, isQuestion: true)
    }
  }

  private mutating func nextReply() throws(CommandFailure) -> JSONObject? {
    do throws(ControlError) { return try client.wholeReply() } catch { throw CommandFailure(error, isQuestion: true) }
  }

  /// Waits for a daemon; false when the reader goes before one comes.
  private mutating func reconnect(_ session: inout Console) throws(CommandFailure) -> Bool {
    var isFresh = true
    var isTold = false
    while true {
      if watch.follow([WatchedPath(path)]) { isFresh = true }
      do throws(SystemError) {
        client = try ControlClient(path)
        return true
      } catch {
        if !isTold { session.say("schedctl: the daemon has gone; what happens is shown when one runs again") }
        session.messages.flush()
        isTold = true
        // A socket is there for a moment before somebody listens on it.
        let wake = try wait(until: isFresh ? session.moment().wall.adding(seconds: 1) : nil)
        guard wake != .readerGone else { return false }
        isFresh = wake == .change
      }
    }
  }

  private mutating func wait(until instant: Instant? = nil) throws(CommandFailure) -> FollowWatch.Wake {
    do throws(SystemError) { return try watch.wait(until: instant) } catch { throw Self.failure(error) }
  }

  private static func failure(_ error: SystemError) -> CommandFailure {
    CommandFailure(code: .inputOutput, message: "cannot wait for what happens: \(error)")
  }
}
