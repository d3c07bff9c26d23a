/// Renders diagnostics as text in the style of rustc: the message, the place, the source line with the place
/// underlined, and help.
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
/// The place is `file:line:column`; the column counts Unicode scalars from 1. Tabs are expanded, and wide characters
/// take two columns. Control characters of a file never reach the terminal: see `PrintableText`.
public struct DiagnosticRenderer: Sendable {
  /// The width at which source lines are cut if the width of the terminal is unknown, as for a file or a pipe.
  public static let defaultColumns = 160

  private let color: Bool
  private let columns: Int

  /// Creates a renderer.
  ///
  /// - Parameters:
  ///   - color: whether to write SGR control sequences.
  ///   - columns: the width of the terminal; nil for `defaultColumns`. A longer source line is cut to the part around
  ///     the caret. Messages are never cut.
  public init(color: Bool, columns: Int?) {
    self.color = color
    self.columns = columns ?? Self.defaultColumns
  }

  /// Returns the text of one diagnostic, ending with a line feed. Builds the line index of each text that it points
  /// into.
  public func render(_ diagnostic: Diagnostic, in sources: SourceMap) -> String {
    var locator = SourceLocator(sources)
    return render(diagnostic, using: &locator)
  }

  /// Returns the text of all diagnostics of a list in its order, each followed by an empty line, and a summary line.
  /// Returns an empty string for an empty list.
  public func render(_ list: DiagnosticList, in sources: SourceMap) -> String {
    var locator = SourceLocator(sources)
    var text = ""
    for diagnostic in list.diagnostics {
      text += render(diagnostic, using: &locator)
      text += "\n"
    }
    if list.omittedErrorCount > 0 { text += "… and \(counted(list.omittedErrorCount, of: "more error"))\n" }
    if let summary = list.summary { text += summary + "\n" }
    return text
  }

  private func render(_ diagnostic: Diagnostic, using locator: inout SourceLocator) -> String {
    var heading = StyledText(color: color)
    heading.append("\(diagnostic.severity.rawValue)[\(diagnostic.code.name)]", style: .severity(diagnostic.severity))
    heading.append(": " + PrintableText.printable(diagnostic.message), style: .message)
    let snippet = Snippet(diagnostic, using: &locator)
    var writer = SnippetWriter(
      severity: diagnostic.severity, color: color, columns: columns, largestLineNumber: snippet.largestLineNumber)
    writer.write(snippet, using: &locator)
    if !snippet.files.isEmpty && !diagnostic.help.isEmpty { writer.writeGutter() }
    for help in diagnostic.help { writer.write(help: help) }
    return heading.text + "\n" + writer.output.text
  }
}
