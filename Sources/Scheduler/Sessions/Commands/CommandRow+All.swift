extension CommandRow {
  /// The session commands, in the order of help.
  public static let all: [CommandRow] = [
    .start, .stop, .break, .pause, .resume, .reset, .skip, .extend, .access, .emergency,
  ]
}

extension Command {
  /// The command as it is written, so that reading it again gives this command.
  public var request: CommandRequest {
    switch self {
    case .start(let profile, let options):
      CommandRequest(
        .start,
        CommandValues(
          profile: profile, seconds: options.lengthSeconds, strategy: options.strategy,
          time: options.instant?.description))
    case .stop(let target): CommandRequest(.stop, CommandValues(session: target))
    case .break(let target): CommandRequest(.break, CommandValues(session: target))
    case .pause(let target): CommandRequest(.pause, CommandValues(session: target))
    case .resume(let target): CommandRequest(.resume, CommandValues(session: target))
    case .reset(let target): CommandRequest(.reset, CommandValues(session: target))
    case .skip(let profile, let isUndone):
      CommandRequest(.skip, CommandValues(profile: profile, isUndone: isUndone))
    case .extend(let target, let seconds):
      CommandRequest(.extend, CommandValues(session: target, seconds: seconds))
    case .access(let request):
      CommandRequest(.access, CommandValues(target: StatedTarget(request.target), user: request.user?.name))
    case .emergency(let target, let reason):
      CommandRequest(.emergency, CommandValues(session: target, reason: reason))
    }
  }
}

extension CommandRow {
  static let start = CommandRow(
    "start", parameters: [.profile, .length, .time, .strategy],
    methodSummary: "Start a profile by hand, for so many seconds or as its strategy says.",
    help: Help(
      summary: "Start a profile by hand",
      discussion: """
        Runs the strategy of the profile: until it is stopped, for the length of its timer, or as a pomodoro. With '--for'
        it ends by itself after so long. A profile that is active already gets one more reason to be; the session ends
        when the last of them is gone. '--strategy' runs another strategy than the profile's own; '--at' plans the start,
        at most 7 days ahead, which 'schedctl stop P' takes back.
        """,
      examples: [
        ("schedctl start deep-work --for 45m", "for 45 minutes from now on"),
        ("schedctl start deep-work --strategy pomodoro", "as a pomodoro"),
      ])
  ) { values, resolved in
    values.profile.map { profile in
      .start(
        profile,
        StartOptions(lengthSeconds: values.seconds, strategy: values.strategy, at: resolved.instant))
    }
  }

  static let stop = CommandRow(
    "stop", .stop, parameters: [.session],
    methodSummary: """
      End a session. A key is shown as text, or as bytes in base64; 'text' is the one that a refusal on this
      connection gave to type.
      """,
    help: Help(
      summary: "Stop a session",
      discussion: """
        The session ends with all that keeps it, or not at all: what may not be ended is named, and until when. What started
        earlier today does not start again; the next interval does. A start that is planned stays, and is taken back where no
        session of its profile runs.

        A session with keys needs one of them: the content of a file with '--key-file', or a random text that is shown at a
        terminal and typed from there. A right key stops even a strict session.
        """,
      arguments: sessionArgument, examples: [("schedctl stop", "stops the only session that runs")])
  ) { values, _ in .stop(values.session ?? .onlyRunning) }

  static let `break` = CommandRow(
    "break", .break, parameters: [.session], methodSummary: "Take a break.",
    help: Help(
      summary: "Take a break from a session",
      discussion: """
        The shield is lifted for the length of a break, or for what is left of the session's breaks. 'schedctl resume' ends
        it early and keeps the rest for later.
        """,
      arguments: sessionArgument,
      examples: [("schedctl break deep-work", "a break as long as the configuration allows")])
  ) { values, _ in .break(values.session ?? .onlyRunning) }

  static let pause = CommandRow(
    "pause", .pause, parameters: [.session],
    methodSummary: "Pause a session, or stop the clock of its pomodoro.",
    help: Help(
      summary: "Pause a session",
      discussion: """
        Of a pomodoro the clock stops, until 'schedctl resume'. Other sessions have pauses if the configuration allows
        them, and go on by themselves afterwards.
        """,
      arguments: sessionArgument, examples: [("schedctl pause", "pauses the only session that runs")])
  ) { values, _ in .pause(values.session ?? .onlyRunning) }

  static let resume = CommandRow(
    "resume", parameters: [.session], methodSummary: "Go on after a break or a pause.",
    help: Help(
      summary: "Go on after a break or a pause",
      discussion: "Ends the break or the pause that is open, else goes on with a paused pomodoro.",
      arguments: sessionArgument, examples: [("schedctl resume", "goes on with the only session that runs")])
  ) { values, _ in .resume(values.session ?? .onlyRunning) }

  static let reset = CommandRow(
    "reset", .reset, parameters: [.session],
    methodSummary: "End the pomodoro of a session; keys as for Stop.",
    help: Help(
      summary: "End a pomodoro",
      discussion:
        "Ends the pomodoro of a session; whatever else keeps the session goes on. Keys are asked for as by 'schedctl stop'.",
      arguments: sessionArgument, examples: [("schedctl reset deep-work", "ends the pomodoro of one profile")])
  ) { values, _ in .reset(values.session ?? .onlyRunning) }

  static let skip = CommandRow(
    "skip", .skip, parameters: [.profile, .undo],
    methodSummary: "Let the next interval of a profile pass, or restore the one that was skipped.",
    help: Help(
      summary: "Let the next interval of a profile pass",
      discussion:
        "The next interval that has not started does not start. '--undo' restores the one that was skipped.",
      examples: [
        ("schedctl skip deep-work", "leaves the next interval out"),
        ("schedctl skip deep-work --undo", "restores it"),
      ])
  ) { values, _ in values.profile.map { .skip($0, undo: values.isUndone) } }

  static let extend = CommandRow(
    "extend", parameters: [.typedSession, .addedLength],
    methodSummary: "Let a session end so many seconds later.",
    help: Help(
      summary: "Let a session end later",
      discussion: """
        The session ends so long after its latest end, at most 7 days from now. One without an end cannot be extended.
        """,
      examples: [("schedctl extend deep-work 30m", "half an hour more")])
  ) { values, _ in values.seconds.map { .extend(values.session ?? .onlyRunning, seconds: $0) } }

  static let access = CommandRow(
    "access", .access, parameters: [.target, .user],
    methodSummary: "Open one blocked application or domain for a while, for oneself or for a user.",
    help: Help(
      summary: "Use one blocked application or domain for a while",
      discussion: """
        Opens one target in every session that blocks it, for as long as '[profile.P.access]' of the configuration says, and
        never longer than the session. A domain covers its subdomains; a longer one that is listed stays blocked. Each of
        these sessions is charged; where one of them grants no access, or none any more, nothing is opened and nothing
        charged. Other targets, breaks and pauses may be open beside it. What is open and what is left shows
        'schedctl status'.
        """,
      arguments: "APP, DOMAIN and U are as for 'schedctl why'. A session opens the target for all whom it shields.",
      answer: "The object of an access also has target, and others, the other profiles that opened it.",
      examples: [
        ("schedctl access youtube.com", "a domain, as long as the configuration allows"),
        ("schedctl access steam", "an application"),
      ])
  ) { _, resolved in resolved.access.map { .access($0) } }

  static let emergency = CommandRow(
    "emergency", .emergency, parameters: [.sessions, .reason],
    methodSummary: "End a session, or all that run, whatever locks them. The reason is recorded.",
    help: Help(
      summary: "End sessions that are locked",
      discussion: """
        Ends the session of P, or all that run, whatever their locks and keys say. There are only so many emergencies:
        3 in 4 weeks, or what '[emergency]' of the configuration says. They are counted in time that has really passed, not
        by the clock. '--reason' is needed; it is recorded with the event, and 'schedctl log' shows it.
        """,
      answer: "The object of an emergency also has others, the other profiles that it ended, and usesLeft.",
      examples: [
        ("schedctl emergency --reason 'the exam was moved'", "ends everything that runs"),
        ("schedctl emergency deep-work --reason 'a call from school'", "ends one session"),
      ])
  ) { values, _ in values.reason.map { .emergency(values.session, reason: $0) } }

  private static let sessionArgument = """
    P is the key of a profile or the identity of a session; it may be left out when only one session runs.
    """
}
