/// A place in a text as people and editors name it: half-open like the span it was computed from.
public struct SourceLocation: Hashable, Sendable {
  /// The name of the text.
  public let file: String
  /// The line of the first byte, from 1.
  public let line: Int
  /// The column of the first byte in Unicode scalars, from 1; see `LineIndex`.
  public let column: Int
  /// The line in which the span ends.
  public let endLine: Int
  /// The column behind the last scalar; equal to `column` on the same line when the span is empty.
  public let endColumn: Int

  /// A place; see the properties for what each number counts.
  public init(file: String, line: Int, column: Int, endLine: Int, endColumn: Int) {
    self.file = file
    self.line = line
    self.column = column
    self.endLine = endLine
    self.endColumn = endColumn
  }
}

/// A label whose place has been computed.
public struct LocatedLabel: Hashable, Sendable {
  /// Where it points.
  public let location: SourceLocation
  /// What it says there; empty for nothing.
  public let message: String
}

/// A diagnostic with all positions computed: the facts from which other forms than text, such as JSON, are written.
public struct LocatedDiagnostic: Hashable, Sendable {
  /// How much it matters.
  public let severity: Severity
  /// The stable kind.
  public let code: DiagnosticCode
  /// One line.
  public let message: String
  /// Where it is; `nil` when it concerns no particular place.
  public let primary: LocatedLabel?
  /// Other places, in the order of the diagnostic.
  public let secondary: [LocatedLabel]
  /// How to mend it.
  public let help: [String]
}

/// Computes the positions of spans, and keeps the line index of each text that was asked for.
public struct SourceLocator: Sendable {
  /// The texts that the spans point into.
  public let sources: SourceMap
  private var indices: [SourceID: LineIndex] = [:]

  /// A locator for spans into `sources`. Reads nothing yet.
  public init(_ sources: SourceMap) { self.sources = sources }

  /// The line index of a text, built at the first call for it.
  public mutating func lines(of source: SourceID) -> LineIndex {
    if let known = indices[source] { return known }
    let index = LineIndex(sources[source])
    indices[source] = index
    return index
  }

  /// Lines and columns of a span; ends behind the text are moved to its end.
  public mutating func locate(_ span: SourceSpan) -> SourceLocation {
    let lines = lines(of: span.source)
    let start = lines.position(at: Int(span.bytes.lower))
    let end = lines.position(at: Int(span.bytes.upper))
    return SourceLocation(
      file: sources[span.source].name, line: start.line, column: start.column, endLine: end.line, endColumn: end.column)
  }

  /// A diagnostic with all its positions.
  public mutating func locate(_ diagnostic: Diagnostic) -> LocatedDiagnostic {
    var labels: [LocatedLabel] = []
    for label in diagnostic.secondary {
      labels.append(LocatedLabel(location: locate(label.span), message: label.message))
    }
    let primary = diagnostic.primary.map { LocatedLabel(location: locate($0.span), message: $0.message) }
    return LocatedDiagnostic(
      severity: diagnostic.severity, code: diagnostic.code, message: diagnostic.message, primary: primary,
      secondary: labels, help: diagnostic.help)
  }
}
