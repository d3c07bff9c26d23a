import Scheduler
import SchedulerDaemon
import SchedulerJSON

extension Subcommand {
  static let deliver = Subcommand(
    name: "deliver", arguments: "NAME start|end", argumentCount: 2...2,
    argumentKinds: ["NAME", .choice("PHASE", of: [ActivityPhase.start.rawValue, ActivityPhase.end.rawValue])],
    summary: "Deliver a start or an end of an activity by its name",
    discussion: """
      For programs that have timers of their own. NAME is the activity of an event, such as schedule:ID; a name of an earlier
      program, such as ScheduleTimerActivity:ID; or any name with '--info profileID=ID', which means the schedule of that
      profile. ID is the identity of a profile.

      The daemon does this; without one the exit code is 69. It does by itself what is due, too. A start or an end whose time
      has not come, or that is delivered twice, changes nothing, and is no error. The command prints what changed. A name that
      is no activity, or of a profile that does not exist, is an error (64).

      '--json' prints one object with activity, profile, changed, and events: the starts and ends of the profile that
      happened.
      """,
    options: [.info],
    examples: [
      (
        "schedctl deliver schedule:04f91bfa-82f1-5686-afe4-9a38d2e62035 start",
        "starts the interval that contains the present, unless it was started"
      ),
      (
        "schedctl deliver daily end --info profileID=04f91bfa-82f1-5686-afe4-9a38d2e62035",
        "ends the interval, if its end has come"
      ),
    ], run: runDeliver)
}

private func runDeliver(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  guard let phase = ActivityPhase(rawValue: invocation.arguments[1]) else {
    throw .usage("an activity has a 'start' and an 'end', found '\(invocation.arguments[1])'")
  }
  var userInfo = JSONObject()
  for text in invocation.values(of: .info) {
    guard let sign = text.firstIndex(of: "=") else { throw .usage("'--info' needs KEY=VALUE, found '\(text)'") }
    let key = String(text[..<sign])
    guard userInfo[key] == nil else { throw .usage("'--info \(key)=' is given several times") }
    userInfo[key] = .string(String(text[text.index(after: sign)...]))
  }
  let parameters: [(String, JSONValue?)] = [
    ("name", .string(invocation.arguments[0])), ("phase", .string(phase.rawValue)), ("userInfo", .object(userInfo)),
  ]
  return try session.callDaemon(DaemonCall(.deliver, with: parameters), for: invocation, by: nil)
}
