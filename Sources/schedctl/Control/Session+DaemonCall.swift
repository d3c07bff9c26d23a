import JSON
import Platform
import Scheduler
import SchedulerDaemon

extension Session {
  /// Connects with the daemon of a place.
  ///
  /// Throws with code 69, and how to start one, when there is none, and with 77 when this user may not talk to it.
  func connect(_ invocation: Invocation, _ place: StatePlace) throws(CommandFailure) -> ControlClient {
    let words = ([invocation.command.name] + invocation.arguments).map(\.quotedForShell).joined(separator: " ")
    let offline =
      invocation.command.options.contains(.offline)
      ? ["'schedctl \(words) --offline' changes the state directory itself"] : []
    guard let path = try socketPath(invocation, place) else {
      throw CommandFailure(
        code: .unavailable, message: "no daemon of '\(place.directory)' is known, so nothing was done",
        help: offline + ["'--socket PATH' names the socket of one, also for 'schedctl run'"])
    }
    do throws(SystemError) {
      return try ControlClient(path)
    } catch {
      guard error != .forbidden else {
        throw CommandFailure(
          code: .refused, message: "you may not talk to the daemon on '\(path)'",
          help: ["with 'group' in [daemon] the members of a group may"])
      }
      throw CommandFailure(
        code: .unavailable, message: "no daemon is running, so nothing was done",
        help: offline + ["'schedctl run' starts one"])
    }
  }

  /// Has the daemon carry out a command, and says what became of it. Where a text opens what is locked, and somebody is
  /// there to type it, they are asked to.
  mutating func callDaemon(
    _ call: DaemonCall, _ invocation: Invocation, by requester: Requester?
  ) throws(CommandFailure) -> ExitCode {
    let place = try statePlace(invocation)
    var client = try connect(invocation, place)
    var call = call
    if let requester { call.add(requester, isPerson: canAsk) }
    let reply: JSONObject
    do throws(ControlFailure) {
      reply = try client.call(call.method.name, call.parameters)
    } catch {
      messages.write(error.diagnostics)
      guard let text = error.text, canAsk else { throw CommandFailure(error) }
      try typing(text, because: error.message)
      call.parameters["text"] = .string(text)
      do throws(ControlFailure) {
        reply = try client.call(call.method.name, call.parameters)
      } catch {
        throw CommandFailure(error)
      }
    }
    tell(reply, invocation)
    return .success
  }

  /// Prints what a command did.
  mutating func tell(_ reply: JSONObject, _ invocation: Invocation) {
    if invocation.has(.json) {
      var rest = reply
      rest["message"] = nil
      rest["notes"] = nil
      output.json.value(reply["result"]?.objectValue.map(JSONValue.object) ?? .object(rest))
      output.endJSONLine()
    } else if verbosity > .quiet, let message = reply["message"]?.stringValue {
      output.write(message + "\n")
    }
    for note in reply["notes"]?.arrayValue?.compactMap(\.stringValue) ?? [] { say("schedctl: \(note)") }
  }
}
