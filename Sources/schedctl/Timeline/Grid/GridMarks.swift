import SchedulerPlatform

/// The characters of which a grid is drawn; each takes one column.
struct GridMarks {
  /// A cell that is full.
  let full: Character
  /// One to seven eighths of a cell from its left.
  let left: [Character]
  /// One to seven eighths of a cell up to its right; some fonts have only the first and the fourth.
  let right: [Character]
  /// The last cell of an interval that another one touches.
  let notch: Character
  /// A time that does not exist on that day.
  let missing: Character
  /// An interval that goes on behind a stretch that is not on that day.
  let bridge: Character
  /// Where the hours of the ruler begin.
  let hour: Character
  /// An hour that comes again.
  let again: Character
  /// The present, above the cells of its day and in those that are empty.
  let present: (above: Character, inside: Character)
  /// An interval that started on the day before, or ends on the day after.
  let continues: (before: Character, after: Character)
  /// What stands between two times.
  let dash: String
  /// The end of a name that was cut.
  let ellipsis: Character

  /// Block elements and lines.
  static let blocks = GridMarks(
    full: "█", left: ["▏", "▎", "▍", "▌", "▋", "▊", "▉"], right: ["▕", "▕", "▐", "▐", "▐", "█", "█"], notch: "▉",
    missing: "╳", bridge: "─", hour: "·", again: "↺", present: ("▼", "│"), continues: ("‹", "›"), dash: "–",
    ellipsis: "…")

  /// For terminals that show nothing else: `#` is a full cell, `+` a part of one.
  static let ascii = GridMarks(
    full: "#", left: Array(repeating: "+", count: 7), right: Array(repeating: "+", count: 7), notch: "|", missing: "x",
    bridge: "-", hour: ".", again: "&", present: ("v", ":"), continues: ("<", ">"), dash: "-", ellipsis: "~")

  /// ASCII where the locale is set and says another encoding than UTF-8 (POSIX, XBD 8.2: `LC_ALL`, else `LC_CTYPE`, else
  /// `LANG`). Where none is set, as in services and containers, nothing is known and blocks are right far more often.
  static func suiting(_ environment: ProcessEnvironment) -> GridMarks {
    let locale = environment["LC_ALL"] ?? environment["LC_CTYPE"] ?? environment["LANG"]
    guard let name = locale?.lowercased().prefix(while: { $0 != "@" }) else { return blocks }
    return name.hasSuffix("utf-8") || name.hasSuffix("utf8") ? blocks : ascii
  }
}
