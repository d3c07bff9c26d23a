import Scheduler
import SchedulerDaemon
import SchedulerJSON
import SchedulerPlatform

/// A conversation with a daemon over its socket.
struct ControlClient {
  /// How many milliseconds a daemon is waited for. It does one thing after the other, and a disk may be slow.
  private static let timeout: Int32 = 10_000
  private static let pieceSize = 64 << 10

  private let connection: LocalConnection
  private var replies = ControlReplies()

  /// Connects.
  ///
  /// - Throws: what the system reports; ENOENT and ECONNREFUSED when nobody listens there.
  init(_ path: String) throws(SystemError) { connection = try LocalConnection(to: path) }

  /// Calls a method, and gives its reply.
  ///
  /// - Parameter member: what the reply of a daemon has.
  mutating func call(_ call: DaemonCall, answering member: String) throws(ControlError) -> JSONObject {
    try send(VarlinkCall(call.method.name, call.parameters))
    guard let reply = try nextReply(), reply[member] != nil else {
      throw .unanswered("what answers is no daemon: it leaves out '\(member)'")
    }
    return reply
  }

  /// Sends a call.
  mutating func send(_ call: VarlinkCall) throws(ControlError) {
    var rest = call.bytes[...]
    do throws(SystemError) {
      while !rest.isEmpty {
        let count = try connection.write(rest)
        rest = rest.dropFirst(count)
        if count == 0, try !connection.wait(toWrite: true, milliseconds: Self.timeout) { return }
      }
    } catch {
      // A daemon that has enough clients takes no calls; what it says of that is read.
    }
  }

  /// The next reply; nil when the daemon ends the conversation where it said that more would follow.
  ///
  /// - Parameter waits: whether the next one may be as long in coming as it wants.
  mutating func nextReply(waits: Bool = false) throws(ControlError) -> JSONObject? {
    let isFollowing = replies.continues
    while true {
      if let reply = try wholeReply() { return reply }
      switch read(waits: waits) {
      case .bytes(let bytes): replies.append(bytes)
      case .nothing: continue
      case .end where isFollowing: return nil
      case .end, nil: throw .unanswered("the daemon does not answer")
      }
    }
  }

  /// What has come; nil when nothing comes.
  private func read(waits: Bool) -> LocalConnection.Reading? {
    do throws(SystemError) {
      guard try connection.wait(milliseconds: waits ? -1 : Self.timeout) else { return nil }
      return try connection.read(atMost: Self.pieceSize)
    } catch {
      return nil
    }
  }

  /// The next of the replies that have come whole; nil when there is none yet.
  mutating func wholeReply() throws(ControlError) -> JSONObject? { try replies.next() }

  /// Takes what has come, without waiting; false when the daemon has ended the conversation.
  mutating func receive() -> Bool {
    do throws(SystemError) {
      switch try connection.read(atMost: Self.pieceSize) {
      case .bytes(let bytes): replies.append(bytes)
      case .nothing: break
      case .end: return false
      }
      return true
    } catch {
      return false
    }
  }

  /// Can be read when something has come.
  var descriptor: OpenDescriptor { connection.descriptor }

  /// Whether the daemon said that another reply follows.
  var continues: Bool { replies.continues }
}

/// A command as a daemon is asked for it.
struct DaemonCall {
  let method: ControlMethod
  var parameters: JSONObject

  /// A call with the parameters that are there.
  init(_ method: ControlMethod, _ parameters: [(String, JSONValue?)] = []) {
    self.method = method
    self.parameters = JSONObject()
    for case (let key, let value?) in parameters { self.parameters[key] = value }
  }

  /// A call for a session command.
  init(_ request: CommandRequest) {
    method = .command(request.row)
    parameters = request.json
  }

  /// Adds by whom it is asked: what is shown as a key, and whether a person is at a terminal.
  mutating func add(_ requester: Requester, isPerson: Bool) {
    parameters["channel"] = .string((isPerson ? Requester.Channel.person : .program).rawValue)
    guard let key = requester.keyContent else { return }
    if let text = String(validating: key, as: UTF8.self) {
      parameters["key"] = .string(text)
    } else {
      parameters["keyData"] = .string(Base64.text(of: key))
    }
  }
}

extension CommandFailure {
  /// What a daemon says against a call, which may have been a question alone.
  init(_ failure: ControlError, isQuestion: Bool = false) {
    let code: ExitCode =
      switch failure.kind {
      case .refused, .notPermitted: .refused
      case .configuration: .configuration
      case .state: .inputOutput
      case .busy, .connection: .unavailable
      case .invalid, .unknownProfile, .unknownSession, .protocolMismatch: failure.isUsage ? .usage : .refused
      }
    let doubt = failure.isDone == nil && !isQuestion ? ["it is not known whether it was done"] : []
    self.init(code: code, message: failure.message, help: failure.help + Self.help(onText: failure.textLength) + doubt)
  }
}
