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
      argumentCount: row.arguments.count { $0.isTyped }...row.arguments.count, argumentKinds: kinds,
      summary: help.summary, discussion: "\(help.discussion)\n\n\(remarks.joined(separator: "\n"))",
      options: row.options.map(Option.init) + (row.takesKeys ? [.keyFile] : []) + [.offline], examples: help.examples,
      run: { (invocation, console) throws(CommandFailure) in try console.give(row, for: invocation) })
  }
}

extension Console {
  /// Sends a session command to the daemon, or runs it on the state directory with `--offline`, and prints its result.
  fileprivate mutating func give(_ row: CommandRow, for invocation: Invocation) throws(CommandFailure) -> ExitCode {
    for option in row.options { _ = try invocation.value(of: Option(option)) }
    let request = try CommandFailure.mapping(CommandRequest(row, reading: invocation.words)) {
      (error: ParameterError) in .init(code: .usage, message: error.message, help: error.help)
    }
    if let user = request.values.user { _ = try WhyQuestion.user(named: user, on: host, by: places.identity) }
    let requester = Requester(keyContent: try keyContent(invocation))
    guard invocation.has(.offline) else {
      return try callDaemon(DaemonCall(request), for: invocation, by: requester)
    }
    return try carryOutOffline(request, for: invocation, by: requester)
  }
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
