import SchedulerCivilTime

extension WeekPicture {
  /// The lines and names of the hours, and the background of the days.
  mutating func drawHours() {
    for day in layout.week.days.indices { drawBackground(ofDay: day) }
    for hour in layout.week.axis.hours where hour.place > 0 {
      let isStrong = hour.hour.isMultiple(of: 3) && !hour.isRepeat
      let path = "M\(pixels(PictureFrame.left)) \(pixels(frame.y(hour.place)))H\(pixels(PictureFrame.right))"
      xml.element("path", ["class": isStrong ? "line" : "hour", "d": path])
    }
    for day in 1..<max(2, layout.week.days.count) {
      let path = "M\(pixels(frame.x(ofDay: day))) \(pixels(PictureFrame.top))V\(pixels(frame.bottom))"
      xml.element("path", ["class": "line", "d": path])
    }
    let outline = PictureBox(
      x: PictureFrame.left, y: PictureFrame.top, width: PictureFrame.right - PictureFrame.left,
      height: frame.bottom - PictureFrame.top)
    xml.element(
      "path", ["class": "line", "fill": "none", "d": outline.path(radius: 0, roundTop: false, roundBottom: false)])
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
      xml.element("path", ["class": "weekend", "d": column(day, 0..<frame.axisSeconds)])
    }
    for place in layout.week.unrepeated(onDay: day) {
      xml.element("path", ["class": "absent", "d": column(day, place)])
    }
  }

  /// What of the axis is on no clock that day.
  mutating func drawVoids(ofDay day: Int) {
    for place in layout.week.missing(onDay: day) {
      xml.element("path", ["fill": "url(#schedctl-void)", "d": column(day, place)])
    }
  }

  /// A part of the column of a day as a path.
  private func column(_ day: Int, _ place: Range<Int>) -> String {
    let (top, bottom) = (frame.y(place.lowerBound), frame.y(place.upperBound))
    return PictureBox(x: frame.x(ofDay: day), y: top, width: PictureFrame.dayWidth, height: bottom - top)
      .path(radius: 0, roundTop: false, roundBottom: false)
  }

  /// A line across the present day, with the time beside it.
  mutating func drawPresent() {
    guard let present = layout.present else { return }
    let (x, y) = (frame.x(ofDay: present.day), frame.y(present.place))
    xml.begin("g", ["class": "now"])
    xml.element("title", [:], "now")
    xml.element("circle", ["cx": pixels(x), "cy": pixels(y), "r": "4"])
    xml.element("path", ["stroke-width": "2", "d": "M\(pixels(x)) \(pixels(y))h\(pixels(PictureFrame.dayWidth))"])
    xml.end()
  }
}
