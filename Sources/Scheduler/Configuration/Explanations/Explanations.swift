import SchedulerDiagnostics

extension Configuration {
  /// An explanation for each code that reading and checking a configuration can report beyond those of TOML itself.
  ///
  /// Where an example takes several files, each begins behind a comment that names it: `# evening.toml`.
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
