import SchedulerInstance

/// The common parts of the commands that change sessions.
enum SessionChange {
  /// The end of their help.
  static let discussion = """
    The daemon does this; without one the exit code is 69. '--offline' changes the state directory instead, after doing
    what is due. The command prints what it did. A refusal (77) gives the reason and the time from which it is allowed.
    '--json' prints one object with change, profile, session, from and until.
    """
}

extension Console {
  /// Runs a session command on the state directory and prints its result. If a typed text opens a lock and the user is
  /// at a terminal, asks for the text.
  mutating func carryOutOffline(
    _ request: CommandRequest, for invocation: Invocation, by requester: Requester
  ) throws(CommandFailure) -> ExitCode {
    let instance = try self.instance(invocation)
    var work = try openOffline(instance)
    let resolver = MachineResolver(
      configuration: work.engine.engine.configuration, now: now, environment: environment, host: host, places: places)
    guard let command = try request.command(resolvedBy: resolver) else {
      throw .usage("'\(request.row.name)' needs more arguments")
    }
    let outcome = try CommandFailure.mapping(work.carryOut(command, by: requester))
    publish(work)
    if case .refused(let refusal) = outcome, let length = refusal.textLength, requester.typedLength == nil, canAsk {
      let help = refusal.help(in: work.engine.engine.configuration.zone.rules, at: work.now)
      // The state directory is released before the user types, so that other processes need not wait.
      work.close()
      let typist = try typing(length, as: requester, because: refusal.message, help: help)
      return try carryOutOffline(request, for: invocation, by: typist)
    }
    let code = try tell(outcome, in: work, of: invocation)
    let failures = work.failures
    work.close()
    return report(failures, after: code)
  }

  /// Opens the state directory. If a daemon uses it, the failure suggests the command without `--offline`.
  mutating func openOffline(_ instance: Instance) throws(CommandFailure) -> OpenState {
    try open(instance, ifTaken: "if that is the daemon, leave '--offline' out")
  }

  private mutating func tell(
    _ outcome: CommandOutcome?, in work: borrowing OpenState, of invocation: Invocation
  ) throws(CommandFailure) -> ExitCode {
    let configuration = work.engine.engine.configuration
    switch outcome {
    case .done(let result):
      isDone = true
      let zone = configuration.profile(result.profile).map { configuration.zone(of: $0) } ?? configuration.zone
      if invocation.has(.json) {
        output.valueLine { $0.write(result, in: zone.rules) }
      } else if verbosity > .quiet {
        output.write(result.words(now: work.now.wall, zone.rules, besides: configuration.zone.rules) + "\n")
      }
      for words in work.engine.engine.shieldNotes(on: result, enforcement: EnforcementStatus()) {
        say("schedctl: \(words)")
      }
      return .success
    case .refused(let refusal):
      if refusal.reason == .unknownSession, let id = invocation.arguments.first.flatMap(UUIDValue.init),
        try CommandFailure.mapping(StoredHistory.hasSession(SessionID(id), in: work.instance.directory))
      {
        throw CommandFailure(code: .refused, message: "session '\(id)' has already ended")
      }
      let failure = CommandFailure(refusal, in: configuration, now: work.now)
      report(failure)
      return failure.code
    case nil: return .software
    }
  }
}

extension CommandFailure {
  /// Creates the failure of a refusal: its reason, and the time from which the command is allowed.
  init(_ refusal: Refusal, in configuration: Configuration, now: Moment) {
    self.init(
      code: refusal.reason.isUsage ? .usage : .refused, message: refusal.message,
      help: refusal.help(in: configuration.zone.rules, at: now) + Self.help(onText: refusal.textLength))
  }

  /// Returns help for the case that a typed text would open the lock but there is no terminal.
  static func help(onText length: Int64?) -> [String] {
    length == nil ? [] : ["at a terminal it asks for a text, which ends it all the same when it is typed"]
  }
}
