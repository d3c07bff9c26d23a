import Diagnostics

/// Lines in columns, fitted to a terminal: the last column is wrapped, and where even that does not fit each row becomes
/// a block of its own.
struct TextTable {
  let titles: [String]
  private(set) var rows: [[String]] = []

  private static let gap = 2
  /// The last column is wrapped down to this width; a narrower terminal gets blocks.
  private static let narrowestLastColumn = 16

  init(_ titles: [String]) { self.titles = titles }

  /// Adds a row with as many cells as there are titles.
  mutating func add(_ cells: [String]) { rows.append(cells) }

  /// The table for a terminal of that width; nil for no limit.
  func text(columns: Int?) -> String {
    let widths = titles.indices.map { column in
      ([titles] + rows).map { DisplayWidth.columns(of: $0[column]) }.max() ?? 0
    }
    let fixed = widths.dropLast().reduce(0) { $0 + $1 + Self.gap }
    guard let columns, fixed + (widths.last ?? 0) > columns else { return aligned(widths, lastWidth: .max) }
    let rest = columns - fixed
    return rest >= Self.narrowestLastColumn ? aligned(widths, lastWidth: rest) : blocks
  }

  private func aligned(_ widths: [Int], lastWidth: Int) -> String {
    ([titles] + rows).map { row in
      var line = ""
      for column in row.indices.dropLast() { line += row[column].padded(toColumns: widths[column] + Self.gap) }
      let indent = String(repeating: " ", count: DisplayWidth.columns(of: line))
      return line + (row.last ?? "").wrapped(toColumns: lastWidth).joined(separator: "\n" + indent)
    }.map(\.trimmedEnd).joined(separator: "\n") + "\n"
  }

  /// A row as lines of its own, the first flush left.
  private var blocks: String {
    rows.map { row in
      row.enumerated().filter { !$0.element.isEmpty }.map { $0.offset == 0 ? $0.element : " " + $0.element }
        .joined(separator: "\n")
    }.joined(separator: "\n") + "\n"
  }
}

extension String {
  /// The text with spaces behind it up to a number of terminal columns.
  fileprivate func padded(toColumns width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - DisplayWidth.columns(of: self)))
  }

  /// The text without spaces at its end.
  fileprivate var trimmedEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
