import SchedulerCivilTime
import SchedulerDiagnostics

extension DiagnosticCode {
  static let scriptTime = DiagnosticCode("script-time")
  static let scriptOrder = DiagnosticCode("script-order")
  static let scriptEnd = DiagnosticCode("script-end")
  static let unknownAction = DiagnosticCode("unknown-action")
  static let scriptWords = DiagnosticCode("script-words")
  static let scriptOption = DiagnosticCode("script-option")
  static let scriptValue = DiagnosticCode("script-value")
  static let unknownProfile = DiagnosticCode("unknown-profile")
}

extension Diagnostic {
  /// Creates the diagnostic of a problem in the script with the given ID.
  init(_ problem: ScriptProblem, as severity: Severity, in id: SourceID) {
    self.init(
      severity, code: problem.code, message: problem.message,
      at: DiagnosticLabel(SourceSpan(source: id, bytes: problem.span)), help: problem.help)
  }

  static func unknownProfile(_ key: ProfileKey, at span: SourceSpan, known: [String]) -> Diagnostic {
    Diagnostic(
      .error, code: .unknownProfile, message: "there is no profile '\(shortened(key.text))'", at: span,
      help: NearestName.help(for: key.text, among: known, otherwise: "'schedctl profiles' lists them"))
  }
}

extension ScriptProblem {
  static func unclosedQuote(_ span: ByteSpan) -> ScriptProblem {
    ScriptProblem(code: .scriptWords, span: span, message: "no closing '\"' on this line")
  }

  static func noTime(_ problem: TimeExpression.Problem, at span: ByteSpan) -> ScriptProblem {
    ScriptProblem(code: .scriptTime, span: span, message: shortened(problem.message, to: 160))
  }

  static func timeMissing(before action: String, at span: ByteSpan) -> ScriptProblem {
    ScriptProblem(
      code: .scriptTime, span: span, message: "no time before '\(action)'",
      help: ["each line begins with a time: +5m \(action) …"])
  }

  static func noAction(_ span: ByteSpan) -> ScriptProblem {
    ScriptProblem(
      code: .scriptWords, span: span, message: "no action behind the time",
      help: ["such as: +5m break", "'schedctl help simulate' lists the actions"])
  }

  static func unknownAction(_ word: ScriptWord) -> ScriptProblem {
    ScriptProblem(
      code: .unknownAction, span: word.span, message: "unknown action '\(shortened(word.text))'",
      help: NearestName.help(
        for: word.text, among: ScriptAction.all.map(\.name), otherwise: "'schedctl help simulate' lists the actions"))
  }

  static func missing(_ noun: String, after word: ScriptWord, of action: ScriptAction) -> ScriptProblem {
    ScriptProblem(
      code: .scriptWords, span: word.span, message: "'\(action.name)' needs \(noun)", help: [usage(of: action)])
  }

  static func surplus(_ word: ScriptWord, of action: ScriptAction) -> ScriptProblem {
    ScriptProblem(
      code: .scriptWords, span: word.span, message: "unexpected word '\(shortened(word.text))'",
      help: [usage(of: action)])
  }

  /// Returns the problem of malformed options.
  static func options(_ error: ArgumentError<ScriptWord>, of action: ScriptAction) -> ScriptProblem {
    let help = error.isUnknown ? [error.nearest.map { "did you mean '--\($0)'?" } ?? usage(of: action)] : []
    return ScriptProblem(
      code: .scriptOption, span: error.word.span, message: shortened(error.message, to: 160), help: help)
  }

  static func repeatedOption(_ name: String, at word: ScriptWord) -> ScriptProblem {
    ScriptProblem(code: .scriptOption, span: word.span, message: "'--\(name)' is given twice")
  }

  /// Returns the problem of a session command's parameter that is missing or invalid.
  static func parameter(_ error: ParameterError, at word: ScriptWord, of action: ScriptAction) -> ScriptProblem {
    ScriptProblem(
      code: error.text == nil ? .scriptWords : .scriptValue, span: word.span,
      message: shortened(error.message, to: 160),
      help: error.text == nil ? [usage(of: action)] : error.help)
  }

  static func bytesWithoutPlace(_ word: ScriptWord) -> ScriptProblem {
    ScriptProblem(
      code: .scriptOption, span: word.span,
      message: "'--bytes' is of 'within': so many bytes of an operation are written",
      help: ["write: within 3 --bytes 10"])
  }

  static func noCount(_ word: ScriptWord, from least: Int) -> ScriptProblem {
    ScriptProblem(
      code: .scriptValue, span: word.span,
      message: "expected a whole number from \(least) to \(ScriptAction.mostCount), found '\(shortened(word.text))'")
  }

  static func noChoice(_ word: ScriptWord, among choices: [String]) -> ScriptProblem {
    let nearest = NearestName.nearest(to: word.text, among: choices)
    return ScriptProblem(
      code: .scriptValue, span: word.span,
      message: "expected \(listed(choices)), found '\(shortened(word.text))'",
      help: nearest.map { ["did you mean '\($0)'?"] } ?? [])
  }

  static func noZone(_ error: ZoneError, at word: ScriptWord, known: [String]) -> ScriptProblem {
    ScriptProblem(
      code: .unknownZone, span: word.span, message: shortened("\(error)", to: 160),
      help: NearestName.help(
        for: word.text, among: known, otherwise: "zones are IANA names such as Europe/Berlin, or UTC"))
  }

  /// Returns the problem of an invalid word.
  static func text(_ problem: TextProblem, in word: ScriptWord) -> ScriptProblem {
    let lower = Int(word.span.lower) + problem.range.lowerBound
    let isInside = !word.isQuoted && !problem.range.isEmpty && lower + problem.range.count <= Int(word.span.upper)
    let span = isInside ? ByteSpan(lower: lower, upper: lower + problem.range.count) : word.span
    return ScriptProblem(
      code: problem.code, span: span, message: shortened(problem.message, to: 160),
      help: problem.code == .invalidDuration ? ["write a duration as 90s, 25m, 1h30m, 2d or 4w"] : problem.help)
  }

  private static func usage(of action: ScriptAction) -> String { "usage: \(action.usage)" }

  private static func listed(_ choices: [String]) -> String {
    let quoted = choices.map { "'\($0)'" }
    return quoted.dropLast().joined(separator: ", ") + " or " + (quoted.last ?? "")
  }
}

extension ScriptProblem {
  static func beforeStart(_ start: Instant, at span: ByteSpan, in zone: ZoneRules) -> ScriptProblem {
    outOfOrder(
      at: span, message: "it is before the start of the simulation, \(text(start, in: zone))",
      help: "let '--from' be earlier")
  }

  static func beforePrevious(_ previous: Instant, at span: ByteSpan, in zone: ZoneRules) -> ScriptProblem {
    outOfOrder(
      at: span, message: "it is before the line above, \(text(previous, in: zone))",
      help: "lines stand in the order in which they happen")
  }

  static func machineAway(until instant: Instant, at span: ByteSpan, in zone: ZoneRules) -> ScriptProblem {
    outOfOrder(
      at: span, message: "the machine is away until \(text(instant, in: zone))",
      help: "nothing can be done to a machine that sleeps or is off")
  }

  static func afterEnd(_ end: Instant, at span: ByteSpan, in zone: ZoneRules) -> ScriptProblem {
    ScriptProblem(
      code: .scriptEnd, span: span, message: "from here on nothing happens before the end, \(text(end, in: zone))",
      help: ["let '--until' be later, or remove the lines"])
  }

  private static func outOfOrder(at span: ByteSpan, message: String, help: String) -> ScriptProblem {
    ScriptProblem(code: .scriptOrder, span: span, message: message, help: [help])
  }

  private static func text(_ instant: Instant, in zone: ZoneRules) -> String {
    let civil = zone.civil(at: instant)
    return "\(civil.date) \(civil.time)"
  }
}

/// Returns the beginning of a long text in a file, for a message.
private func shortened(_ text: String, to length: Int = 60) -> String {
  text.utf8.count <= length ? text : String(text.prefix(length - 1)) + "…"
}
