import Scheduler
import SchedulerDaemon
import SchedulerJSON

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
  init(_ failure: ControlFailure, isQuestion: Bool = false) {
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
