import Scheduler

extension WeekPicture {
  private static let legendColumns = 4
  private static let legendHeight = 40.0

  private var legendTop: Double { frame.bottom + 26 }

  /// The bottom of the list of profiles.
  var legendBottom: Double {
    legendTop + Double((layout.rows.count + Self.legendColumns - 1) / Self.legendColumns) * Self.legendHeight
  }

  /// Every profile with its real length of the week.
  mutating func drawLegend() {
    let width = (PictureFrame.right - PictureFrame.padding) / Double(Self.legendColumns)
    for (position, row) in layout.rows.enumerated() {
      let x = PictureFrame.padding + Double(position % Self.legendColumns) * width
      let y = legendTop + Double(position / Self.legendColumns) * Self.legendHeight
      xml.begin("g", ["class": "c\(colors.firstIndex(of: row.color) ?? 0)"])
      xml.element(
        "rect", ["class": "accent", "x": pixels(x), "y": pixels(y), "width": "4", "height": "28", "rx": "2"])
      if let name = PictureText.fitting(row.title, size: 13, width: width - 24) {
        text(name, x: x + 13, y: y + 11, size: 13, style: "ink bold")
      }
      let length = row.absence ?? LengthWords.text(seconds: row.lengthSeconds)
      text(length, x: x + 13, y: y + 27, size: 12, style: "muted figures")
      xml.end()
    }
  }
}
