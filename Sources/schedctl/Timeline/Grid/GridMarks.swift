import SchedulerDiagnostics
import SchedulerPlatform

/// The characters of a grid. Each takes one column.
struct GridMarks {
  /// A full cell.
  let full: Character
  /// One to seven eighths of a cell from its left.
  let left: [Character]
  /// One to seven eighths of a cell at its right. Some fonts have only the first and the fourth.
  let right: [Character]
  /// The last cell of an interval that touches the next one.
  let notch: Character
  /// A time that does not exist on that day.
  let missing: Character
  /// An interval that continues after a stretch that is not on that day.
  let bridge: Character
  /// The start of a named hour.
  let hour: Character
  /// A repeated hour.
  let again: Character
  /// The present, above the cells of its day and in those that are empty.
  let present: (above: Character, inside: Character)
  /// An interval that started on the day before, or ends on the day after.
  let continues: (before: Character, after: Character)
  /// The dash between two times.
  let dash: String
  /// The end of a name that was cut.
  let ellipsis: Character

  /// Block elements and lines.
  static let blocks = GridMarks(
    full: "█", left: ["▏", "▎", "▍", "▌", "▋", "▊", "▉"], right: ["▕", "▕", "▐", "▐", "▐", "█", "█"], notch: "▉",
    missing: "╳", bridge: "─", hour: "·", again: "↺", present: ("▼", "│"), continues: ("‹", "›"), dash: "–",
    ellipsis: "…")

  /// ASCII only: `#` is a full cell, `+` a part of one.
  static let ascii = GridMarks(
    full: "#", left: Array(repeating: "+", count: 7), right: Array(repeating: "+", count: 7), notch: "|", missing: "x",
    bridge: "-", hour: ".", again: "&", present: ("v", ":"), continues: ("<", ">"), dash: "-", ellipsis: "~")

  /// Returns the marks for a locale: ASCII if it names an encoding other than UTF-8, else blocks. The locale is
  /// `LC_ALL`, else `LC_CTYPE`, else `LANG` (POSIX, XBD 8.2). Services and containers often set none, and most of them
  /// show blocks.
  static func suiting(_ environment: ProcessEnvironment) -> GridMarks {
    let locale = environment["LC_ALL"] ?? environment["LC_CTYPE"] ?? environment["LANG"]
    guard let name = locale?.lowercased().prefix(while: { $0 != "@" }) else { return blocks }
    return name.hasSuffix("utf-8") || name.hasSuffix("utf8") ? blocks : ascii
  }
}

/// The layout of a grid on a terminal: the scale of a column and the room for labels.
struct GridShape: Equatable {
  /// Seconds per column.
  let secondsPerColumn: Int
  /// Columns for profile names.
  let nameColumns: Int
  /// Whether letters replace profile names. The list below the grid explains them.
  let usesLetters: Bool
  /// Columns for the day, `Mon 23` or `Mo`: 6 or 2.
  let dayColumns: Int
}

extension GridShape {
  /// The scales in seconds per column, finest first: from six columns an hour to one column for four hours.
  private static let scales = [600, 720, 900, 1200, 1800, 3600, 7200, 14_400]
  /// The finest scale at which letters replace names before the scale becomes coarser.
  private static let finestWithLetters = 1800
  /// The maximum columns of a name; longer names are cut.
  private static let longestName = 18
  /// The width without a terminal.
  static let usualColumns = 80
  /// The columns around the hours, for arrows of intervals that continue on another day.
  private static let arrowColumns = 2

  /// Creates the best shape for a terminal with `columns`, or `usualColumns` without a terminal.
  ///
  /// - Parameters:
  ///   - names: the profile names to show.
  ///   - letters: the number of letters that distinguish the profiles.
  ///   - axisSeconds: the length of the axis of a day.
  init(columns: Int?, names: [String], letters: Int, axisSeconds: Int) {
    let columns = columns ?? Self.usualColumns
    let names = min(names.map { DisplayWidth.columns(of: $0) }.max() ?? 0, Self.longestName)
    let shapes = Self.scales.flatMap { scale in
      let named = GridShape(secondsPerColumn: scale, nameColumns: names, usesLetters: false, dayColumns: 6)
      let lettered = [6, 2].map { day in
        GridShape(secondsPerColumn: scale, nameColumns: letters, usesLetters: true, dayColumns: day)
      }
      return scale < Self.finestWithLetters ? [named] : [named] + lettered
    }
    let fitting = shapes.first { $0.columns(axisSeconds: axisSeconds) <= columns }
    self = fitting ?? shapes[shapes.count - 1]
  }

  /// The columns before the hours, including the left arrow.
  var margin: Int { dayColumns + 1 + (nameColumns == 0 ? 0 : nameColumns + 1) + Self.arrowColumns / 2 }

  /// Returns the columns of the hours.
  func hourColumns(axisSeconds: Int) -> Int { (axisSeconds + secondsPerColumn - 1) / secondsPerColumn }

  private func columns(axisSeconds: Int) -> Int {
    margin + hourColumns(axisSeconds: axisSeconds) + Self.arrowColumns / 2
  }
}
