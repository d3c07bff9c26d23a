/// A source line laid out in terminal columns: the bytes of each cell and what is drawn for them.
struct DisplayLine {
  /// Bytes that share their columns: a scalar with its combining marks, a tab, or one byte that is not valid UTF-8.
  struct Cell: Equatable {
    var bytes: Range<Int>
    let columns: Range<Int>
    var drawing: String
  }

  /// Maximum number of bytes of one line that are laid out, half of them on each side of the focus. This suffices for
  /// the widest terminal and bounds the cost of a 16 MiB text that is a single line.
  static let maximumBytes = 8192

  /// The cells from left to right. There is no gap between their bytes.
  private(set) var cells: [Cell] = []
  /// Whether bytes before the first cell were left out.
  let isCutBefore: Bool
  /// Whether bytes after the last cell were left out.
  let isCutAfter: Bool

  /// Lays out `content`, a line of `text`, around the byte `focus`.
  init(_ text: SourceText, content: Range<Int>, focus: Int) {
    let lower = max(content.lowerBound, focus - Self.maximumBytes / 2)
    let upper = min(content.upperBound, lower + Self.maximumBytes)
    isCutBefore = lower > content.lowerBound
    isCutAfter = upper < content.upperBound
    var position = lower
    while position < upper {
      let decoded = text.scalar(at: position, before: content.upperBound)
      place(ScalarAppearance(of: decoded.scalar), at: position..<(position + decoded.length))
      position += decoded.length
    }
  }

  /// The total width of the cells, in columns.
  var width: Int { cells.last?.columns.upperBound ?? 0 }

  /// Returns the columns that a range of bytes covers, at least one. A range that ends inside a cell covers the whole
  /// cell. A range after the last cell stands on the column after it.
  func columns(of range: Range<Int>) -> Range<Int> {
    let first = cell(at: range.lowerBound)
    let lower = first?.columns.lowerBound ?? width
    guard !range.isEmpty else { return lower..<(lower + 1) }
    let upper = cell(at: range.upperBound - 1)?.columns.upperBound ?? width
    return lower..<max(lower + 1, upper)
  }

  /// Returns the cell that contains a byte: the first cell for a byte before it, nil for a byte after the last.
  private func cell(at offset: Int) -> Cell? {
    var low = 0
    var high = cells.count
    while low < high {
      let middle = (low + high) / 2
      if cells[middle].bytes.upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low < cells.count ? cells[low] : nil
  }

  private mutating func place(_ appearance: ScalarAppearance, at bytes: Range<Int>) {
    switch appearance {
    case .itself(let scalar, let columns): append(bytes, columns: columns, drawing: String(scalar))
    case .replacement(let visible): append(bytes, columns: 1, drawing: String(visible))
    case .tab:
      let columns = DisplayWidth.tabStop - width % DisplayWidth.tabStop
      append(bytes, columns: columns, drawing: String(repeating: " ", count: columns))
    case .mark(let mark):
      // A leading mark would combine with the gutter. A dotted circle carries it, as Unicode recommends.
      if cells.isEmpty {
        append(bytes, columns: 1, drawing: "\u{25CC}" + String(mark))
      } else {
        extend(bytes, drawing: String(mark))
      }
    case .joiner:
      let isBehindASCII = cells.last?.drawing.unicodeScalars.first?.isASCII ?? true
      if isBehindASCII { append(bytes, columns: 1, drawing: "\u{FFFD}") } else { extend(bytes, drawing: "") }
    }
  }

  private mutating func append(_ bytes: Range<Int>, columns: Int, drawing: String) {
    cells.append(Cell(bytes: bytes, columns: width..<(width + columns), drawing: drawing))
  }

  private mutating func extend(_ bytes: Range<Int>, drawing: String) {
    cells[cells.count - 1].bytes = cells[cells.count - 1].bytes.lowerBound..<bytes.upperBound
    cells[cells.count - 1].drawing += drawing
  }
}
