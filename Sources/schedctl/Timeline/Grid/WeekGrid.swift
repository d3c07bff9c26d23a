import Scheduler
import SchedulerCivilTime

/// A week as lines for a terminal: a line for each profile on each day, hours from left to right.
struct WeekGrid {
  let layout: WeekLayout
  let marks: GridMarks
  let colors: TerminalColors
  private let shape: GridShape
  /// The label before the lines of each profile.
  private let labels: [String]
  /// The control sequence for the colour of each profile.
  private let colorStarts: [String]
  /// The columns with a named hour.
  private let hours: [(tick: DayAxis.Tick, column: Int)]

  /// Creates a grid for a terminal with `columns`, or 80 columns without a terminal.
  init(_ layout: WeekLayout, columns: Int?, marks: GridMarks, colors: TerminalColors) {
    self.layout = layout
    self.marks = marks
    self.colors = colors
    let keys = layout.rows.map(\.profile.key.text)
    let letters = ProfileLetters.texts(count: keys.count)
    let shape = GridShape(
      columns: columns, names: zip(keys, layout.rows).filter { !$1.isEmpty }.map(\.0),
      letters: letters.first.map(\.utf8.count) ?? 0, axisSeconds: layout.week.axis.length)
    self.shape = shape
    labels = shape.usesLetters ? letters : keys.map { $0.cut(to: shape.nameColumns, marks.ellipsis) }
    colorStarts = layout.rows.map { colors.start($0.color) }
    hours = Self.namedHours(layout.week.axis, in: shape)
  }

  /// The letter of each profile; nil if names are shown.
  var letters: [String]? { shape.usesLetters ? labels : nil }

  /// The lines, without spaces at their ends.
  var text: String {
    let isSpaced = layout.week.days.indices.contains { rows(onDay: $0).count > 1 }
    var lines = [ruler]
    for day in layout.week.days.indices {
      if layout.present?.day == day {
        lines.append(presentLine)
      } else if isSpaced, day > 0 {
        lines.append("")
      }
      lines += self.lines(ofDay: day)
    }
    return lines.map { $0.withoutSpacesAtEnd + "\n" }.joined()
  }

  /// Returns the rows with segments on a day.
  private func rows(onDay day: Int) -> [Int] { layout.rows.indices.filter { !layout.rows[$0].days[day].isEmpty } }

  private func lines(ofDay day: Int) -> [String] {
    let date = layout.week.days[day].date
    let words = "\(DateWords.weekday(date)) \(String(date.components.day).leftPadded(to: 2))"
    let title = shape.dayColumns < words.count ? String(words.prefix(shape.dayColumns)) : words
    let shown = layout.present?.day == day ? colors.bold(title) : title
    let rows = rows(onDay: day)
    if rows.isEmpty { return [line(shown, row: nil, onDay: day)] }
    return rows.enumerated().map { position, row in
      line(position == 0 ? shown : title.blank, row: row, onDay: day)
    }
  }

  private func line(_ title: String, row: Int?, onDay day: Int) -> String {
    let segments = row.map { layout.rows[$0].days[day] } ?? []
    let color = row.map { colorStarts[$0] } ?? ""
    let label = row.map { labels[$0] } ?? ""
    var line = title + " "
    if shape.nameColumns > 0 {
      let padding = String(repeating: " ", count: shape.nameColumns + 1 - DisplayWidth.columns(of: label))
      line += colored(label, in: color) + padding
    }
    line.append(segments.first.map { $0.hasStart ? " " : marks.continues.before } ?? " ")
    line += cells(segments, onDay: day, in: color)
    line.append(segments.last.map { $0.hasEnd ? " " : marks.continues.after } ?? " ")
    return line
  }

  /// Returns the cells of a line, in runs of one colour.
  private func cells(_ segments: [WeekLayout.Segment], onDay day: Int, in color: String) -> String {
    let cells = GridCells(
      marks: marks, secondsPerColumn: shape.secondsPerColumn, segments: segments,
      missing: layout.week.missing(onDay: day), hours: Set(hours.map(\.column)))
    let present = layout.present.flatMap { $0.day == day ? $0.place / shape.secondsPerColumn : nil }
    var text = ""
    var run = ""
    for column in 0..<shape.hourColumns(axisSeconds: layout.week.axis.length) {
      let cell = cells.cell(column)
      if cell.isBar {
        run.append(cell.mark)
        continue
      }
      text += finished(&run, in: color)
      if column == present {
        text += colors.bold(String(marks.present.inside))
      } else {
        text += cell.mark == " " ? " " : colors.faint(String(cell.mark))
      }
    }
    return text + finished(&run, in: color)
  }

  /// Returns the run of cells in a colour, and empties the run.
  private func finished(_ run: inout String, in color: String) -> String {
    defer { run = "" }
    return colored(run, in: color)
  }

  private func colored(_ text: String, in color: String) -> String {
    text.isEmpty || color.isEmpty ? text : color + text + colors.end
  }
}

extension WeekGrid {
  /// Returns the hours with room for their names: every third, sixth or twelfth. Repeated hours are named once.
  private static func namedHours(_ axis: DayAxis, in shape: GridShape) -> [(tick: DayAxis.Tick, column: Int)] {
    let step = [3, 6, 12].first { $0 * 3600 >= 4 * shape.secondsPerColumn } ?? 12
    return axis.hours.filter { !$0.isRepeat && $0.hour.isMultiple(of: step) }
      .map { ($0, $0.place / shape.secondsPerColumn) }
  }

  /// The names of hours, and marks above repeated hours.
  private var ruler: String {
    var cells = [Character](repeating: " ", count: shape.hourColumns(axisSeconds: layout.week.axis.length) + 1)
    for (tick, column) in hours {
      let digits = Array(String(100 + tick.hour).dropFirst())
      cells.replaceSubrange(column..<column + 2, with: digits)
    }
    for insertion in layout.week.axis.insertions {
      let column = layout.week.axis.place(of: insertion).lowerBound / shape.secondsPerColumn
      if cells[column] == " " { cells[column] = marks.again }
    }
    return String(repeating: " ", count: shape.margin) + String(cells)
  }

  /// A mark above the present, with the word `now` on the side that has room.
  private var presentLine: String {
    guard let present = layout.present else { return "" }
    let column = shape.margin + present.place / shape.secondsPerColumn
    let last = shape.margin + shape.hourColumns(axisSeconds: layout.week.axis.length)
    let mark = String(marks.present.above)
    let line = column + 5 <= last ? String(repeating: " ", count: column) + mark + " now" : "now \(mark)"
    return colors.bold(line.leftPadded(to: column + 1))
  }
}

/// Letters that replace the names of profiles if there is no room: A to Z, or AA to ZZ, and so on.
enum ProfileLetters {
  /// Returns `count` distinct texts of equal length.
  static func texts(count: Int) -> [String] {
    var length = 1
    var capacity = 26
    while capacity < count {
      length += 1
      capacity *= 26
    }
    return (0..<count).map { position in
      var rest = position
      var letters: [UInt8] = []
      for _ in 0..<length {
        letters.insert(UInt8(ascii: "A") + UInt8(rest % 26), at: 0)
        rest /= 26
      }
      return String(decoding: letters, as: UTF8.self)
    }
  }
}

extension String {
  /// Returns the text, cut before an ellipsis if it is too long.
  fileprivate func cut(to columns: Int, _ ellipsis: Character) -> String {
    count <= columns ? self : String(prefix(max(0, columns - 1))) + String(ellipsis)
  }

  fileprivate func leftPadded(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }

  fileprivate var blank: String { String(repeating: " ", count: count) }

  var withoutSpacesAtEnd: String {
    var rest = self[...]
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }
}

extension WeekGrid {
  /// Returns the grid below a heading, followed by the list of profiles and remarks on the days.
  func page(heading: String, columns: Int?) -> String {
    let width = columns ?? .max
    let remarks = layout.remarks(dash: marks.dash).flatMap { $0.wrapped(toColumns: width) }
    return
      ([heading.wrapped(toColumns: width), [""]].joined().map { $0 + "\n" } + [text, "\n", profiles(columns)]
      + (remarks.isEmpty ? [] : ["\n"]) + remarks.map { $0 + "\n" }).joined()
  }

  /// Returns the list of profiles with their real lengths in the week.
  private func profiles(_ columns: Int?) -> String {
    var table = TextTable(["profile", "length", "name"])
    for (position, row) in layout.rows.enumerated() {
      let letter = letters.map { $0[position] + " " } ?? ""
      let name = row.profile.icon.isEmpty ? row.profile.name : "\(row.profile.icon) \(row.profile.name)"
      table.add([letter + row.profile.key.text, row.absence ?? LengthWords.text(seconds: row.lengthSeconds), name])
    }
    guard !table.isEmpty else { return "no profiles\n" }
    return String(appending: { table.takePage(columns: columns ?? GridShape.usualColumns, to: &$0) })
  }
}
