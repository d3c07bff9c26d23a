import Scheduler
import SchedulerEnforcement

/// The questions of `init`, each with a default for Enter. A wrong answer is explained as by `check` and asked again.
extension Console {
  /// Asks all questions. Returns nil if the input ends before the last answer.
  mutating func askForFirstConfiguration() throws(CommandFailure) -> FirstConfiguration? {
    var wanted = FirstConfiguration()
    let usual = FirstConfiguration()
    let hasTargets = try settle(
      "What is to be kept from you? social, games, entertainment, news, or domains"
        + " [\(usual.targets.joined(separator: ", "))]", in: &wanted
    ) { $0.targets = Self.words(of: $1) }
    guard hasTargets, try settleApplications(in: &wanted) else { return nil }
    let hasDays = try settle("On which days? mon-fri, sat,sun, daily [\(usual.days)]", in: &wanted) {
      $0.days = Self.days(of: $1)
    }
    guard hasDays else { return nil }
    let hasTimes = try settle(
      "From when to when? [\(usual.times)]", form: "both ends are needed, as in \(usual.times)", in: &wanted
    ) { $0.times = $1 }
    return hasTimes ? wanted : nil
  }

  /// Asks which of the installed applications are blocked, if there are any. Returns false at the end of input.
  private mutating func settleApplications(in wanted: inout FirstConfiguration) throws(CommandFailure) -> Bool {
    var resolver = ApplicationResolver.ofThisMachine(environment)
    let menu = ApplicationMenu(resolver.installed())
    if menu.programs.isEmpty { return true }
    let question =
      "Which applications? Their names with commas between, or ? for a list of \(menu.programs.count) [none]"
    while let answer = try ask(question) {
      if answer == "?" {
        messages.write(PrintableText.printable(menu.programs.map(\.name).joined(separator: ", ")) + "\n")
        continue
      }
      switch menu.choice(answer) {
      case .success(let ids):
        wanted.applications = ids
        return true
      case .failure(let problem): messages.write(PrintableText.printable("\(problem)") + "\n")
      }
    }
    return false
  }

  /// Asks until the answer makes the configuration valid. Enter keeps the default. Returns false at the end of input.
  ///
  /// - Parameter form: the help for any wrong answer; nil if the problem has its own help.
  private mutating func settle(
    _ question: String, form: String? = nil, in wanted: inout FirstConfiguration,
    take: (inout FirstConfiguration, String) -> Void
  ) throws(CommandFailure) -> Bool {
    while let answer = try ask(question) {
      guard !answer.isEmpty else { return true }
      var changed = wanted
      take(&changed, answer)
      guard let problem = firstProblem(in: changed.text) else {
        wanted = changed
        return true
      }
      messages.write("\(PrintableText.printable(problem.message))\n")
      for line in form.map({ [$0] }) ?? Self.help(for: problem) {
        messages.write("help: \(PrintableText.printable(line))\n")
      }
    }
    return false
  }

  /// Returns the help for a problem. Answers cannot define sets, so such help is left out.
  private static func help(for problem: Diagnostic) -> [String] {
    guard problem.code == DiagnosticCode("unknown-set"), problem.help.contains(where: { $0.hasPrefix("define") }) else {
      return problem.help
    }
    return ["the sets are social, games, entertainment, news; a domain has a dot"]
  }

  /// Returns the first error in the text of a configuration.
  private func firstProblem(in text: String) -> Diagnostic? {
    var sources = SourceMap()
    _ = sources.add(SourceText(name: "config.toml", text))
    var list = DiagnosticList()
    _ = Configuration(reading: sources, zones: zones, diagnostics: &list)
    return list.inSourceOrder.diagnostics.first { $0.severity == .error }
  }

  /// Returns the days in the form of the configuration, for example for `Mon - Fri, Sun`.
  private static func days(of answer: String) -> String {
    words(of: answer).reduce(into: "") { days, word in
      let continues = days.isEmpty || days.hasSuffix("-") || word.hasPrefix("-")
      days += (continues ? "" : ",") + word
    }
  }

  /// Returns the words between commas and blanks.
  private static func words(of answer: String) -> [String] {
    answer.split { $0 == "," || $0.isWhitespace }.map { $0.lowercased() }
  }
}

/// The installed applications from which a person chooses.
struct ApplicationMenu {
  /// What menus show and may be blocked, by name.
  let programs: [InstalledProgram]

  /// The reason why an answer names no application.
  struct Problem: Error, Equatable, CustomStringConvertible {
    let description: String
  }

  init(_ installed: [InstalledProgram]) {
    programs = installed.filter { $0.isShown && $0.configurationLine != nil }
      .sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
  }

  /// Returns the IDs of the applications that an answer names, each once: by ID or name, in upper or lower case, or by a
  /// part of a name that no other has.
  func choice(_ answer: String) -> Result<[String], Problem> {
    var ids: [String] = []
    for word in answer.split(separator: ",") {
      let text = word.trimmed.lowercased()
      if text.isEmpty { continue }
      let exact = programs.filter { $0.id.lowercased() == text || $0.name.lowercased() == text }
      let found = exact.isEmpty ? programs.filter { $0.name.lowercased().contains(text) } : exact
      if found.isEmpty {
        return .failure(Problem(description: "no application in the menus is called '\(word.trimmed)'; ? lists them"))
      }
      if exact.isEmpty, found.count > 1 {
        let names = found.map(\.name).joined(separator: ", ")
        return .failure(Problem(description: "'\(word.trimmed)' may be \(names)"))
      }
      for program in found where !ids.contains(program.id) { ids.append(program.id) }
    }
    return .success(ids)
  }
}

extension Substring {
  /// The text without blanks at its ends.
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
