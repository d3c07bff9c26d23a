/// The cells of one profile on one day, or of a day without any.
struct GridCells {
  let marks: GridMarks
  let secondsPerColumn: Int
  let segments: [WeekLayout.Segment]
  /// The stretches that the clocks skip on that day.
  let missing: [Range<Int>]
  /// The columns for which the ruler names an hour.
  let hours: Set<Int>
  /// The bars of all segments, in the order of their places.
  private let bars: [Range<Int>]

  init(
    marks: GridMarks, secondsPerColumn: Int, segments: [WeekLayout.Segment], missing: [Range<Int>], hours: Set<Int>
  ) {
    self.marks = marks
    self.secondsPerColumn = secondsPerColumn
    self.segments = segments
    self.missing = missing
    self.hours = hours
    bars = segments.flatMap(\.bars).sorted { $0.lowerBound < $1.lowerBound }
  }

  /// The content of a cell.
  struct Cell: Equatable {
    let mark: Character
    /// Whether the cell is part of a bar, in the colour of the profile.
    let isBar: Bool
  }

  /// Returns the cell of a column.
  func cell(_ column: Int) -> Cell {
    let place = column * secondsPerColumn..<(column + 1) * secondsPerColumn
    if let mark = bar(in: place) { return Cell(mark: mark, isBar: true) }
    let middle = place.lowerBound + place.count / 2
    if missing.contains(where: { $0.contains(middle) }) { return Cell(mark: marks.missing, isBar: false) }
    if isBridged(middle) { return Cell(mark: marks.bridge, isBar: true) }
    return Cell(mark: hours.contains(column) ? marks.hour : " ", isBar: false)
  }

  /// Returns whether a segment continues after a place that it leaves empty.
  private func isBridged(_ place: Int) -> Bool {
    segments.contains { segment in
      zip(segment.bars, segment.bars.dropFirst()).contains { $0.upperBound <= place && place < $1.lowerBound }
    }
  }

  /// Returns the mark for the part of a cell that bars fill, or nil if none does. Even the shortest bar has a mark.
  private func bar(in place: Range<Int>) -> Character? {
    let parts = bars.map { $0.clamped(to: place) }.filter { !$0.isEmpty }
    guard let first = parts.first, let last = parts.last else { return nil }
    switch (first.lowerBound == place.lowerBound, last.upperBound == place.upperBound) {
    case (true, true):
      let isWhole = parts.reduce(0) { $0 + $1.count } == place.count
      return isWhole && !hasTouchingEnds(in: place) ? marks.full : marks.notch
    case (true, false): return marks.left[eighths(last.upperBound - place.lowerBound)]
    case (false, true): return marks.right[eighths(place.upperBound - first.lowerBound)]
    case (false, false):
      let isLeft = first.lowerBound + last.upperBound < place.lowerBound + place.upperBound
      return (isLeft ? marks.left : marks.right)[eighths(last.upperBound - first.lowerBound)]
    }
  }

  /// Returns whether one segment ends in a cell where another one starts.
  private func hasTouchingEnds(in place: Range<Int>) -> Bool {
    zip(segments, segments.dropFirst()).contains { first, second in
      guard let end = first.bars.last?.upperBound, end == second.bars.first?.lowerBound else { return false }
      return place.lowerBound < end && end <= place.upperBound
    }
  }

  /// Returns the index of the mark for one to seven eighths.
  private func eighths(_ seconds: Int) -> Int {
    max(1, min(7, (seconds * 8 + secondsPerColumn / 2) / secondsPerColumn)) - 1
  }
}
