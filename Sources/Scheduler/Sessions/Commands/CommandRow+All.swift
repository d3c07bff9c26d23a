extension CommandRow {
  /// The session commands, in the order of help.
  public static let all: [CommandRow] = [
    .start, .stop, .break, .pause, .resume, .reset, .skip, .extend, .access, .more, .emergency,
  ]
}

extension Command {
  /// The command as it is written. Reading it again results in this command.
  public var request: CommandRequest {
    switch self {
    case .start(let profile, let options):
      CommandRequest(
        row: .start,
        values: CommandValues(
          profile: profile, seconds: options.lengthSeconds, strategy: options.strategy,
          time: options.instant?.description))
    case .stop(let target): CommandRequest(row: .stop, values: CommandValues(session: target))
    case .break(let target): CommandRequest(row: .break, values: CommandValues(session: target))
    case .pause(let target): CommandRequest(row: .pause, values: CommandValues(session: target))
    case .resume(let target): CommandRequest(row: .resume, values: CommandValues(session: target))
    case .reset(let target): CommandRequest(row: .reset, values: CommandValues(session: target))
    case .skip(let profile, let isUndone):
      CommandRequest(row: .skip, values: CommandValues(profile: profile, isUndone: isUndone))
    case .extend(let target, let seconds):
      CommandRequest(row: .extend, values: CommandValues(session: target, seconds: seconds))
    case .access(let request):
      CommandRequest(
        row: .access, values: CommandValues(target: StatedTarget(request.target), user: request.user?.name))
    case .more(let request):
      CommandRequest(row: .more, values: CommandValues(target: StatedTarget(request.target), user: request.user?.name))
    case .emergency(let target, let reason):
      CommandRequest(row: .emergency, values: CommandValues(session: target, reason: reason))
    }
  }
}

extension CommandRow {
  static let start = CommandRow(
    name: "start", parameters: [.profile, .length, .time, .strategy],
    methodSummary: "Start a profile by hand, for a number of seconds or by its strategy.",
    help: Help(
      summary: "Start a profile by hand",
      discussion: """
        Runs the strategy of the profile: until you stop it, for the length of its timer, or as a pomodoro. With '--for' it
        ends after that length. If the profile is already active, the start is added to its session, which ends when nothing
        holds it any more. '--strategy' runs another strategy; '--at' plans the start up to 7 days ahead, and
        'schedctl stop P' cancels it.

        If the profile has 'overlap = "replace"', the start ends all other sessions. It is refused if you could not stop one
        of them without a key.
        """,
      examples: [
        ("schedctl start deep-work --for 45m", "for 45 minutes from now on"),
        ("schedctl start deep-work --strategy pomodoro", "as a pomodoro"),
      ])
  ) { values, resolved in
    values.profile.map { profile in
      .start(profile, StartOptions(lengthSeconds: values.seconds, strategy: values.strategy, at: resolved.instant))
    }
  }

  static let stop = CommandRow(
    name: "stop", lockedAction: .stop, parameters: [.session],
    methodSummary: """
      End a session. A key is passed as text, or as bytes in base64; 'text' is the text that a refusal on this
      connection asked for.
      """,
    help: Help(
      summary: "Stop a session",
      discussion: """
        Ends the session with all its holds, or nothing: then it names what may not be ended, and until when. Windows that
        started earlier today do not start again; the next interval does. A planned start stays; if no session of its profile
        runs, it is cancelled instead.

        A session with keys needs one of them: the content of a file with '--key-file', or a random text that the terminal
        shows and you type. The right key stops even a strict session.
        """,
      arguments: sessionArgument, examples: [("schedctl stop", "stops the only running session")])
  ) { values, _ in .stop(values.session ?? .onlyRunning) }

  static let `break` = CommandRow(
    name: "break", lockedAction: .break, parameters: [.session], methodSummary: "Take a break.",
    help: Help(
      summary: "Take a break from a session",
      discussion: """
        Lifts the shield for the length of a break, or for the rest of the session's budget. 'schedctl resume' ends the break
        early and saves the rest.
        """,
      arguments: sessionArgument,
      examples: [("schedctl break deep-work", "a break as long as the configuration allows")])
  ) { values, _ in .break(values.session ?? .onlyRunning) }

  static let pause = CommandRow(
    name: "pause", lockedAction: .pause, parameters: [.session],
    methodSummary: "Pause a session, or stop the clock of its pomodoro.",
    help: Help(
      summary: "Pause a session",
      discussion: """
        Stops the clock of a pomodoro until 'schedctl resume'. Other sessions can be paused if the configuration allows it,
        and continue by themselves.
        """,
      arguments: sessionArgument, examples: [("schedctl pause", "pauses the only running session")])
  ) { values, _ in .pause(values.session ?? .onlyRunning) }

  static let resume = CommandRow(
    name: "resume", parameters: [.session], methodSummary: "End a break or a pause.",
    help: Help(
      summary: "End a break or a pause",
      discussion: "Ends the open break or pause, or continues a paused pomodoro.",
      arguments: sessionArgument, examples: [("schedctl resume", "continues the only running session")])
  ) { values, _ in .resume(values.session ?? .onlyRunning) }

  static let reset = CommandRow(
    name: "reset", lockedAction: .reset, parameters: [.session],
    methodSummary: "End the pomodoro of a session; keys as for Stop.",
    help: Help(
      summary: "End a pomodoro",
      discussion:
        "Ends the pomodoro of a session; its other holds stay. A session with keys needs one, as for 'schedctl stop'.",
      arguments: sessionArgument, examples: [("schedctl reset deep-work", "ends the pomodoro of one profile")])
  ) { values, _ in .reset(values.session ?? .onlyRunning) }

  static let skip = CommandRow(
    name: "skip", lockedAction: .skip, parameters: [.profile, .undo],
    methodSummary: "Skip the next interval of a profile, or restore the skipped one.",
    help: Help(
      summary: "Skip the next interval of a profile",
      discussion:
        "The next interval that has not started will not start. '--undo' restores it.",
      examples: [
        ("schedctl skip deep-work", "skips the next interval"),
        ("schedctl skip deep-work --undo", "restores it"),
      ])
  ) { values, _ in values.profile.map { .skip($0, undo: values.isUndone) } }

  static let extend = CommandRow(
    name: "extend", parameters: [.typedSession, .addedLength],
    methodSummary: "Extend a session by a number of seconds.",
    help: Help(
      summary: "Extend a session",
      discussion: """
        Moves the latest end of the session by D, up to 7 days from now. A session without an end cannot be extended.
        """,
      examples: [("schedctl extend deep-work 30m", "half an hour more")])
  ) { values, _ in values.seconds.map { .extend(values.session ?? .onlyRunning, seconds: $0) } }

  static let access = CommandRow(
    name: "access", lockedAction: .access, parameters: [.target, .user],
    methodSummary: "Open one blocked application or domain for a while, for the caller or a user.",
    help: Help(
      summary: "Open one blocked application or domain for a while",
      discussion: """
        Opens one target in every session that blocks it, for the length in '[profile.P.access]' of the configuration, but
        never longer than the session. A domain includes its subdomains, except longer names that are listed themselves. The
        access counts against each of these sessions; if one of them allows none, or has none left, nothing is opened and
        nothing is counted. Several targets, breaks and pauses can be open at the same time. 'schedctl status' shows what is
        open and what is left.
        """,
      arguments: "APP, DOMAIN and U are as for 'schedctl why'. A session opens the target for all its users.",
      answer: "The object of an access also has target, and others, the other profiles that opened it.",
      examples: [
        ("schedctl access youtube.com", "a domain, as long as the configuration allows"),
        ("schedctl access steam", "an application"),
      ])
  ) { _, resolved in resolved.access.map { .access($0) } }

  static let more = CommandRow(
    name: "more", parameters: [.target, .user],
    methodSummary: "Grant more use of a target whose limit was reached, for the caller or a user.",
    help: Help(
      summary: "Use more of a target whose limit was reached",
      discussion: """
        Adds the use in 'extra' of the configuration to every limit that was reached and counts the target. It counts against
        each of them; if one of them allows no more, nothing is added. 'schedctl status' shows limits, and what is left of
        them.
        """,
      arguments: "APP, DOMAIN and U are as for 'schedctl why'.",
      answer: "The object has target, grantedSeconds, and others, the other profiles whose limits were raised.",
      examples: [("schedctl more steam", "as much as the configuration allows at a time")])
  ) { _, resolved in resolved.access.map { .more($0) } }

  static let emergency = CommandRow(
    name: "emergency", lockedAction: .emergency, parameters: [.sessions, .reason],
    methodSummary: "End a session, or all sessions, whatever their locks are. History records the reason.",
    help: Help(
      summary: "End locked sessions",
      discussion: """
        Ends the session of P, or all running sessions, whatever their locks and keys are. The number of emergencies is
        limited: 3 in 4 weeks, or as '[emergency]' of the configuration says. The weeks are counted in real time, not by the
        clock. '--reason' is required; history records it, and 'schedctl log' shows it.
        """,
      answer: "The object of an emergency also has others, the other profiles that it ended, and usesLeft.",
      examples: [
        ("schedctl emergency --reason 'the exam was moved'", "ends everything that runs"),
        ("schedctl emergency deep-work --reason 'a call from school'", "ends one session"),
      ])
  ) { values, _ in values.reason.map { .emergency(values.session, reason: $0) } }

  private static let sessionArgument = """
    P is the key of a profile or the identity of a session; you can leave it out if only one session runs.
    """
}
