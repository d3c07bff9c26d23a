/// Writes a snippet: the gutter with line numbers, the source lines and the marks below them.
struct SnippetWriter {
  /// Minimum number of source columns shown on a narrow terminal.
  static let minimumWidth = 20

  private let severity: Severity
  private let color: Bool
  /// The columns available to the source text.
  private let width: Int
  /// The number of digits of the largest line number.
  private let digits: Int
  private(set) var output: StyledText

  /// Creates a writer for lines up to `largestLineNumber` on a terminal of `columns`.
  init(severity: Severity, color: Bool, columns: Int, largestLineNumber: Int) {
    self.severity = severity
    self.color = color
    digits = String(largestLineNumber).utf8.count
    width = max(Self.minimumWidth, columns - digits - 4)
    output = StyledText(color: color)
  }

  /// Writes all texts of a snippet.
  mutating func write(_ snippet: Snippet, using locator: inout SourceLocator) {
    for (position, file) in snippet.files.enumerated() {
      let name = PrintableText.printable(locator.sources[file.source].name)
      if position > 0 { writeGutter() }
      output.append(indent + (position == 0 ? "--> " : "::: "), style: .gutter)
      output.append("\(name):\(file.line):\(file.column)\n")
      writeGutter()
      writeLines(of: file, in: locator.sources[file.source], lines: locator.lines(of: file.source))
    }
  }

  /// Writes an empty row with the gutter bar.
  mutating func writeGutter() {
    output.append(indent + " |", style: .gutter)
    output.append("\n")
  }

  /// Writes a help entry. Its further lines are aligned with the first.
  mutating func write(help: String) {
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    output.append(indent + " = ", style: .gutter)
    output.append("help", style: .help)
    output.append(": ")
    for (position, line) in lines.enumerated() {
      let text = PrintableText.printable(String(line))
      if position > 0, !text.isEmpty { output.append(indent + "         ") }
      output.append(text + "\n")
    }
  }

  private var indent: String { String(repeating: " ", count: digits + 1) }

  private mutating func writeLines(of file: Snippet.File, in text: SourceText, lines: LineIndex) {
    var previous: Int?
    for line in file.lines {
      let skipped = previous.map { line.number - $0 - 1 } ?? 0
      if skipped == 1 { writeUnmarked(line.number - 1, in: text, lines: lines) }
      if skipped > 1 { output.append("...\n", style: .gutter) }
      write(line, in: text, content: lines.content(ofLine: line.number))
      previous = line.number
    }
  }

  /// Writes a line without marks that lies between two marked lines.
  private mutating func writeUnmarked(_ number: Int, in text: SourceText, lines: LineIndex) {
    let content = lines.content(ofLine: number)
    let line = DisplayLine(text, content: content, focus: content.lowerBound)
    writeSource(number, drawing: DisplayWindow(line, width: width, focus: 0..<1).drawing)
  }

  /// Writes a line with its marks. Repeats the line for marks that are too far from the first to be shown with it.
  private mutating func write(_ line: Snippet.Line, in text: SourceText, content: Range<Int>) {
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
      writeSource(line.number, drawing: window.drawing)
      for row in MarkRows(marks, severity: severity, color: color).rows() { writeMarks(row) }
      waiting = later
    }
  }

  private mutating func writeSource(_ number: Int, drawing: String) {
    let label = String(number)
    output.append(String(repeating: " ", count: digits + 1 - label.utf8.count) + label + " |", style: .gutter)
    output.append(drawing.isEmpty ? "\n" : " " + drawing + "\n")
  }

  private mutating func writeMarks(_ row: String) {
    output.append(indent + " |", style: .gutter)
    output.append(" " + row + "\n")
  }
}
