/// A range of a text as a name, lines and columns. Half-open, like the span that it was computed from.
public struct SourceLocation: Hashable, Sendable {
  /// The name of the text.
  public let file: String
  /// The line of the first byte, from 1.
  public let line: Int
  /// The column of the first byte in Unicode scalars, from 1; see `LineIndex`.
  public let column: Int
  /// The line in which the span ends, from 1.
  public let endLine: Int
  /// The column after the last scalar; equal to `column` if the span is empty.
  public let endColumn: Int
}

/// A label with its computed location.
public struct LocatedLabel: Hashable, Sendable {
  /// The location that the label points at.
  public let location: SourceLocation
  /// The message at that location, or an empty string.
  public let message: String
}

/// A diagnostic with all locations computed. Forms other than text, such as JSON, are written from it.
public struct LocatedDiagnostic: Hashable, Sendable {
  /// The severity.
  public let severity: Severity
  /// The kind of finding.
  public let code: DiagnosticCode
  /// One line that describes the finding.
  public let message: String
  /// The place of the finding; nil if it concerns no particular place.
  public let primary: LocatedLabel?
  /// Related places, in the order of the diagnostic.
  public let secondary: [LocatedLabel]
  /// Corrections, one line each.
  public let help: [String]
}

/// Computes the locations of spans. Keeps the line index of each text that was requested.
public struct SourceLocator: Sendable {
  /// The texts that the spans point into.
  public let sources: SourceMap
  private var indices: [SourceID: LineIndex] = [:]

  /// Creates a locator for spans into `sources`. Indexes no text yet.
  public init(_ sources: SourceMap) { self.sources = sources }

  /// Returns the line index of a text, built at the first call for it.
  public mutating func lines(of source: SourceID) -> LineIndex {
    if let known = indices[source] { return known }
    let index = LineIndex(sources[source])
    indices[source] = index
    return index
  }

  /// Returns the lines and columns of a span. An end past the text is moved to the end of the text.
  public mutating func locate(_ span: SourceSpan) -> SourceLocation {
    let lines = lines(of: span.source)
    let start = lines.position(at: Int(span.bytes.lower))
    let end = lines.position(at: Int(span.bytes.upper))
    return SourceLocation(
      file: sources[span.source].name, line: start.line, column: start.column, endLine: end.line, endColumn: end.column)
  }

  /// Returns a diagnostic with all its locations.
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
