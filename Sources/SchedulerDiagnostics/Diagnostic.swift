/// How much a diagnostic matters.
public enum Severity: String, Sendable, Comparable, CaseIterable {
  /// Worth knowing; nothing has to change.
  case note
  /// Probably a mistake; the input is still used.
  case warning
  /// The input cannot be used as it is.
  case error

  /// Orders by weight: `note < warning < error`.
  public static func < (a: Severity, b: Severity) -> Bool { a.weight < b.weight }

  private var weight: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// The stable name of a kind of diagnostic, such as `unknown-key`: lower case words joined by `-`.
///
/// Codes never change their meaning within a major version. Each module declares its own as static members.
public struct DiagnosticCode: Hashable, Sendable, CustomStringConvertible {
  /// The name, as shown in brackets behind the severity and taken by `check --explain`.
  public let name: String

  /// A code of that name.
  public init(_ name: String) { self.name = name }

  /// The name.
  public var description: String { name }
}

/// A place that a diagnostic points at, with an optional remark (`first defined here`).
public struct DiagnosticLabel: Hashable, Sendable {
  /// What is underlined.
  public var span: SourceSpan
  /// What is said beside the underline; empty for none.
  public var message: String

  /// A label on `span`.
  public init(_ span: SourceSpan, _ message: String = "") {
    self.span = span
    self.message = message
  }
}

/// One finding about an input text: data, not yet a sentence on a screen.
///
/// Messages are lower case, without a full stop, with names in single quotes; they say what was found and what was
/// expected. `help` lines say how to mend it and may hold corrected TOML.
public struct Diagnostic: Hashable, Sendable {
  /// How much it matters.
  public var severity: Severity
  /// The stable kind.
  public var code: DiagnosticCode
  /// One line.
  public var message: String
  /// Where it is; `nil` when it concerns no particular place.
  public var primary: DiagnosticLabel?
  /// Other places that belong to it, in the order to show.
  public var secondary: [DiagnosticLabel]
  /// How to mend it, one line each; shown behind `help:`.
  public var help: [String]

  /// A diagnostic; see the properties for the form of each part.
  public init(
    _ severity: Severity, _ code: DiagnosticCode, _ message: String, at primary: DiagnosticLabel?,
    secondary: [DiagnosticLabel] = [], help: [String] = []
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.primary = primary
    self.secondary = secondary
    self.help = help
  }
}
