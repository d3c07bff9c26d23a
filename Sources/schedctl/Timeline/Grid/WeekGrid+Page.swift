import Scheduler

extension WeekGrid {
  /// The grid between a heading and what is known of the profiles and the days.
  func page(heading: String, columns: Int?) -> String {
    let width = columns ?? .max
    let remarks = layout.remarks(dash: marks.dash).flatMap { $0.wrapped(toColumns: width) }
    return
      ([heading.wrapped(toColumns: width), [""]].joined().map { $0 + "\n" } + [text, "\n", profiles(columns)]
      + (remarks.isEmpty ? [] : ["\n"]) + remarks.map { $0 + "\n" }).joined()
  }

  /// The real lengths of the week.
  private func profiles(_ columns: Int?) -> String {
    var table = TextTable(["profile", "length", "name"])
    for (position, row) in layout.rows.enumerated() {
      let letter = letters.map { $0[position] + " " } ?? ""
      let name = row.profile.icon.isEmpty ? row.profile.name : "\(row.profile.icon) \(row.profile.name)"
      table.add([letter + row.profile.key.text, row.absence ?? LengthWords.text(seconds: row.lengthSeconds), name])
    }
    return table.isEmpty ? "no profiles\n" : table.takePage(columns: columns ?? GridShape.usualColumns)
  }
}
