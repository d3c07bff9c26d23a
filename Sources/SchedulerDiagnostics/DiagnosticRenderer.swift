/// Renders diagnostics for people, in the manner of rustc: what, where, the line with the place underlined, and help.
///
/// ```
/// error[unknown-key]: unknown key 'windws' in a profile
///   --> config.toml:4:1
///    |
///  4 | windws = ["mon-fri 09:00-12:30"]
///    | ^^^^^^
///    |
///    = help: did you mean 'window'?
/// ```
///
/// The place is `file:line:column`; the column counts Unicode scalars from 1. Tabs are expanded, wide characters take
/// two columns, and nothing that a file holds reaches the terminal as a control character: see `PrintableText`.
public struct DiagnosticRenderer: Sendable {
  /// Where source lines are cut when the width of the terminal is not known, as in a file or a pipe.
  public static let defaultColumns = 160

  private let color: Bool
  private let columns: Int

  /// A renderer.
  ///
  /// - Parameters:
  ///   - color: whether to write SGR control sequences.
  ///   - columns: the width of the terminal, where longer source lines are cut to the part around the caret; nil for
  ///     `defaultColumns`. Messages are never cut.
  public init(color: Bool, columns: Int?) {
    self.color = color
    self.columns = columns ?? Self.defaultColumns
  }

  /// The text for one diagnostic, ending in a line feed. Builds the line index of each text that it points into.
  public func render(_ diagnostic: Diagnostic, in sources: SourceMap) -> String {
    var locator = SourceLocator(sources)
    return render(diagnostic, &locator)
  }

  /// The text for all diagnostics of a list, in its order, each followed by an empty line, and its summary; empty when
  /// the list is.
  public func render(_ list: DiagnosticList, in sources: SourceMap) -> String {
    var locator = SourceLocator(sources)
    var text = ""
    for diagnostic in list.diagnostics {
      text += render(diagnostic, &locator)
      text += "\n"
    }
    if list.omittedErrorCount > 0 { text += "… and \(counted(list.omittedErrorCount, "more error"))\n" }
    if let summary = list.summary { text += summary + "\n" }
    return text
  }

  private func render(_ diagnostic: Diagnostic, _ locator: inout SourceLocator) -> String {
    var heading = StyledText(color: color)
    heading.append("\(diagnostic.severity.rawValue)[\(diagnostic.code.name)]", .severity(diagnostic.severity))
    heading.append(": " + PrintableText.printable(diagnostic.message), .message)
    let snippet = Snippet(diagnostic, &locator)
    var writer = SnippetWriter(
      severity: diagnostic.severity, color: color, columns: columns, largestLineNumber: snippet.largestLineNumber)
    writer.write(snippet, &locator)
    if !snippet.files.isEmpty && !diagnostic.help.isEmpty { writer.writeGutter() }
    for help in diagnostic.help { writer.write(help: help) }
    return heading.text + "\n" + writer.output.text
  }
}
