import SchedulerInstance

extension Subcommand {
  /// Creates the subcommand for a session command.
  init(giving row: CommandRow) {
    let help = row.help
    let remarks = [help.arguments, SessionChange.discussion, help.answer].filter { !$0.isEmpty }
    let kinds = row.arguments.compactMap(ValueKind.init)
    let forms = zip(row.arguments, kinds).map { $0.isTyped ? $1.placeholder : "[\($1.placeholder)]" }
    self.init(
      name: row.name, arguments: forms.joined(separator: " "),
      argumentCount: row.fewestArguments...row.arguments.count, argumentKinds: kinds,
      summary: help.summary, discussion: "\(help.discussion)\n\n\(remarks.joined(separator: "\n"))",
      options: row.options.map(Option.init) + (row.takesKeys ? [.keyFile] : []) + [.offline], examples: help.examples,
      run: { (invocation, console) throws(CommandFailure) in try console.give(row, for: invocation) })
  }
}

extension Console {
  /// Sends a session command to the daemon, or runs it on the state directory with `--offline`, and prints its result.
  fileprivate mutating func give(_ row: CommandRow, for invocation: Invocation) throws(CommandFailure) -> ExitCode {
    for option in row.options { _ = try invocation.value(of: Option(option)) }
    let request: CommandRequest
    do throws(ParameterError) {
      request = try CommandRequest(row, reading: invocation.words)
    } catch {
      throw failure(error, of: row, for: invocation)
    }
    if let user = request.values.user { _ = try WhyQuestion.user(named: user, on: host, by: places.identity) }
    let requester = Requester(keyContent: try keyContent(invocation))
    guard invocation.has(.offline) else {
      return try callDaemon(DaemonCall(request), for: invocation, by: requester)
    }
    return try carryOutOffline(request, for: invocation, by: requester)
  }

  /// Returns the failure of a parameter. For a missing profile the help lists the profiles.
  private mutating func failure(
    _ error: ParameterError, of row: CommandRow, for invocation: Invocation
  ) -> CommandFailure {
    guard error.text == nil, error.parameter.kind == .profile else {
      return CommandFailure(code: .usage, message: error.message, help: error.help)
    }
    return .usage(error.message, help: "usage: schedctl \(row.name) PROFILE", knownProfiles(invocation))
  }

  /// Returns a line of help with the keys of the profiles.
  private mutating func knownProfiles(_ invocation: Invocation) -> String {
    do throws(CommandFailure) {
      let configuration = try loadConfigurationInForce(invocation).configuration
      let keys = (configuration.profiles + configuration.builtInProfiles).map(\.key.text)
      guard keys.count <= Self.mostListedProfiles else { return "'schedctl profiles' lists the profiles" }
      return "the profiles are \(keys.joined(separator: ", "))"
    } catch {
      return "'schedctl profiles' lists the profiles"
    }
  }

  /// Maximum number of profiles in a line of help, so that it stays readable.
  private static let mostListedProfiles = 20
}

extension CommandRow {
  /// The number of arguments without which the command line is wrong. A missing profile is reported with those that exist.
  fileprivate var fewestArguments: Int { arguments.first?.kind == .profile ? 0 : arguments.count { $0.isTyped } }
}

/// Resolves the references of a session command with this machine and the configuration in force.
struct MachineResolver: CommandResolver {
  let configuration: Configuration
  let now: Instant
  let environment: ProcessEnvironment
  let host: Host
  let places: ProgramPlaces

  func instant(of text: String) throws(CommandFailure) -> Instant {
    try CommandFailure.mapping(TimeExpression.instant(text, now: now, zone: configuration.zone.rules)) {
      (error: TimeExpression.Problem) in .usage("'--at': \(error.message)")
    }
  }

  func access(to target: StatedTarget, for user: String?) throws(CommandFailure) -> AccessRequest {
    let (target, resolved) = MachineApplications(environment).meant(by: target.readings, in: configuration)
    return AccessRequest(
      to: target, resolved: resolved, for: try WhyQuestion.user(named: user, on: host, by: places.identity),
      machine: .ofThisMachine)
  }
}
