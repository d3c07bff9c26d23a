import SchedulerDiagnostics

extension Configuration {
  /// The explanation of each code that reading and checking a configuration can report in addition to those of TOML.
  ///
  /// If an example consists of several files, each begins with a comment that names it: `# evening.toml`.
  ///
  /// ```swift
  /// let explanation = Configuration.explanations.first { $0.code.name == "unknown-key" }
  /// ```
  public static let explanations =
    DiagnosticExplanation.keys + DiagnosticExplanation.identities + DiagnosticExplanation.times
    + DiagnosticExplanation.windows + DiagnosticExplanation.zones + DiagnosticExplanation.targets
    + DiagnosticExplanation.lists + DiagnosticExplanation.accounts + DiagnosticExplanation.sessions
    + DiagnosticExplanation.locks
    + DiagnosticExplanation.targetFindings + DiagnosticExplanation.windowFindings
}
