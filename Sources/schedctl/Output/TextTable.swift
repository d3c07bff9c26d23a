import SchedulerDiagnostics

/// Lines in columns that fit a terminal. The last column is wrapped, and expendable columns are left out. If that does
/// not suffice, each row becomes a block.
struct TextTable {
  let titles: [String]
  /// The number of columns at the end that are left out before the last column is wrapped.
  let expendableCount: Int
  /// Whether no row was ever added.
  private(set) var isEmpty = true
  /// The text of all cells of the page, without separators.
  private var text: [UInt8] = []
  /// The cells of the page, row by row.
  private var cells: [Cell] = []
  /// The column widths of the previous pages, which the next page keeps.
  private var widths: [Int]
  /// The column of the next cell.
  private var column = 0
  private var isFirstPage = true

  /// The end of a cell's text, at which the text of the next cell starts, and its width in columns.
  private struct Cell {
    let end: Int
    let width: Int
  }

  private static let gap = 2
  /// The number of rows of a page. Only one page is measured before it is written, so long lists start at once.
  private static let pageRows = 1000
  /// The minimum width of the wrapped last column. A narrower terminal gets blocks.
  private static let narrowestLastColumn = 16

  init(_ titles: [String], expendable expendableCount: Int = 0) {
    self.titles = titles
    self.expendableCount = expendableCount
    widths = titles.map { DisplayWidth.columns(of: $0) }
  }

  /// Adds a row with one cell for each title. Cells may contain anything and are made harmless.
  mutating func add(_ cells: [String]) {
    for cell in cells { addCell(cell) }
  }

  /// Adds the next cell of a row. It may contain anything and is made harmless.
  mutating func addCell(_ cell: String) {
    var cell = cell
    let isPlain = cell.withUTF8 { bytes in
      guard bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return false }
      text.append(contentsOf: bytes)
      endCell(width: bytes.count)
      return true
    }
    guard !isPlain else { return }
    let printable = PrintableText.printable(cell)
    text += printable.utf8
    endCell(width: DisplayWidth.columns(of: printable))
  }

  /// Adds the next cell of a row. `write` appends its text, which must be printable ASCII, as times are.
  mutating func addCell(writing write: (inout [UInt8]) -> Void) {
    let start = text.count
    write(&text)
    endCell(width: text.count - start)
  }

  private mutating func endCell(width: Int) {
    widths[column] = max(widths[column], width)
    column = column + 1 == widths.count ? 0 : column + 1
    cells.append(Cell(end: text.count, width: width))
    isEmpty = false
  }

  /// Whether there is a page to write.
  var hasFullPage: Bool { rowCount >= Self.pageRows }

  private var rowCount: Int { cells.count / widths.count }

  /// Returns the rows added since the last page, for a terminal of that width or without a limit for nil. The first
  /// page begins with the titles. Columns grow from page to page if necessary.
  mutating func takePage(columns: Int?) -> String {
    defer {
      text.removeAll(keepingCapacity: true)
      cells.removeAll(keepingCapacity: true)
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

  /// Returns the width of a line in columns.
  private static func width(of widths: ArraySlice<Int>) -> Int {
    widths.reduce(0, +) + gap * max(0, widths.count - 1)
  }

  /// Returns the first columns of the table, with these widths.
  private func aligned(_ widths: ArraySlice<Int>, lastWidth: Int) -> String {
    var page: [UInt8] = []
    page.reserveCapacity((rowCount + 1) * (Self.width(of: widths) + 1))
    if isFirstPage {
      var heading = TextTable(titles)
      heading.isFirstPage = false
      heading.add(titles)
      page += heading.aligned(widths, lastWidth: lastWidth).utf8
    }
    text.withUnsafeBufferPointer { text in
      for row in 0..<rowCount { align(row, of: text, widths: widths, lastWidth: lastWidth, to: &page) }
    }
    return String(decoding: page, as: UTF8.self)
  }

  /// Appends a row. Spaces are written before the next cell that is not empty, so no line ends with a space.
  private func align(
    _ row: Int, of text: UnsafeBufferPointer<UInt8>, widths: ArraySlice<Int>, lastWidth: Int,
    to page: inout [UInt8]
  ) {
    let last = widths.count - 1
    let first = row * titles.count
    var missing = 0
    for column in 0..<last {
      let range = range(ofCell: first + column)
      if !range.isEmpty {
        page.append(spaces: missing)
        page.append(contentsOf: UnsafeBufferPointer(rebasing: text[range]))
        missing = 0
      }
      missing += widths[column] + Self.gap - cells[first + column].width
    }
    let range = range(ofCell: first + last)
    if lastWidth == .max {
      if !range.isEmpty {
        page.append(spaces: missing)
        page.append(contentsOf: UnsafeBufferPointer(rebasing: text[range]))
      }
    } else {
      for (index, line) in string(ofCell: first + last).folded(toColumns: lastWidth).enumerated() where !line.isEmpty {
        if index > 0 { page.append(UInt8(ascii: "\n")) }
        page.append(spaces: missing)
        page += line.utf8
        missing = Self.width(of: widths) - widths[last]
      }
    }
    page.append(UInt8(ascii: "\n"))
  }

  private func range(ofCell index: Int) -> Range<Int> { (index == 0 ? 0 : cells[index - 1].end)..<cells[index].end }

  private func string(ofCell index: Int) -> String { String(decoding: text[range(ofCell: index)], as: UTF8.self) }

  /// Returns each row as a block of lines: the first cell flush left, the others below it after their titles.
  private func blocks(_ columns: Int) -> String {
    (0..<rowCount).map { number in
      let row = titles.indices.map { string(ofCell: number * titles.count + $0) }
      let cells = zip(titles, row).dropFirst().filter { !$0.1.isEmpty }.map { "\($0) \($1)" }
      return (row[0].folded(toColumns: columns) + Self.flow(cells, width: columns - Self.gap).map { "  " + $0 }).joined(
        separator: "\n")
    }.joined(separator: "\n") + "\n"
  }

  /// Returns cells one after another in lines of at most `width` columns. A longer cell is wrapped.
  private static func flow(_ cells: [String], width: Int) -> [String] {
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
  /// Appends a number of spaces.
  fileprivate mutating func append(spaces count: Int) {
    for _ in 0..<count { append(UInt8(ascii: " ")) }
  }
}
