/// What a diagnostic code means, for people who met it: shown by `check --explain CODE`.
public struct DiagnosticExplanation: Sendable {
  /// The code.
  public let code: DiagnosticCode
  /// A few words.
  public let title: String
  /// What it means and why it is so, in sentences.
  public let meaning: String
  /// TOML that has the mistake, and no other; nil where an example would be too large.
  public let wrong: String?
  /// The same without it.
  public let right: String?

  /// An explanation.
  public init(code: DiagnosticCode, title: String, meaning: String, wrong: String?, right: String?) {
    self.code = code
    self.title = title
    self.meaning = meaning
    self.wrong = wrong
    self.right = right
  }
}
