/// How much a diagnostic matters.
public enum Severity: String, Sendable, Comparable, CaseIterable {
  /// Information; nothing has to change.
  case note
  /// Probably a mistake; the input is still used.
  case warning
  /// The input cannot be used as it is.
  case error

  /// Orders by weight: `note < warning < error`.
  public static func < (a: Severity, b: Severity) -> Bool { a.weight < b.weight }

  private var weight: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The stable name of a kind of diagnostic, such as `unknown-key`: lower-case words joined by `-`.
///
/// A code never changes its meaning within a major version. Each module declares its codes as static members.
public struct DiagnosticCode: Hashable, Sendable, CustomStringConvertible {
  /// The name. Renderers print it in brackets after the severity, and `check --explain` takes it.
  public let name: String

  /// Creates a code with that name.
  public init(_ name: String) { self.name = name }

  /// The name.
  public var description: String { name }
}

/// A place that a diagnostic points at, with an optional remark, such as `first defined here`.
public struct DiagnosticLabel: Hashable, Sendable {
  /// The bytes to underline.
  public var span: SourceSpan
  /// The text printed next to the underline, or an empty string.
  public var message: String

  /// Creates a label on `span`.
  public init(_ span: SourceSpan, message: String = "") {
    self.span = span
    self.message = message
  }
}

/// A finding about an input text, as data. `DiagnosticRenderer` turns it into text.
///
/// Messages are lower case, without a full stop, with names in single quotes. They state what was found and what was
/// expected. `help` lines describe the correction and may hold corrected TOML.
public struct Diagnostic: Hashable, Sendable {
  /// The severity.
  public var severity: Severity
  /// The kind of finding.
  public var code: DiagnosticCode
  /// One line that describes the finding.
  public var message: String
  /// The place of the finding; nil if it concerns no particular place.
  public var primary: DiagnosticLabel?
  /// Related places, in the order to show them.
  public var secondary: [DiagnosticLabel]
  /// Corrections, one line each, printed after `help:`.
  public var help: [String]

  /// Creates a diagnostic. The properties document the form of each part.
  public init(
    _ severity: Severity, code: DiagnosticCode, message: String, at primary: DiagnosticLabel?,
    secondary: [DiagnosticLabel] = [], help: [String] = []
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.primary = primary
    self.secondary = secondary
    self.help = help
  }

  /// Creates a diagnostic at a place, with the message that stands there.
  public init(
    _ severity: Severity, code: DiagnosticCode, message: String, at span: SourceSpan, label: String = "",
    secondary: [DiagnosticLabel] = [], help: [String] = []
  ) {
    let primary = DiagnosticLabel(span, message: label)
    self.init(severity, code: code, message: message, at: primary, secondary: secondary, help: help)
  }
}

/// The explanation of a diagnostic code, printed by `check --explain CODE`.
public struct DiagnosticExplanation: Sendable {
  /// The code that is explained.
  public let code: DiagnosticCode
  /// The title, a few words long.
  public let title: String
  /// What the code means and why the rule exists, in full sentences.
  public let meaning: String
  /// TOML that contains this mistake and no other; nil if an example would be too large.
  public let wrong: String?
  /// The corrected form of `wrong`.
  public let right: String?

  /// Creates an explanation of one text: the title is the first line of the text and the meaning the rest. The examples
  /// come after lines '---', the wrong one first.
  private init(of code: DiagnosticCode, text: String) {
    // Splitting at a text of several characters would link all of the standard library's regular expressions.
    let parts = text.split(separator: "\n", omittingEmptySubsequences: false).split(separator: "---")
    self.code = code
    title = String(parts[0].first ?? "")
    meaning = parts[0].dropFirst().joined(separator: "\n")
    wrong = parts.count > 1 ? parts[1].joined(separator: "\n") : nil
    right = parts.count > 2 ? parts[2].joined(separator: "\n") : nil
  }

  /// Returns the explanations of codes, each as one text: a line that is the title, the meaning, and if there is an
  /// example the wrong and the right form of it, each after a line '---'. An example may end with a line end.
  package static func all(_ texts: KeyValuePairs<DiagnosticCode, String>) -> [DiagnosticExplanation] {
    texts.map { DiagnosticExplanation(of: $0, text: $1) }
  }
}
