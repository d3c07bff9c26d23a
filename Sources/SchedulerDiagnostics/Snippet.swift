/// The source lines that a diagnostic shows: its labels grouped by text and line, independent of how they are drawn.
struct Snippet {
  /// The part of one label that lies on one line.
  struct Annotation: Equatable {
    /// The bytes to mark, within the line; empty for a place between two bytes.
    let bytes: Range<Int>
    let isPrimary: Bool
    let message: String
  }

  /// A line and its annotations.
  struct Line: Equatable {
    /// Counted from 1.
    let number: Int
    var annotations: [Annotation]
  }

  /// The lines of one text in ascending order, and the place printed above them.
  struct File {
    let source: SourceID
    let line: Int
    let column: Int
    fileprivate(set) var lines: [Line] = []
  }

  /// The texts: the one of the primary label first, the others in the order of the labels.
  private(set) var files: [File] = []

  /// The message at the end of a label that begins on another line.
  static let endMessage = "to here"

  /// Groups the labels of a diagnostic. The result is empty if it has none.
  init(_ diagnostic: Diagnostic, using locator: inout SourceLocator) {
    if let primary = diagnostic.primary { add(primary, isPrimary: true, using: &locator) }
    for label in diagnostic.secondary { add(label, isPrimary: false, using: &locator) }
  }

  /// The largest line number; 0 if there are no lines.
  var largestLineNumber: Int { files.compactMap { $0.lines.last?.number }.max() ?? 0 }

  private mutating func add(_ label: DiagnosticLabel, isPrimary: Bool, using locator: inout SourceLocator) {
    let lines = locator.lines(of: label.span.source)
    let start = lines.position(at: Int(label.span.bytes.lower))
    let file = fileIndex(of: label.span.source, line: start.line, column: start.column)
    for (number, annotation) in Self.annotations(of: label, isPrimary: isPrimary, lines) {
      files[file].insert(annotation, onLine: number)
    }
  }

  private mutating func fileIndex(of source: SourceID, line: Int, column: Int) -> Int {
    if let known = files.firstIndex(where: { $0.source == source }) { return known }
    files.append(File(source: source, line: line, column: column))
    return files.count - 1
  }

  /// Returns one annotation for a label within a line. A label over several lines yields two: the rest of its first
  /// line, and its last scalar. A label that ends after a line feed ends on the line of that line feed.
  private static func annotations(
    of label: DiagnosticLabel, isPrimary: Bool, _ lines: LineIndex
  ) -> [(line: Int, Annotation)] {
    let bytes = label.span.bytes.range
    let first = lines.line(at: bytes.lowerBound)
    let last = lines.line(at: max(bytes.lowerBound, bytes.upperBound - 1))
    let onFirst = bytes.clamped(to: lines.content(ofLine: first))
    let start = Annotation(bytes: onFirst, isPrimary: isPrimary, message: label.message)
    if first == last { return [(first, start)] }
    let content = lines.content(ofLine: last)
    let onLast = (bytes.upperBound - 1..<bytes.upperBound).clamped(to: content)
    return [(first, start), (last, Annotation(bytes: onLast, isPrimary: isPrimary, message: endMessage))]
  }
}

extension Snippet.File {
  fileprivate mutating func insert(_ annotation: Snippet.Annotation, onLine number: Int) {
    let position = lines.firstIndex { $0.number >= number } ?? lines.count
    if position < lines.count, lines[position].number == number {
      lines[position].annotations.append(annotation)
    } else {
      lines.insert(Snippet.Line(number: number, annotations: [annotation]), at: position)
    }
  }
}
