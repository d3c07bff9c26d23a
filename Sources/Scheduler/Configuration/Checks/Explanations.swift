import Diagnostics

extension Configuration {
  /// What each code of a configuration's diagnostics means.
  public static let explanations: [DiagnosticExplanation] = []
}
