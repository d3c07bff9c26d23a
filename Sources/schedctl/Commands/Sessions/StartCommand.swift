import Scheduler
import SchedulerJSON

extension Subcommand {
  static var start: Subcommand {
    Subcommand(
      name: "start", arguments: "P", argumentCount: 1...1, argumentKinds: [.profile],
      summary: "Start a profile by hand",
      discussion: """
        Runs the strategy of the profile: until it is stopped, for the length of its timer, or as a pomodoro. With '--for'
        it ends by itself after so long. A profile that is active already gets one more reason to be; the session ends
        when the last of them is gone. '--strategy' runs another strategy than the profile's own; '--at' plans the start,
        at most 7 days ahead, which 'schedctl stop P' takes back.

        \(SessionChange.discussion)
        """,
      options: [.length, .at, .strategy, .offline],
      examples: [
        ("schedctl start deep-work --for 45m", "for 45 minutes from now on"),
        ("schedctl start deep-work --strategy pomodoro", "as a pomodoro"),
      ],
      run: { (invocation, session) throws(CommandFailure) in
        let now = session.now
        var options = StartOptions()
        if let text = try invocation.value(of: .length) { options.lengthSeconds = try seconds(text, "'--for'") }
        if let word = try invocation.value(of: .strategy) { options.strategy = try strategy(word) }
        let key = try SessionChange.key(invocation)
        let call = DaemonCall(
          .start,
          [
            ("profile", .string(key.text)), ("seconds", options.lengthSeconds.map { .integer($0) }),
            ("strategy", options.strategy.map { .string($0.rawValue) }),
            ("at", try invocation.value(of: .at).map { .string($0) }),
          ])
        return try session.carryOut(invocation, call) { (configuration) throws(CommandFailure) in
          options.instant = try IntervalQuery.instant(.at, invocation, now, configuration.zone.rules)
          return .start(key, options)
        }
      })
  }

  static var extend: Subcommand {
    Subcommand(
      name: "extend", arguments: "P D", argumentCount: 2...2, argumentKinds: [.profile, .length],
      summary: "Let a session end later",
      discussion: """
        The session ends so long after its latest end, at most 7 days from now. One without an end cannot be extended.

        \(SessionChange.discussion)
        """,
      options: [.offline],
      examples: [("schedctl extend deep-work 30m", "half an hour more")],
      run: { (invocation, session) throws(CommandFailure) in
        let target = try SessionChange.target(invocation)
        let length = try seconds(invocation.arguments[1], "'extend'")
        let call = DaemonCall(.extend, on: invocation, [("seconds", .integer(length))])
        return try session.carryOut(invocation, call) { _ in .extend(target, seconds: length) }
      })
  }

  private static func seconds(_ text: String, _ subject: String) throws(CommandFailure) -> Int64 {
    do throws(TimeExpression.Problem) {
      return try LengthExpression.seconds(text)
    } catch {
      throw .usage("\(subject): \(error.message)")
    }
  }

  private static func strategy(_ word: String) throws(CommandFailure) -> Strategy.Kind {
    if let kind = Strategy.Kind(rawValue: word) { return kind }
    throw .usage("'--strategy' is manual, timer or pomodoro, found '\(word)'")
  }
}
