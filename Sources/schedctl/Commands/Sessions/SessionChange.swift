import Scheduler
import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerInstance

/// What the commands that change sessions have in common.
enum SessionChange {
  /// What their help says at its end.
  static let discussion = """
    The daemon does this; without one the exit code is 69. '--offline' changes the state directory instead, after doing
    what is due. The command prints what it did. A refusal (77) gives the reason and the time from which it is allowed.
    '--json' prints one object with change, profile, session, from and until.
    """
}

extension Console {
  /// Carries out a session command on the state directory, and prints what came of it. Where a text opens what is locked,
  /// and a person is there to type it, they are asked to.
  mutating func carryOutOffline(
    _ request: CommandRequest, _ invocation: Invocation, by requester: Requester
  ) throws(CommandFailure) -> ExitCode {
    let instance = try self.instance(invocation)
    var work = try openOffline(instance)
    let outcome: CommandOutcome?
    do throws(CommandFailure) {
      let resolver = MachineResolver(
        configuration: work.engine.engine.configuration, now: now, environment: environment, host: host, places: places)
      guard let command = try request.command(resolvedBy: resolver) else {
        throw .usage("'\(request.row.name)' needs more arguments")
      }
      outcome = try CommandFailure.mapping { () throws(InstanceError) in try work.carryOut(command, by: requester) }
    } catch {
      work.close()
      throw error
    }
    publish(work)
    if case .refused(let refusal) = outcome, let length = refusal.textLength, requester.typedLength == nil, canAsk {
      let help = refusal.help(in: work.engine.engine.configuration.zone.rules, at: work.now)
      // Nobody shall wait for a person who types.
      work.close()
      let typist = try typing(length, as: requester, because: refusal.message, help: help)
      return try carryOutOffline(request, invocation, by: typist)
    }
    let code: ExitCode
    do throws(CommandFailure) {
      code = try tell(outcome, work, of: invocation)
    } catch {
      work.close()
      throw error
    }
    let failures = work.failures
    work.close()
    return report(failures, otherwise: code)
  }

  /// Opens the state directory. That a daemon has it is said: the same command without '--offline' is for that.
  mutating func openOffline(_ instance: Instance) throws(CommandFailure) -> OpenState {
    do throws(CommandFailure) {
      return try open(instance)
    } catch {
      guard error.code == .unavailable else { throw error }
      throw CommandFailure(
        code: error.code, message: error.message, help: error.help + ["if that is the daemon, leave '--offline' out"])
    }
  }

  private mutating func tell(
    _ outcome: CommandOutcome?, _ work: borrowing OpenState, of invocation: Invocation
  ) throws(CommandFailure) -> ExitCode {
    let configuration = work.engine.engine.configuration
    switch outcome {
    case .done(let result):
      let zone = configuration.profile(result.profile).map { configuration.zone(of: $0) } ?? configuration.zone
      if invocation.has(.json) {
        output.json.write(result, in: zone.rules)
        output.endJSONLine()
      } else if verbosity > .quiet {
        output.write(result.words(now: work.now.wall, zone.rules, besides: configuration.zone.rules) + "\n")
      }
      tellOfAuthorization(result, work)
      return .success
    case .refused(let refusal):
      if refusal.reason == .unknownSession, let id = invocation.arguments.first.flatMap(UUIDValue.init),
        try CommandFailure.mapping({ () throws(InstanceError) in
          try StoredHistory.hasSession(SessionID(id), in: work.instance.directory)
        })
      {
        throw CommandFailure(code: .refused, message: "session '\(id)' has already ended")
      }
      let failure = CommandFailure(refusal, configuration, now: work.now)
      report(failure)
      return failure.code
    case nil: return .software
    }
  }
}

extension Console {
  /// Says that a session that runs after a command shields nothing, for lack of consent.
  private mutating func tellOfAuthorization(_ result: CommandResult, _ work: borrowing OpenState) {
    let engine = work.engine.engine
    let session = engine.book.sessions.values.first { $0.profile.key == result.profile }
    guard session?.isShielding == true, let words = engine.authorizationWords else { return }
    say("schedctl: \(words)")
  }
}

extension CommandFailure {
  /// A refusal: its reason, and when it would be allowed.
  init(_ refusal: Refusal, _ configuration: Configuration, now: Moment) {
    self.init(
      code: refusal.reason.isUsage ? .usage : .refused, message: refusal.message,
      help: refusal.help(in: configuration.zone.rules, at: now) + Self.help(onText: refusal.textLength))
  }

  /// Where a text opens what is locked, and nobody is there to type it.
  static func help(onText length: Int64?) -> [String] {
    length == nil ? [] : ["at a terminal it asks for a text, which ends it all the same when it is typed"]
  }
}
