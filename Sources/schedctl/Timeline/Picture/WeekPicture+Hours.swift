import Scheduler

extension WeekPicture {
  /// Draws the lines and names of the hours and the background of the days.
  mutating func drawHours() {
    for day in layout.week.days.indices { drawBackground(ofDay: day) }
    for hour in layout.week.axis.hours where hour.place > 0 {
      let isStrong = hour.hour.isMultiple(of: 3) && !hour.isRepeat
      let path = "M\(pixels(PictureFrame.left)) \(pixels(frame.y(hour.place)))H\(pixels(PictureFrame.right))"
      xml.element("path", with: ["class": isStrong ? "line" : "hour", "d": path])
    }
    for day in 1..<max(2, layout.week.days.count) {
      let path = "M\(pixels(frame.x(ofDay: day))) \(pixels(PictureFrame.top))V\(pixels(frame.bottom))"
      xml.element("path", with: ["class": "line", "d": path])
    }
    let outline = PictureBox(
      x: PictureFrame.left, y: PictureFrame.top, width: PictureFrame.right - PictureFrame.left,
      height: frame.bottom - PictureFrame.top)
    xml.element(
      "path",
      with: ["class": "line", "fill": "none", "d": outline.path(radius: 0, roundTop: false, roundBottom: false)])
    for hour in layout.week.axis.hours where hour.isRepeat || hour.hour.isMultiple(of: 3) { drawName(of: hour) }
  }

  private mutating func drawName(of hour: DayAxis.Tick) {
    let name = (hour.hour < 10 ? "0" : "") + "\(hour.hour):00"
    let x = PictureFrame.left - 10
    text(name, x: x, y: frame.y(hour.place) + 4, size: 11, style: "muted end figures")
    if hour.isRepeat { text("again", x: x, y: frame.y(hour.place) + 17, size: 10, style: "muted end") }
  }

  private mutating func drawBackground(ofDay day: Int) {
    if layout.week.days[day].date.weekday >= .saturday {
      xml.element("path", with: ["class": "weekend", "d": column(day, in: 0..<frame.axisSeconds)])
    }
    for place in layout.week.unrepeated(onDay: day) {
      xml.element("path", with: ["class": "absent", "d": column(day, in: place)])
    }
  }

  /// Draws the stretches of the axis that do not exist on a day.
  mutating func drawVoids(ofDay day: Int) {
    for place in layout.week.missing(onDay: day) {
      xml.element("path", with: ["fill": "url(#schedctl-void)", "d": column(day, in: place)])
    }
  }

  /// Returns the path of a part of the column of a day.
  private func column(_ day: Int, in place: Range<Int>) -> String {
    let (top, bottom) = (frame.y(place.lowerBound), frame.y(place.upperBound))
    return PictureBox(x: frame.x(ofDay: day), y: top, width: PictureFrame.dayWidth, height: bottom - top)
      .path(radius: 0, roundTop: false, roundBottom: false)
  }

  /// Draws a line across the present day.
  mutating func drawPresent() {
    guard let present = layout.present else { return }
    let (x, y) = (frame.x(ofDay: present.day), frame.y(present.place))
    xml.begin("g", with: ["class": "now"])
    xml.element("title", content: "now")
    xml.element("circle", with: ["cx": pixels(x), "cy": pixels(y), "r": "4"])
    xml.element(
      "path", with: ["stroke-width": "2", "d": "M\(pixels(x)) \(pixels(y))h\(pixels(PictureFrame.dayWidth))"])
    xml.end()
  }

  private static let legendColumns = 4
  private static let legendHeight = 40.0

  private var legendTop: Double { frame.bottom + 26 }

  /// The bottom of the list of profiles.
  var legendBottom: Double {
    legendTop + Double((layout.rows.count + Self.legendColumns - 1) / Self.legendColumns) * Self.legendHeight
  }

  /// Draws the list of profiles with their real lengths in the week.
  mutating func drawLegend() {
    let width = (PictureFrame.right - PictureFrame.padding) / Double(Self.legendColumns)
    for (position, row) in layout.rows.enumerated() {
      let x = PictureFrame.padding + Double(position % Self.legendColumns) * width
      let y = legendTop + Double(position / Self.legendColumns) * Self.legendHeight
      xml.begin("g", with: ["class": "c\(colors.firstIndex(of: row.color) ?? 0)"])
      xml.element(
        "rect", with: ["class": "accent", "x": pixels(x), "y": pixels(y), "width": "4", "height": "28", "rx": "2"])
      if let name = PictureText.fitting(row.title, size: 13, width: width - 24) {
        text(name, x: x + 13, y: y + 11, size: 13, style: "ink bold")
      }
      let length = row.absence ?? LengthWords.text(seconds: row.lengthSeconds)
      text(length, x: x + 13, y: y + 27, size: 12, style: "muted figures")
      xml.end()
    }
  }
}
