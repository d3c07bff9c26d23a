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
  /// The size of the text of a page in bytes, which bounds the memory for very long cells.
  private static let pageBytes = 1 << 20
  /// The minimum width of the wrapped last column. A narrower terminal gets blocks.
  private static let narrowestLastColumn = 16

  init(_ titles: [String], expendable expendableCount: Int = 0) {
    self.titles = titles
    self.expendableCount = expendableCount
    widths = titles.map { DisplayWidth.columns(of: $0) }
  }

  /// Adds a row with one cell for each title. Cells may contain anything and are made harmless.
  mutating func add(_ cells: [String]) { for cell in cells { addCell(cell) } }

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
    if width > widths[column] { widths[column] = width }
    column = column + 1 == widths.count ? 0 : column + 1
    cells.append(Cell(end: text.count, width: width))
    isEmpty = false
  }

  /// Whether the rows fill a page.
  fileprivate var hasFullPage: Bool { rowCount >= Self.pageRows || text.count >= Self.pageBytes }

  private var rowCount: Int { cells.count / widths.count }

  /// Appends the rows added since the last page, for a terminal of that width or without a limit for nil. The first page
  /// begins with the titles. Columns grow from page to page if necessary.
  mutating func takePage(columns: Int?, to page: inout [UInt8]) {
    appendPage(columns: columns, to: &page)
    removeRows()
  }

  /// Removes the rows of a page that is not printed.
  mutating func removeRows() {
    text.removeAll(keepingCapacity: true)
    cells.removeAll(keepingCapacity: true)
    isFirstPage = false
  }

  private func appendPage(columns: Int?, to page: inout [UInt8]) {
    guard let columns, Self.width(of: widths[...]) > columns else {
      return appendLines(widths[...], lastWidth: nil, to: &page)
    }
    let needed = widths.dropLast(expendableCount)
    if Self.width(of: needed) <= columns { return appendLines(needed, lastWidth: nil, to: &page) }
    let rest = columns - Self.width(of: needed) + (needed.last ?? 0)
    if rest >= Self.narrowestLastColumn { return appendLines(needed, lastWidth: rest, to: &page) }
    page += blocks(columns).utf8
  }

  /// Returns the width of a line in columns.
  private static func width(of widths: ArraySlice<Int>) -> Int {
    widths.reduce(0, +) + gap * max(0, widths.count - 1)
  }

  /// Appends the rows, after the titles on the first page, with one column for each width. Wraps the last of these
  /// columns at `lastWidth`; nil for no wrapping.
  private func appendLines(_ widths: ArraySlice<Int>, lastWidth: Int?, to page: inout [UInt8]) {
    if isFirstPage {
      var heading = TextTable(titles)
      heading.isFirstPage = false
      heading.add(titles)
      heading.appendLines(widths, lastWidth: lastWidth, to: &page)
    }
    let indent = String(repeating: " ", count: Self.width(of: widths) - (widths.last ?? 0))
    for row in 0..<rowCount {
      let first = row * titles.count
      if let lastWidth {
        let spaces = appendCells(from: first, widths: widths.dropLast(), to: &page)
        let folded = string(ofCell: first + widths.count - 1).folded(toColumns: lastWidth).joined(
          separator: "\n" + indent)
        if !folded.isEmpty { page += (String(repeating: " ", count: spaces) + folded).utf8 }
      } else {
        appendCells(from: first, widths: widths, to: &page)
      }
      page.append(UInt8(ascii: "\n"))
    }
  }

  /// Appends one cell for each width, starting with the cell at `first`. Returns the number of spaces between the last
  /// cell that is not empty and the next column: spaces are written before a cell, so that no line ends with them.
  @discardableResult
  private func appendCells(from first: Int, widths: ArraySlice<Int>, to page: inout [UInt8]) -> Int {
    var start = start(ofCell: first)
    var spaces = 0
    let capacity = self.start(ofCell: first + widths.count) - start + Self.width(of: widths)
    let (text, cells, widths) = (text.span, cells.span, widths.span)
    page.append(addingCapacity: capacity) { line in
      for column in 0..<widths.count {
        let cell = cells[first + column]
        if cell.end > start {
          line.append(repeating: UInt8(ascii: " "), count: spaces)
          line.append(copying: text.extracting(start..<cell.end))
          (start, spaces) = (cell.end, 0)
        }
        spaces += widths[column] + Self.gap - cell.width
      }
    }
    return spaces
  }

  private func start(ofCell index: Int) -> Int { index == 0 ? 0 : cells[index - 1].end }

  private func string(ofCell index: Int) -> String {
    String(decoding: text[start(ofCell: index)..<cells[index].end], as: UTF8.self)
  }

  /// Returns each row as a block of lines: the first cell flush left, the others below it after their titles.
  private func blocks(_ columns: Int) -> String {
    (0..<rowCount).map { number in
      let row = titles.indices.map { string(ofCell: number * titles.count + $0) }
      let cells = zip(titles, row).dropFirst().filter { !$0.1.isEmpty }.map { "\($0) \($1)" }
      return (row[0].folded(toColumns: columns) + Self.flow(cells, width: columns - Self.gap).map { "  " + $0 }).joined(
        separator: "\n") + "\n"
    }.joined()
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

extension OutputSpan<UInt8> {
  /// Appends a copy of bytes, for which there must be room.
  fileprivate mutating func append(copying bytes: Span<UInt8>) {
    precondition(bytes.count <= freeCapacity)
    withUnsafeMutableBufferPointer { memory, count in
      bytes.withUnsafeBufferPointer { count = memory[count...].initialize(fromContentsOf: $0) }
    }
  }
}

extension TextOutput {
  /// Writes the rows of a table that were added since its last page, if they fill one.
  mutating func writeFullPage(of table: inout TextTable) {
    if table.hasFullPage { writePage(of: &table) }
  }

  /// Writes the remaining rows of a table, or a text instead of a table that never had a row.
  mutating func writeLastPage(of table: inout TextTable, ifEmpty text: String) {
    if table.isEmpty { write(text) } else { writePage(of: &table) }
  }

  /// Writes the rows of a table that were added since its last page, after the titles on the first page.
  mutating func writePage(of table: inout TextTable) {
    guard !isBroken else { return table.removeRows() }
    let columns = columns
    write(appending: { table.takePage(columns: columns, to: &$0) })
  }
}
