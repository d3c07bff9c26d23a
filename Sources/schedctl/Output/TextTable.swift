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

  /// Adds a row with as many cells as there are titles. Names in it may hold anything and are made harmless.
  mutating func add(_ cells: [String]) { rows.append(cells.map(PrintableText.printable)) }

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
    let indent = widths.dropLast().reduce(0) { $0 + $1 + Self.gap }
    var text = ""
    for row in [titles] + rows {
      // Spaces come before the next cell that is not empty, so that no line ends in one.
      var missing = 0
      for (cell, width) in zip(row.dropLast(), widths) {
        text += .spaces(cell.isEmpty ? 0 : missing) + cell
        missing = (cell.isEmpty ? missing : 0) + width + Self.gap - DisplayWidth.columns(of: cell)
      }
      for line in (row.last ?? "").wrapped(toColumns: lastWidth) where !line.isEmpty {
        text += .spaces(missing) + line + "\n"
        missing = indent
      }
      if !text.hasSuffix("\n") { text += "\n" }
    }
    return text
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
  /// A number of spaces.
  fileprivate static func spaces(_ count: Int) -> String {
    String(unsafeUninitializedCapacity: count) { buffer in
      buffer.initialize(repeating: UInt8(ascii: " "))
      return count
    }
  }
}
