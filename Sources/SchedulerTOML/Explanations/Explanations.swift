import SchedulerDiagnostics

extension Document {
  /// An explanation for each code that reading TOML can report.
  ///
  /// ```swift
  /// let explanation = Document.explanations.first { $0.code == .unquotedString }
  /// ```
  public static let explanations =
    DiagnosticExplanation.encoding + DiagnosticExplanation.keys + DiagnosticExplanation.strings
    + DiagnosticExplanation.values + DiagnosticExplanation.structure + DiagnosticExplanation.tables
}
