/// Draws a snippet: gutter with line numbers, source lines, and marks below them.
struct SnippetWriter {
  /// Fewest columns of source that are shown, however narrow the terminal: less would show nothing of use.
  static let minimumWidth = 20

  private let severity: Severity
  private let color: Bool
  /// Columns for the source text.
  private let width: Int
  /// Digits of the largest line number.
  private let digits: Int
  private(set) var output: StyledText

  /// A writer for lines up to `largestLineNumber` on a terminal of `columns`.
  init(severity: Severity, color: Bool, columns: Int, largestLineNumber: Int) {
    self.severity = severity
    self.color = color
    digits = String(largestLineNumber).utf8.count
    width = max(Self.minimumWidth, columns - digits - 4)
    output = StyledText(color: color)
  }

  /// Writes all texts of a snippet.
  mutating func write(_ snippet: Snippet, _ locator: inout SourceLocator) {
    for (position, file) in snippet.files.enumerated() {
      let name = PrintableText.printable(locator.sources[file.source].name)
      if position > 0 { writeGutter() }
      output.append(indent + (position == 0 ? "--> " : "::: "), .gutter)
      output.append("\(name):\(file.line):\(file.column)\n")
      writeGutter()
      writeLines(of: file, locator.sources[file.source], locator.lines(of: file.source))
    }
  }

  /// Writes an empty row with its bar.
  mutating func writeGutter() {
    output.append(indent + " |", .gutter)
    output.append("\n")
  }

  /// Writes a help entry, its further lines below the beginning of the first.
  mutating func write(help: String) {
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    output.append(indent + " = ", .gutter)
    output.append("help", .help)
    output.append(": ")
    for (position, line) in lines.enumerated() {
      let text = PrintableText.printable(String(line))
      if position > 0, !text.isEmpty { output.append(indent + "         ") }
      output.append(text + "\n")
    }
  }

  private var indent: String { String(repeating: " ", count: digits + 1) }

  private mutating func writeLines(of file: Snippet.File, _ text: SourceText, _ lines: LineIndex) {
    var previous: Int?
    for line in file.lines {
      let skipped = previous.map { line.number - $0 - 1 } ?? 0
      if skipped == 1 { writeUnmarked(line.number - 1, text, lines) }
      if skipped > 1 { output.append("...\n", .gutter) }
      write(line, text, content: lines.content(ofLine: line.number))
      previous = line.number
    }
  }

  /// Writes a line that only stands between two others.
  private mutating func writeUnmarked(_ number: Int, _ text: SourceText, _ lines: LineIndex) {
    let content = lines.content(ofLine: number)
    let line = DisplayLine(text, content: content, focus: content.lowerBound)
    writeSource(number, DisplayWindow(line, width: width, focus: 0..<1).drawing)
  }

  /// Writes a line with its marks, again for marks that are too far from the first to be seen with it.
  private mutating func write(_ line: Snippet.Line, _ text: SourceText, content: Range<Int>) {
    var waiting = line.annotations
    while let focus = waiting.first {
      let laidOut = DisplayLine(text, content: content, focus: focus.bytes.lowerBound)
      let window = DisplayWindow(laidOut, width: width, focus: laidOut.columns(of: focus.bytes))
      var marks: [MarkRows.Mark] = []
      var later: [Snippet.Annotation] = []
      for (position, annotation) in waiting.enumerated() {
        let columns = laidOut.columns(of: annotation.bytes)
        if position > 0 && !window.shows(columns) {
          later.append(annotation)
        } else {
          marks.append(
            MarkRows.Mark(
              columns: window.columns(of: columns), isPrimary: annotation.isPrimary, message: annotation.message))
        }
      }
      writeSource(line.number, window.drawing)
      for row in MarkRows(marks, severity: severity, color: color).rows() { writeMarks(row) }
      waiting = later
    }
  }

  private mutating func writeSource(_ number: Int, _ drawing: String) {
    let label = String(number)
    output.append(String(repeating: " ", count: digits + 1 - label.utf8.count) + label + " |", .gutter)
    output.append(drawing.isEmpty ? "\n" : " " + drawing + "\n")
  }

  private mutating func writeMarks(_ row: String) {
    output.append(indent + " |", .gutter)
    output.append(" " + row + "\n")
  }
}
