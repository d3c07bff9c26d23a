import SchedulerDiagnostics

/// How a grid is laid out on a terminal: how much a column stands for, and what room there is for labels.
struct GridShape: Equatable {
  /// How many seconds a column stands for.
  let secondsPerColumn: Int
  /// How many columns the profile names have.
  let nameColumns: Int
  /// Whether profiles are named by letters, which the list below explains.
  let usesLetters: Bool
  /// How many letters of `Mon 23` there is room for: 6 or 2.
  let dayColumns: Int

  /// From the best to what the narrowest terminal gets: six columns an hour to one for four hours.
  private static let scales = [600, 720, 900, 1200, 1800, 3600, 7200, 14_400]
  /// The scale from which on letters for names are better than coarser hours.
  private static let finestWithLetters = 1800
  /// Longer names are cut.
  private static let longestName = 18
  /// Without a terminal: that of a page of text.
  static let usualColumns = 80
  /// The columns around the hours, for the arrows of intervals that go on.
  private static let arrowColumns = 2

  /// The best shape for a terminal of some columns, nil for none.
  ///
  /// - Parameters:
  ///   - names: the profiles' names, as they are to be shown.
  ///   - letters: how many letters tell them apart.
  ///   - axisSeconds: the length of a day's axis.
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

  private init(secondsPerColumn: Int, nameColumns: Int, usesLetters: Bool, dayColumns: Int) {
    self.secondsPerColumn = secondsPerColumn
    self.nameColumns = nameColumns
    self.usesLetters = usesLetters
    self.dayColumns = dayColumns
  }

  /// The columns in front of the hours, with the arrow before them.
  var margin: Int { dayColumns + 1 + (nameColumns == 0 ? 0 : nameColumns + 1) + Self.arrowColumns / 2 }

  /// The columns of the hours.
  func hourColumns(axisSeconds: Int) -> Int { (axisSeconds + secondsPerColumn - 1) / secondsPerColumn }

  private func columns(axisSeconds: Int) -> Int {
    margin + hourColumns(axisSeconds: axisSeconds) + Self.arrowColumns / 2
  }
}
