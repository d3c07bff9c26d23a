import SchedulerInstance

/// The program, from its arguments to its exit code.
enum Program {
  /// Runs one command line.
  static func run(arguments: [String], environment: ProcessEnvironment) -> ExitCode {
    BrokenPipe.ignoreSignal()
    FileSizeLimit.ignoreSignal()
    var session = Console(
      host: Host(environment: environment), now: SystemClocks.now(), output: .standardOutput(environment),
      messages: .standardError(environment))
    let code = outcome(of: arguments, &session)
    return session.finish(code)
  }

  /// Runs one command line in a session and reports the failure if it stops.
  static func outcome(of arguments: [String], _ session: inout Console) -> ExitCode {
    session.words = arguments
    do throws(CommandFailure) {
      let invocation = try ArgumentParser.parse(arguments, commands: CommandTable.commands)
      try session.apply(invocation)
      if invocation.has(.help) {
        session.output.write(Help.page(invocation.command))
        return .success
      }
      if invocation.has(.version) { return try Subcommand.version.run(Invocation(.version), &session) }
      if let code = try session.answerOfNamedDaemon(invocation) { return code }
      return try invocation.command.run(invocation, &session)
    } catch {
      session.report(error)
      return error.code
    }
  }
}
