import Diagnostics

/// Lines in columns, fitted to a terminal: the last column is wrapped, expendable columns are left out, and where even
/// that does not fit each row becomes a block of its own.
struct TextTable {
  let titles: [String]
  /// How many of the last columns a table does without before it is wrapped.
  let expendableCount: Int
  private(set) var rows: [[String]] = []

  private static let gap = 2
  /// The last column is wrapped down to this width; a narrower terminal gets blocks.
  private static let narrowestLastColumn = 16

  init(_ titles: [String], expendable expendableCount: Int = 0) {
    self.titles = titles
    self.expendableCount = expendableCount
  }

  /// Adds a row with as many cells as there are titles. Names in it may hold anything and are made harmless.
  mutating func add(_ cells: [String]) { rows.append(cells.map(PrintableText.printable)) }

  /// The table for a terminal of that width; nil for no limit.
  func text(columns: Int?) -> String {
    let widths = titles.indices.map { column in
      ([titles] + rows).map { DisplayWidth.columns(of: $0[column]) }.max() ?? 0
    }
    guard let columns, Self.width(of: widths[...]) > columns else { return aligned(widths[...], lastWidth: .max) }
    let needed = widths.dropLast(expendableCount)
    if Self.width(of: needed) <= columns { return aligned(needed, lastWidth: .max) }
    let rest = columns - Self.width(of: needed) + (needed.last ?? 0)
    return rest >= Self.narrowestLastColumn ? aligned(needed, lastWidth: rest) : blocks(columns)
  }

  /// The columns that a line takes.
  private static func width(of widths: ArraySlice<Int>) -> Int {
    widths.reduce(0, +) + gap * max(0, widths.count - 1)
  }

  /// The first columns of the table, which have these widths.
  private func aligned(_ widths: ArraySlice<Int>, lastWidth: Int) -> String {
    let indent = Self.width(of: widths) - (widths.last ?? 0)
    var text = ""
    for row in [titles] + rows {
      // Spaces come before the next cell that is not empty, so that no line ends in one.
      var missing = 0
      for (cell, width) in zip(row, widths.dropLast()) {
        text += .spaces(cell.isEmpty ? 0 : missing) + cell
        missing = (cell.isEmpty ? missing : 0) + width + Self.gap - DisplayWidth.columns(of: cell)
      }
      for line in row[widths.count - 1].wrapped(toColumns: lastWidth) where !line.isEmpty {
        text += .spaces(missing) + line + "\n"
        missing = indent
      }
      if !text.hasSuffix("\n") { text += "\n" }
    }
    return text
  }

  /// Each row as lines of its own: the first cell flush left, the others below it behind their titles.
  private func blocks(_ columns: Int) -> String {
    rows.map { row in
      let cells = zip(titles, row).dropFirst().filter { !$0.1.isEmpty }.map { "\($0) \($1)" }
      return ([row[0]] + Self.flow(cells, columns - Self.gap).map { "  " + $0 }).joined(separator: "\n")
    }.joined(separator: "\n") + "\n"
  }

  /// Cells one after another in lines of at most `width` columns; a longer one is wrapped.
  private static func flow(_ cells: [String], _ width: Int) -> [String] {
    var lines: [String] = []
    for cell in cells {
      if let last = lines.last, DisplayWidth.columns(of: last) + gap + DisplayWidth.columns(of: cell) <= width {
        lines[lines.count - 1] = last + "  " + cell
      } else {
        lines += cell.wrapped(toColumns: width)
      }
    }
    return lines
  }
}

extension String {
  /// A number of spaces.
  fileprivate static func spaces(_ count: Int) -> String {
    String(unsafeUninitializedCapacity: count) { buffer in
      buffer.initialize(repeating: UInt8(ascii: " "))
      return count
    }
  }
}
