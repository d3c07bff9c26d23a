import SchedulerDaemon
import SchedulerInstance

extension Subcommand {
  static let call = Subcommand(
    name: "call", arguments: "METHOD [JSON]", argumentCount: 1...2, argumentKinds: ["METHOD", "JSON"],
    summary: "Call a method of the control socket",
    discussion: """
      METHOD is a method of io.schedctl.Control, such as Status, or a name such as org.varlink.service.GetInfo. JSON is an
      object with its parameters. Each reply is printed as a line. An error is printed on standard error as a JSON object with
      error, its name, and parameters; the exit code is that of the command that does the same: 77 if the daemon refuses, 64
      if the call is wrong. docs/control-socket.md describes the methods.
      """,
    options: [.more],
    examples: [
      ("schedctl call Status", "what runs"),
      (#"schedctl call Start '{"profile": "deep-work", "seconds": 1500}'"#, "starts a profile for 25 minutes"),
      (#"schedctl call Monitor '{"since": 0}' --more"#, "all that happened, and then all that happens"),
    ], run: runCall)
}

private func runCall(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  let name = invocation.arguments[0]
  let method = name.utf8.contains(UInt8(ascii: ".")) ? name : "\(ControlInterface.name).\(name)"
  let call = VarlinkCall(method, parameters: try parameters(invocation), takesMore: invocation.has(.more))
  var client = try session.connect(invocation, to: session.instance(invocation))
  do throws(ControlError) {
    try client.send(call)
    repeat {
      guard let reply = try client.nextReply(waits: call.takesMore) else { break }
      session.output.valueLine { $0.value(reply) }
      if call.takesMore { session.output.flush() }
    } while client.continues && !session.output.isBroken
  } catch {
    let failure = CommandFailure(error)
    guard !error.name.isEmpty else { throw failure }
    session.output.flush()
    session.messages.jsonLine { json in
      json.member("error", value: error.name)
      json.member("parameters", value: error.parameters)
    }
    return failure.code
  }
  return .success
}

private func parameters(_ invocation: Invocation) throws(CommandFailure) -> JSONObject {
  guard invocation.arguments.count > 1 else { return JSONObject() }
  let value = try CommandFailure.mapping(JSONValue(parsing: Array(invocation.arguments[1].utf8))) {
    (error: JSONError) in .usage("the parameters are no JSON: \(error)")
  }
  guard let object = value.objectValue else { throw .usage("the parameters are no JSON object") }
  return object
}
