import Scheduler
import SchedulerDaemon
import SchedulerJSON
import SchedulerPlatform

/// A connection to a daemon over its control socket.
struct ControlClient {
  /// The time to wait for a daemon, in milliseconds. A daemon answers one call after the other, and a disk may be slow.
  private let timeout: Int32
  private static let pieceSize = 64 << 10

  private let connection: LocalConnection
  private var replies = ControlReplies()

  /// Connects to a socket.
  ///
  /// - Throws: a system error; ENOENT and ECONNREFUSED if no process listens there.
  ///
  /// - Parameter timeout: the time to wait for the daemon, in milliseconds.
  init(_ path: String, timeout: Int32 = 10_000) throws(SystemError) {
    connection = try LocalConnection(to: path)
    self.timeout = timeout
  }

  /// Calls a method and returns its reply.
  ///
  /// - Parameter member: a member that the reply of every daemon has.
  mutating func call(_ call: DaemonCall, answering member: String) throws(ControlError) -> JSONObject {
    try send(VarlinkCall(call.method.name, parameters: call.parameters))
    guard let reply = try nextReply(), reply[member] != nil else {
      throw .unanswered("the answer is not a daemon's: it leaves out '\(member)'")
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
        if count == 0, try !connection.wait(toWrite: true, milliseconds: timeout) { return }
      }
    } catch {
      // A daemon with too many clients reads no calls. Its error message is read instead.
    }
  }

  /// Returns the next reply, or nil if the daemon ends the connection after announcing more replies.
  ///
  /// - Parameter waits: whether to wait for the reply without a limit.
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

  /// Reads the received bytes. Returns nil if nothing arrives in time.
  private func read(waits: Bool) -> LocalConnection.Reading? {
    do throws(SystemError) {
      guard try connection.wait(milliseconds: waits ? -1 : timeout) else { return nil }
      return try connection.read(atMost: Self.pieceSize)
    } catch {
      return nil
    }
  }

  /// Returns the next complete reply received, or nil if there is none yet.
  mutating func wholeReply() throws(ControlError) -> JSONObject? { try replies.next() }

  /// Reads received bytes without waiting. Returns false if the daemon has ended the connection.
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

  /// The descriptor of the connection, which is readable when bytes have arrived.
  var descriptor: OpenDescriptor { connection.descriptor }

  /// Whether the daemon announced another reply.
  var continues: Bool { replies.continues }
}

/// A command in the form of a call to the daemon.
struct DaemonCall {
  let method: ControlMethod
  var parameters: JSONObject

  /// Creates a call with the parameters that are not nil.
  init(_ method: ControlMethod, with parameters: [(String, JSONValue?)] = []) {
    self.method = method
    self.parameters = JSONObject()
    for case (let key, let value?) in parameters { self.parameters[key] = value }
  }

  /// Creates the call of a session command.
  init(_ request: CommandRequest) {
    method = .command(request.row)
    parameters = request.json
  }

  /// Adds the requester: the content of the key, and whether a person is at a terminal.
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
  /// Creates the failure of a daemon's error. If the state could not be written, or the answer is missing, the help
  /// mentions whether the command was carried out, except for a question, which changes nothing.
  init(_ failure: ControlError, isQuestion: Bool = false) {
    let code: ExitCode =
      switch failure.kind {
      case .refused, .notPermitted: .refused
      case .configuration: .configuration
      case .state: .inputOutput
      case .busy, .connection: .unavailable
      case .invalid, .unknownProfile, .unknownSession, .protocolMismatch: failure.isUsage ? .usage : .refused
      }
    var help = failure.help + Self.help(onText: failure.textLength)
    if !isQuestion, failure.isDone == nil {
      help.append("it is not known whether the command was carried out")
    } else if !isQuestion, failure.kind == .state, failure.isDone == false {
      help.append("the command was not carried out")
    }
    self.init(code: code, message: failure.message, help: help)
  }
}
