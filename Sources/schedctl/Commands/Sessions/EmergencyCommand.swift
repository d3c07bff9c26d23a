import Scheduler
import SchedulerJSON

extension Subcommand {
  static var emergency: Subcommand {
    Subcommand(
      name: "emergency", arguments: "[P]", argumentCount: 0...1, argumentKinds: [.profile],
      summary: "End sessions that are locked",
      discussion: """
        Ends the session of P, or all that run, whatever their locks and keys say. There are only so many emergencies:
        3 in 4 weeks, or what '[emergency]' of the configuration says. They are counted in time that has really passed, not
        by the clock. '--reason' is needed; it is recorded with the event, and 'schedctl log' shows it.

        \(SessionChange.discussion)
        The object of an emergency also has others, the other profiles that it ended, and usesLeft.
        """,
      options: [.reason, .offline],
      examples: [
        ("schedctl emergency --reason 'the exam was moved'", "ends everything that runs"),
        ("schedctl emergency deep-work --reason 'a call from school'", "ends one session"),
      ],
      run: { (invocation, session) throws(CommandFailure) in
        guard let reason = try invocation.value(of: .reason), reason.contains(where: { !$0.isWhitespace }) else {
          throw .usage("an emergency needs a reason", help: "'--reason R' says why; it is recorded")
        }
        let target = invocation.arguments.isEmpty ? nil : try SessionChange.target(invocation)
        let call = DaemonCall(.emergency, on: invocation, [("reason", .string(reason))])
        return try session.carryOut(invocation, call) { _ in .emergency(target, reason: reason) }
      })
  }
}
