/// A source line laid out in columns of a terminal: which bytes stand where, and what is drawn there.
struct DisplayLine {
  /// Bytes that share their columns: a scalar with the marks on it, a tab, or one byte that is no UTF-8.
  struct Cell: Equatable {
    var bytes: Range<Int>
    let columns: Range<Int>
    var drawing: String
  }

  /// Most bytes of one line that are laid out, half of them on either side of the place of interest: enough for the
  /// widest terminal, and a text of one line of 16 MiB costs no more than any other.
  static let maximumBytes = 8192

  /// The cells from left to right, without a gap between their bytes.
  private(set) var cells: [Cell] = []
  /// Whether bytes of the line before the cells were left out.
  let isCutBefore: Bool
  /// Whether bytes of the line behind the cells were left out.
  let isCutAfter: Bool

  /// Lays out `content`, a line of `text`, in the neighbourhood of the byte `focus`.
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

  /// How many columns the cells take.
  var width: Int { cells.last?.columns.upperBound ?? 0 }

  /// The columns that the range of bytes covers, at least one. A range that ends inside of a cell covers all of it, and
  /// one behind the last cell stands on the column after it.
  func columns(of range: Range<Int>) -> Range<Int> {
    let first = cell(at: range.lowerBound)
    let lower = first?.columns.lowerBound ?? width
    guard !range.isEmpty else { return lower..<(lower + 1) }
    let upper = cell(at: range.upperBound - 1)?.columns.upperBound ?? width
    return lower..<max(lower + 1, upper)
  }

  /// The cell that a byte lies in; the first for bytes before it, nil behind the last.
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
    case .itself(let scalar, let columns): append(bytes, columns: columns, String(scalar))
    case .replacement(let visible): append(bytes, columns: 1, String(visible))
    case .tab:
      let columns = DisplayWidth.tabStop - width % DisplayWidth.tabStop
      append(bytes, columns: columns, String(repeating: " ", count: columns))
    case .mark(let mark):
      // Without anything before it a mark would sit on the gutter: a dotted circle carries it, as Unicode advises.
      if cells.isEmpty { append(bytes, columns: 1, "\u{25CC}" + String(mark)) } else { extend(bytes, String(mark)) }
    case .joiner:
      let isBehindASCII = cells.last?.drawing.unicodeScalars.first?.isASCII ?? true
      if isBehindASCII { append(bytes, columns: 1, "\u{FFFD}") } else { extend(bytes, "") }
    }
  }

  private mutating func append(_ bytes: Range<Int>, columns: Int, _ drawing: String) {
    cells.append(Cell(bytes: bytes, columns: width..<(width + columns), drawing: drawing))
  }

  private mutating func extend(_ bytes: Range<Int>, _ drawing: String) {
    cells[cells.count - 1].bytes = cells[cells.count - 1].bytes.lowerBound..<bytes.upperBound
    cells[cells.count - 1].drawing += drawing
  }
}
