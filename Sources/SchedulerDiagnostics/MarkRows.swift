/// The rows below a source line: underlines and their messages.
///
/// The message of the rightmost mark stands after it on the same row. The others hang below, from right to left, so
/// that no connecting line crosses another.
struct MarkRows {
  /// An underline, in columns of the printed line.
  struct Mark: Equatable {
    let columns: Range<Int>
    let isPrimary: Bool
    let message: String
  }

  private let marks: [Mark]
  private let severity: Severity
  private let color: Bool

  /// Lays out the rows for `marks`, which must not be empty.
  init(_ marks: [Mark], severity: Severity, color: Bool) {
    self.marks = marks
    self.severity = severity
    self.color = color
  }

  /// Returns the rows from top to bottom, without the gutter.
  func rows() -> [String] {
    let inline = inlineMark()
    let hanging = marks.indices
      .filter { $0 != inline && !marks[$0].message.isEmpty }
      .sorted { (-marks[$0].columns.lowerBound, $0) < (-marks[$1].columns.lowerBound, $1) }
      .map { marks[$0] }
    var rows = [underlines(inline: inline.map { marks[$0] })]
    if !hanging.isEmpty { rows.append(connectors(to: hanging[...], message: nil)) }
    for (position, mark) in hanging.enumerated() {
      rows.append(connectors(to: hanging[(position + 1)...], message: mark))
    }
    return rows
  }

  /// Returns the mark whose message can follow the underlines: the last to begin, if no other mark ends after it.
  private func inlineMark() -> Int? {
    let end = marks.map(\.columns.upperBound).max() ?? 0
    let last = marks.indices.max { marks[$0].columns.lowerBound < marks[$1].columns.lowerBound }
    guard let last, marks[last].columns.upperBound == end, !marks[last].message.isEmpty else { return nil }
    return last
  }

  private func style(of mark: Mark) -> TextStyle { mark.isPrimary ? .severity(severity) : .gutter }

  /// Returns the row of underlines. Where two marks overlap, the primary one is drawn.
  private func underlines(inline: Mark?) -> String {
    let end = marks.map(\.columns.upperBound).max() ?? 0
    var primary: [Bool?] = Array(repeating: nil, count: end)
    for mark in marks {
      for column in mark.columns where primary[column] != true { primary[column] = mark.isPrimary }
    }
    var row = StyledText(color: color)
    for run in primary.runs() {
      switch run.value {
      case nil: row.append(String(repeating: " ", count: run.count))
      case true?: row.append(String(repeating: "^", count: run.count), style: .severity(severity))
      case false?: row.append(String(repeating: "-", count: run.count), style: .gutter)
      }
    }
    if let inline { row.append(" " + PrintableText.printable(inline.message), style: style(of: inline)) }
    return row.text
  }

  /// Returns a row with a bar under each mark of `below`, which is ordered from right to left, followed by the message
  /// of a mark to the right of them.
  private func connectors(to below: ArraySlice<Mark>, message: Mark?) -> String {
    var row = StyledText(color: color)
    var column = 0
    for mark in below.reversed() where mark.columns.lowerBound >= column {
      if mark.columns.lowerBound == message?.columns.lowerBound { break }
      row.append(String(repeating: " ", count: mark.columns.lowerBound - column))
      row.append("|", style: style(of: mark))
      column = mark.columns.lowerBound + 1
    }
    if let message {
      row.append(String(repeating: " ", count: message.columns.lowerBound - column))
      row.append(PrintableText.printable(message.message), style: style(of: message))
    }
    return row.text
  }
}

extension Array where Element: Equatable {
  /// The runs of equal elements, with their lengths.
  fileprivate func runs() -> [(value: Element, count: Int)] {
    var runs: [(value: Element, count: Int)] = []
    for element in self {
      if let last = runs.last, last.value == element {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((element, 1))
      }
    }
    return runs
  }
}
