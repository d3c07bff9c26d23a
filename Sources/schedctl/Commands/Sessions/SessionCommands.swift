import Scheduler
import SchedulerDaemon

extension Subcommand {
  static var stop: Subcommand {
    onSession(
      "stop", "Stop a session",
      """
      The session ends with all that keeps it, or not at all: what may not be ended is named, and until when. What started
      earlier today does not start again; the next interval does. A start that is planned stays, and is taken back where no
      session of its profile runs.

      A session with keys needs one of them: the content of a file with '--key-file', or a random text that is shown at a
      terminal and typed from there. A right key stops even a strict session.
      """, options: [.keyFile], ("schedctl stop", "stops the only session that runs"), .stop
    ) { .stop($0) }
  }

  static var `break`: Subcommand {
    onSession(
      "break", "Take a break from a session",
      """
      The shield is lifted for the length of a break, or for what is left of the session's breaks. 'schedctl resume' ends
      it early and keeps the rest for later.
      """, ("schedctl break deep-work", "a break as long as the configuration allows"), .break
    ) { .break($0) }
  }

  static var pause: Subcommand {
    onSession(
      "pause", "Pause a session",
      """
      Of a pomodoro the clock stops, until 'schedctl resume'. Other sessions have pauses if the configuration allows
      them, and go on by themselves afterwards.
      """, ("schedctl pause", "pauses the only session that runs"), .pause
    ) { .pause($0) }
  }

  static var resume: Subcommand {
    onSession(
      "resume", "Go on after a break or a pause",
      "Ends the break or the pause that is open, else goes on with a paused pomodoro.",
      ("schedctl resume", "goes on with the only session that runs"), .resume
    ) { .resume($0) }
  }

  static var reset: Subcommand {
    onSession(
      "reset", "End a pomodoro",
      "Ends the pomodoro of a session; whatever else keeps the session goes on. Keys are asked for as by 'schedctl stop'.",
      options: [.keyFile], ("schedctl reset deep-work", "ends the pomodoro of one profile"), .reset
    ) { .reset($0) }
  }

  static var skip: Subcommand {
    Subcommand(
      name: "skip", arguments: "P", argumentCount: 1...1, argumentKinds: [.profile],
      summary: "Let the next interval of a profile pass",
      discussion: """
        The next interval that has not started does not start. '--undo' restores the one that was skipped.

        \(SessionChange.discussion)
        """,
      options: [.undo, .offline],
      examples: [
        ("schedctl skip deep-work", "leaves the next interval out"),
        ("schedctl skip deep-work --undo", "restores it"),
      ],
      run: { (invocation, session) throws(CommandFailure) in
        let key = try SessionChange.key(invocation)
        let isUndoing = invocation.has(.undo)
        let call = DaemonCall(.skip, [("profile", .string(key.text)), ("undo", .bool(isUndoing))])
        return try session.carryOut(invocation, call) { _ in .skip(key, undo: isUndoing) }
      })
  }

  /// A command on a session, which may be left out when only one runs.
  private static func onSession(
    _ name: String, _ summary: String, _ discussion: String, options: [Option] = [],
    _ example: (line: String, does: String), _ method: ControlMethod,
    _ command: @escaping @Sendable (SessionTarget) -> Command
  ) -> Subcommand {
    Subcommand(
      name: name, arguments: "[P]", argumentCount: 0...1, argumentKinds: [.profile], summary: summary,
      discussion: """
        \(discussion)

        P is the key of a profile or the identity of a session; it may be left out when only one session runs.
        \(SessionChange.discussion)
        """,
      options: options + [.offline], examples: [example],
      run: { (invocation, session) throws(CommandFailure) in
        let target = try SessionChange.target(invocation)
        let requester = Requester(keyContent: try session.keyContent(invocation))
        return try session.carryOut(invocation, DaemonCall(method, on: invocation), by: requester) { _ in
          command(target)
        }
      })
  }
}
