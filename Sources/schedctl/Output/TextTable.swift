import SchedulerDiagnostics

/// Lines in columns, fitted to a terminal: the last column is wrapped, expendable columns are left out, and where even
/// that does not fit each row becomes a block of its own.
struct TextTable {
  let titles: [String]
  /// How many of the last columns a table does without before it is wrapped.
  let expendableCount: Int
  /// Whether no row was ever added.
  private(set) var isEmpty = true
  private var rows: [[String]] = []
  /// The widths of what was written, which the next page keeps.
  private var widths: [Int]
  private var isFirstPage = true

  private static let gap = 2
  /// A page has this many rows: what is measured before it is written, so that long lists start at once.
  private static let pageRows = 1000
  /// The last column is wrapped down to this width; a narrower terminal gets blocks.
  private static let narrowestLastColumn = 16

  init(_ titles: [String], expendable expendableCount: Int = 0) {
    self.titles = titles
    self.expendableCount = expendableCount
    widths = titles.map { DisplayWidth.columns(of: $0) }
  }

  /// Adds a row with as many cells as there are titles. Names in it may hold anything and are made harmless.
  mutating func add(_ cells: [String]) {
    rows.append(cells.map(PrintableText.printable))
    isEmpty = false
  }

  /// Whether there is a page to write.
  var hasFullPage: Bool { rows.count >= Self.pageRows }

  /// The rows that were added since the last page, behind the titles on the first; for a terminal of that width, nil for
  /// no limit. Columns grow wider from page to page where they must.
  mutating func takePage(columns: Int?) -> String {
    for row in rows {
      for column in widths.indices { widths[column] = max(widths[column], DisplayWidth.columns(of: row[column])) }
    }
    defer {
      rows.removeAll(keepingCapacity: true)
      isFirstPage = false
    }
    return page(columns: columns)
  }

  private func page(columns: Int?) -> String {
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
    var text: [UInt8] = []
    text.reserveCapacity((rows.count + 1) * (Self.width(of: widths) + 1))
    if isFirstPage { align(titles, widths, lastWidth, &text) }
    for row in rows { align(row, widths, lastWidth, &text) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Adds a row; spaces come before the next cell that is not empty, so that no line ends in one.
  private func align(_ row: [String], _ widths: ArraySlice<Int>, _ lastWidth: Int, _ text: inout [UInt8]) {
    let last = widths.count - 1
    var missing = 0
    for column in 0..<last {
      let cell = row[column]
      if !cell.isEmpty {
        text.append(spaces: missing, cell)
        missing = 0
      }
      missing += widths[column] + Self.gap - DisplayWidth.columns(of: cell)
    }
    let lines = lastWidth == .max ? [row[last]] : row[last].folded(toColumns: lastWidth)
    for (index, line) in lines.enumerated() where !line.isEmpty {
      if index > 0 { text.append(UInt8(ascii: "\n")) }
      text.append(spaces: missing, line)
      missing = Self.width(of: widths) - widths[last]
    }
    text.append(UInt8(ascii: "\n"))
  }

  /// Each row as lines of its own: the first cell flush left, the others below it behind their titles.
  private func blocks(_ columns: Int) -> String {
    rows.map { row in
      let cells = zip(titles, row).dropFirst().filter { !$0.1.isEmpty }.map { "\($0) \($1)" }
      return (row[0].folded(toColumns: columns) + Self.flow(cells, columns - Self.gap).map { "  " + $0 }).joined(
        separator: "\n")
    }.joined(separator: "\n") + "\n"
  }

  /// Cells one after another in lines of at most `width` columns; a longer one is wrapped.
  private static func flow(_ cells: [String], _ width: Int) -> [String] {
    var lines: [String] = []
    for cell in cells {
      if let last = lines.last, DisplayWidth.columns(of: last) + gap + DisplayWidth.columns(of: cell) <= width {
        lines[lines.count - 1] = last + "  " + cell
      } else {
        lines += cell.folded(toColumns: width)
      }
    }
    return lines
  }
}

extension [UInt8] {
  /// Adds a number of spaces and a text.
  fileprivate mutating func append(spaces count: Int, _ text: String) {
    append(contentsOf: repeatElement(UInt8(ascii: " "), count: count))
    append(contentsOf: text.utf8)
  }
}
