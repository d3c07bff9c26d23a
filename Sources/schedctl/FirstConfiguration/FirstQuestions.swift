import Scheduler

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
    guard hasTargets else { return nil }
    let hasDays = try settle("On which days? mon-fri, sat,sun, daily [\(usual.days)]", in: &wanted) {
      $0.days = Self.days(of: $1)
    }
    guard hasDays else { return nil }
    let hasTimes = try settle(
      "From when to when? [\(usual.times)]", form: "both ends are needed, as in \(usual.times)", in: &wanted
    ) { $0.times = $1 }
    return hasTimes ? wanted : nil
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
