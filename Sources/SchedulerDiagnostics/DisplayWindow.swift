/// The part of a laid out line that fits a width, chosen so that a place of interest can be seen.
struct DisplayWindow {
  /// What is printed, with `…` on each side on which something was left out.
  let drawing: String
  /// The columns of the line that are shown.
  private let shown: Range<Int>
  /// Whether the end of the line was left out.
  private let isCutAfter: Bool
  /// Where in the drawing the first shown column stands.
  private let shift: Int

  /// Cuts `line` to at most `width` columns (at least 3) around `focus`: from its start if the focus fits, else with
  /// the focus in the middle, else from a quarter of the width before it.
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
    // One column on each side is for the marks of what was left out.
    if line.width <= width || focus.upperBound < width { return 0 }
    let margin = focus.count + 2 <= width ? (width - focus.count) / 2 : width / 4
    // Towards the end of the line the window ends with it, and with the column behind it.
    let last = line.isCutAfter ? line.width : line.width + 1 - width
    return max(0, min(focus.lowerBound - margin, last))
  }

  /// Whether all of these columns of the line are shown; the one behind the line's last counts as shown with it.
  func shows(_ columns: Range<Int>) -> Bool {
    columns.lowerBound >= shown.lowerBound && columns.upperBound <= shown.upperBound + (isCutAfter ? 0 : 1)
  }

  /// Where these columns of the line stand in the drawing: cut to what is shown, never empty.
  func columns(of columns: Range<Int>) -> Range<Int> {
    let lower = min(max(columns.lowerBound, shown.lowerBound), shown.upperBound)
    let upper = min(max(columns.upperBound, lower + 1), max(shown.upperBound, lower + 1))
    return (lower + shift)..<(upper + shift)
  }
}
