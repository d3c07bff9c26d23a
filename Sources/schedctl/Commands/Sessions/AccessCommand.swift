import Scheduler
import SchedulerInstance
import SchedulerJSON

extension Subcommand {
  static var access: Subcommand {
    Subcommand(
      name: "access", arguments: "APP|DOMAIN", argumentCount: 1...1, argumentKinds: ["APP|DOMAIN"],
      summary: "Use one blocked application or domain for a while",
      discussion: """
        Opens one target in every session that blocks it, for as long as '[profile.P.access]' of the configuration says, and
        never longer than the session. A domain covers its subdomains; a longer one that is listed stays blocked. Each of
        these sessions is charged; where one of them grants no access, or none any more, nothing is opened and nothing
        charged. Other targets, breaks and pauses may be open beside it. What is open and what is left shows
        'schedctl status'.

        APP, DOMAIN and U are as for 'schedctl why'. A session opens the target for all whom it shields.
        \(SessionChange.discussion)
        The object of an access also has target, and others, the other profiles that opened it.
        """,
      options: [.forUser, .offline],
      examples: [
        ("schedctl access youtube.com", "a domain, as long as the configuration allows"),
        ("schedctl access steam", "an application"),
      ],
      run: { (invocation, session) throws(CommandFailure) in
        let readings = try WhyQuestion.readings(of: invocation.arguments[0])
        let user = try WhyQuestion.user(invocation, session.host, session.places.identity)
        let applications = MachineApplications(session.environment)
        let call = DaemonCall(
          .access,
          [
            ("target", .string(invocation.arguments[0])),
            ("user", try invocation.value(of: .forUser).map { .string($0) }),
          ])
        return try session.carryOut(invocation, call) { configuration in
          let (target, resolved) = applications.meant(by: readings, in: configuration)
          return .access(AccessRequest(to: target, resolved: resolved, for: user, machine: .ofThisMachine))
        }
      })
  }
}
