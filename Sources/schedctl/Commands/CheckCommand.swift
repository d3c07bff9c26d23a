import SchedulerInstance

extension Subcommand {
  static let check = Subcommand(
    name: "check", arguments: "[FILE…]", argumentCount: 0...Int.max, argumentKinds: [.file],
    summary: "Validate a configuration and explain what is wrong",
    discussion: """
      Reads the files, or the configuration in use if none is given, and reports all errors, warnings and notes at once.
      Several files form one configuration. Exits with 78 if there are errors; warnings and notes do not count.

      For the configuration in use it also notes the limits of use that nothing measures at present for someone who is logged
      in, if a daemon runs whose state this user may read.

      '--explain CODE' explains a diagnostic code with an example and its correction.
      Each line of '--json' is a diagnostic: severity, code, message, file, line, column, endLine, endColumn, labels and
      help. Lines and columns count from 1; columns count Unicode scalars. With '--explain' it is code, title, meaning,
      wrong and right.
      """,
    options: [.explain],
    examples: [
      ("schedctl check config.toml", "validates one file"),
      ("schedctl check --explain unknown-key", "explains the code in brackets after 'error'"),
    ], run: runCheck)
}

private func runCheck(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  if let code = try invocation.value(of: .explain) {
    return try explain(code, asJSON: invocation.has(.json), in: &session)
  }
  let choice = try ConfigurationChoice(invocation, arguments: invocation.arguments, environment: session.environment)
  var report = try session.readConfiguration(choice, trust: .check)
  for finding in report.configuration?.findings(at: session.now) ?? [] { report.diagnostics.report(finding) }
  if invocation.arguments.isEmpty {
    for note in session.unmeasuredLimits(in: report, invocation) { report.diagnostics.report(note) }
  }
  let diagnostics = report.diagnostics.inSourceOrder
  if invocation.has(.json) {
    var locator = SourceLocator(report.sources)
    for diagnostic in diagnostics.diagnostics {
      session.output.valueLine { $0.diagnostic(locator.locate(diagnostic)) }
    }
  } else {
    session.report(diagnostics, in: report.sources)
  }
  guard let configuration = report.configuration, !diagnostics.hasErrors else { return .configuration }
  if !invocation.has(.json) {
    let profiles = counted(configuration.profiles.count, of: "profile")
    let windows = counted(configuration.profiles.reduce(0) { $0 + $1.windows.count }, of: "window")
    session.output.write("\(report.title): ok, \(profiles), \(windows)\n")
    if report.isBlank {
      session.say("schedctl: a daemon does not accept an empty configuration\nhelp: a comment in it shows intent")
    }
  }
  return .success
}

extension Console {
  /// Returns notes on the limits of the configuration in use that nothing measures, as far as this user may know.
  fileprivate mutating func unmeasuredLimits(in report: ConfigurationReading, _ invocation: Invocation) -> [Diagnostic]
  {
    guard report.configuration?.profiles.contains(where: { $0.isEnabled && !$0.limits.isEmpty }) ?? false else {
      return []
    }
    let standings: [LimitStanding]
    do throws(CommandFailure) {
      let instance = try self.instance(invocation)
      guard instance.isSureOfConfiguration, instance.holder?.isProcess ?? false else { return [] }
      let view = try CommandFailure.mapping(instance.view())
      standings = instance.limitStandings(of: view.engine, at: view.now)
    } catch {
      sayMore("schedctl: not checked whether limits are measured: \(error.message)")
      return []
    }
    var finder = SettingFinder(in: report.sources)
    return standings.filter(\.isUnmeasured).compactMap { standing in
      finder.span(of: "limit", in: standing.profile.key).map { Diagnostic.unmeasured(standing, at: $0) }
    }
  }
}

extension Diagnostic {
  fileprivate static func unmeasured(_ standing: LimitStanding, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .note, code: .unmeasured, message: standing.unmeasuredWords, at: span,
      help: ["'schedctl doctor', run in the desktop session, shows what could measure it"])
  }
}

private func explain(_ code: String, asJSON: Bool, in session: inout Console) throws(CommandFailure) -> ExitCode {
  let all = DiagnosticCatalogue.all
  guard let explanation = all.first(where: { $0.code.name == code }) else {
    throw .unknown(
      code, among: all.map(\.code.name), message: "there is no diagnostic code '\(code)'",
      help: "codes stand in brackets behind 'error', 'warning' and 'note'")
  }
  if asJSON {
    session.output.valueLine { $0.explanation(explanation) }
  } else {
    session.output.write(explanation.page(columns: session.output.columns))
  }
  return .success
}

/// Returns a number with its noun, for example `1 profile` or `3 profiles`.
private func counted(_ count: Int, of noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
