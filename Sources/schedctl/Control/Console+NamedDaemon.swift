import Scheduler
import SchedulerDaemon
import SchedulerJSON

extension Console {
  /// Prints the answer of the daemon whose socket is named by `--socket` or `$SCHEDCTL_SOCKET`. Returns nil if the
  /// command must read files instead.
  ///
  /// The files of the usual place may belong to another instance. The daemon answers `is-active` in all forms, and
  /// other commands only for JSON, because their other forms show more than a daemon returns. With `--state` the
  /// command reads that state directory. With `--config` the commands that show a configuration read that file.
  ///
  /// Throws as `connect`, and the error that the daemon returns.
  mutating func answerOfNamedDaemon(_ invocation: Invocation) throws(CommandFailure) -> ExitCode? {
    let isNamed = invocation.has(.socket) || environment["SCHEDCTL_SOCKET"]?.isEmpty == false
    guard isNamed, !invocation.has(.state), let (call, member) = try question(invocation) else { return nil }
    let reply: JSONObject
    do throws(CommandFailure) {
      var client = try connect(invocation, to: instance(invocation))
      reply = try CommandFailure.mapping(client.call(call, answering: member)) { .init($0, isQuestion: true) }
    } catch {
      guard error.code == .unavailable else { throw error }
      let help = ["'--state DIR' reads the files of a state directory"]
      throw CommandFailure(code: error.code, message: error.message, help: error.help + help)
    }
    let answer = reply[member] ?? .null
    let isYes = answer.boolValue ?? true
    if invocation.has(.json) || invocation.command.name != Subcommand.isActive.name {
      let shown = answer.boolValue == nil ? answer : .object(reply)
      for value in shown.arrayValue ?? [shown] {
        output.valueLine { $0.value(value) }
      }
    } else if verbosity > .quiet {
      output.write(isYes ? "active\n" : "inactive\n")
    }
    let asked = try IntervalQuery.limit(.newest, of: invocation) ?? (invocation.has(.since) ? .max : 0)
    let told = answer.arrayValue?.count ?? 0
    if asked > told, reply["complete"]?.boolValue == false {
      say("schedctl: older ones are left out: a daemon tells the newest \(told)")
    }
    return isYes ? .success : .no
  }

  /// Returns the call for a command, and the member of the reply that is printed. If the member is a Boolean, the
  /// complete reply is printed.
  private func question(_ invocation: Invocation) throws(CommandFailure) -> (DaemonCall, member: String)? {
    let argument = invocation.arguments.first.map(JSONValue.string)
    let name = invocation.command.name
    if name == Subcommand.isActive.name { return (DaemonCall(.isActive, with: [("profile", argument)]), "active") }
    guard !invocation.has(.follow), !invocation.has(.csv), !invocation.has(.names) else { return nil }
    if name == Subcommand.status.name {
      guard case .json = try StatusFormat(invocation) else { return nil }
      return (DaemonCall(.status), "status")
    }
    guard invocation.has(.json) else { return nil }
    switch name {
    case Subcommand.sessions.name: return (DaemonCall(.sessions, with: try history(invocation)), "sessions")
    case Subcommand.log.name: return (DaemonCall(.log, with: try history(invocation)), "entries")
    case Subcommand.pending.name: return (DaemonCall(.pending), "changes")
    default: return invocation.has(.config) ? nil : try questionOfConfiguration(invocation)
    }
  }

  private func questionOfConfiguration(
    _ invocation: Invocation
  ) throws(CommandFailure) -> (DaemonCall, member: String)? {
    switch invocation.command.name {
    case Subcommand.profiles.name: return (DaemonCall(.profiles), "profiles")
    case Subcommand.next.name:
      let profiles = invocation.values(of: .profile).map(JSONValue.string)
      let parameters = [
        ("limit", try IntervalQuery.limit(.count, of: invocation).map { .integer(Int64($0)) }),
        ("from", try text(.from, of: invocation)), ("until", try text(.until, of: invocation)),
        ("profiles", profiles.isEmpty ? nil : .array(profiles)),
      ]
      return (DaemonCall(.next, with: parameters), "intervals")
    case Subcommand.why.name:
      let parameters = [
        ("target", invocation.arguments.first.map(JSONValue.string)), ("at", try text(.at, of: invocation)),
        ("user", try text(.forUser, of: invocation)),
      ]
      return (DaemonCall(.why, with: parameters), "blocked")
    default: return nil
    }
  }

  private func history(_ invocation: Invocation) throws(CommandFailure) -> [(String, JSONValue?)] {
    let limit = try IntervalQuery.limit(.newest, of: invocation).map { min($0, ControlInterface.mostEntries) }
    return [("limit", limit.map { .integer(Int64($0)) }), ("since", try text(.since, of: invocation))]
  }

  private func text(_ option: Option, of invocation: Invocation) throws(CommandFailure) -> JSONValue? {
    try invocation.value(of: option).map(JSONValue.string)
  }
}
