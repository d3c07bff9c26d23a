/// The part of a laid out line that fits a width and contains a place of interest.
struct DisplayWindow {
  /// The text to print, with `…` on each side where columns were left out.
  let drawing: String
  /// The columns of the line that are shown.
  private let shown: Range<Int>
  /// Whether the end of the line was left out.
  private let isCutAfter: Bool
  /// The offset in the drawing of the first shown column.
  private let shift: Int

  /// Cuts `line` to at most `width` columns (at least 3) around `focus`. The window begins at the start of the line if
  /// the focus then fits. Otherwise the focus is in the middle, or, if it is too wide, a quarter of the width after the
  /// window's start.
  init(_ line: DisplayLine, width: Int, focus: Range<Int>) {
    let start = Self.start(line, width: width, focus: focus)
    let isCutBefore = line.isCutBefore || start > 0
    isCutAfter = line.isCutAfter || line.width - start > width
    let lower = start + (isCutBefore ? 1 : 0)
    let upper = start + width - (isCutAfter ? 1 : 0)
    let cells = line.cells.filter { $0.columns.lowerBound >= lower && $0.columns.upperBound <= upper }
    let first = cells.first?.columns.lowerBound ?? lower
    shown = first..<max(first, cells.last?.columns.upperBound ?? first)
    shift = (isCutBefore ? 1 : 0) - first
    drawing = (isCutBefore ? "…" : "") + cells.lazy.map(\.drawing).joined() + (isCutAfter ? "…" : "")
  }

  private static func start(_ line: DisplayLine, width: Int, focus: Range<Int>) -> Int {
    // One column on each side is reserved for the ellipsis.
    if line.width <= width || focus.upperBound < width { return 0 }
    let margin = focus.count + 2 <= width ? (width - focus.count) / 2 : width / 4
    // Near the end of the line the window ends with the line and one column after it.
    let last = line.isCutAfter ? line.width : line.width + 1 - width
    return max(0, min(focus.lowerBound - margin, last))
  }

  /// Whether all of these columns of the line are shown. The column after the last of the line counts as shown with it.
  func shows(_ columns: Range<Int>) -> Bool {
    columns.lowerBound >= shown.lowerBound && columns.upperBound <= shown.upperBound + (isCutAfter ? 0 : 1)
  }

  /// Returns where these columns of the line stand in the drawing: clamped to what is shown, never empty.
  func columns(of columns: Range<Int>) -> Range<Int> {
    let lower = min(max(columns.lowerBound, shown.lowerBound), shown.upperBound)
    let upper = min(max(columns.upperBound, lower + 1), max(shown.upperBound, lower + 1))
    return (lower + shift)..<(upper + shift)
  }
}
