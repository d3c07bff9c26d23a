import Scheduler

extension WeekPicture {
  /// Draws the name of a day and its bars.
  mutating func drawDay(_ day: Int) {
    let date = layout.week.days[day].date
    xml.begin("g")
    let middle = frame.x(ofDay: day) + PictureFrame.dayWidth / 2
    let isToday = layout.present?.day == day
    let y = PictureFrame.top - 14
    text(DateWords.weekday(date), x: middle - 6, y: y, size: 13, style: "muted end")
    if isToday {
      xml.element("circle", with: ["class": "today", "cx": pixels(middle + 14), "cy": pixels(y - 5), "r": "14"])
    }
    let number = isToday ? "on-today" : "ink"
    text("\(date.components.day)", x: middle + 14, y: y, size: 15, style: "\(number) bold middle")
    drawVoids(ofDay: day)
    for slot in DayLanes(layout, day: day).slots { drawBar(slot, onDay: day) }
    xml.end()
  }

  private static let gap = 3.0
  private static let radius = 6.0
  /// The minimum height of a bar, so that the shortest interval is visible.
  private static let leastHeight = 3.0

  private mutating func drawBar(_ slot: DayLanes.Slot, onDay day: Int) {
    let row = layout.rows[slot.row]
    let lane = (PictureFrame.dayWidth - Self.gap) / Double(slot.laneCount)
    let x = frame.x(ofDay: day) + Self.gap + Double(slot.lane) * lane
    let width = Double(slot.span) * lane - Self.gap
    let boxes = slot.segment.bars.enumerated().map { position, bar in
      let start = slot.segment.hasStart && position == 0
      let end = slot.segment.hasEnd && position == slot.segment.bars.count - 1
      let top = frame.y(bar.lowerBound) + (start ? 1 : 0)
      let height = max(Self.leastHeight, frame.y(bar.upperBound) - (end ? 1 : 0) - top)
      return (box: PictureBox(x: x, y: top, width: width, height: height), start: start, end: end)
    }
    xml.begin("g", with: ["class": "c\(colors.firstIndex(of: row.color) ?? 0)"])
    xml.element("title", content: tooltip(slot.segment, of: row))
    for (box, start, end) in boxes {
      xml.element(
        "path", with: ["class": "fill", "d": box.path(radius: Self.radius, roundTop: start, roundBottom: end)])
    }
    drawAccent(boxes.map(\.box), of: slot.segment)
    if let box = boxes.map(\.box).max(by: { $0.height < $1.height }) { drawName(of: row, slot.segment, in: box) }
    xml.end()
  }

  /// Draws a stripe in the colour of the profile along the whole segment, across voids too.
  private mutating func drawAccent(_ boxes: [PictureBox], of segment: WeekLayout.Segment) {
    guard let first = boxes.first, let last = boxes.last else { return }
    let inset = first.height < 12 ? 0.0 : 4
    let top = first.y + (segment.hasStart ? inset : 0)
    let bottom = last.y + last.height - (segment.hasEnd ? inset : 0)
    let stripe = PictureBox(x: first.x + (inset == 0 ? 0 : 4), y: top, width: 4, height: max(2, bottom - top))
    let path = stripe.path(radius: 2, roundTop: segment.hasStart, roundBottom: segment.hasEnd)
    xml.element("path", with: ["class": "accent", "d": path])
  }

  private static let nameSize = 11.5
  private static let timeSize = 10.5
  private static let lineHeight = 14.0
  /// The minimum height for text: half an hour without the space to the next bar.
  private static let leastTextHeight = 12.5

  /// Draws the name and the time if there is room, in narrow bars the name alone, turned.
  private mutating func drawName(of row: WeekLayout.Row, _ segment: WeekLayout.Segment, in box: PictureBox) {
    let left = 13.0
    let room = box.width - left - 4
    let count = max(Int((box.height - 5) / Self.lineHeight), box.height < Self.leastTextHeight ? 0 : 1)
    let whole = PictureText.lines(of: row.title, size: Self.nameSize, width: room)
    let name = count == 1 ? PictureText.fitting(row.title, size: Self.nameSize, width: room).map { [$0] } : whole
    guard count > 0, let name else { return drawTurnedName(of: row, in: box) }
    let lines =
      name.map { ($0, Self.nameSize, "ink bold") }
      + times(segment, width: room, lines: count - name.count).map { ($0, Self.timeSize, "ink figures") }
    // A single line is centred in a low bar.
    let top = count == 1 ? box.y + box.height / 2 + 3.5 : box.y + 15
    for (position, line) in lines.enumerated() {
      let y = top + Double(position) * Self.lineHeight
      text(line.0, x: box.x + left, y: y, size: line.1, style: line.2)
    }
  }

  private mutating func drawTurnedName(of row: WeekLayout.Row, in box: PictureBox) {
    guard box.width >= 24 else { return }
    guard let name = PictureText.fitting(row.title, size: Self.nameSize, width: box.height - 16) else { return }
    let turn = "translate(\(pixels(box.x + box.width / 2 + 1)) \(pixels(box.y + 8))) rotate(90)"
    xml.element(
      "text", with: ["class": "ink bold", "font-size": pixels(Self.nameSize), "transform": turn], content: name)
  }

  /// Returns the times, for example `09:00–12:30`, or only the end that lies on the day. They take two lines if one is
  /// too long, and none if there is no room.
  private func times(_ segment: WeekLayout.Segment, width: Double, lines: Int) -> [String] {
    let start = ZonedText(segment.start, in: layout.week.zone).time
    let lastTime = ZonedText(segment.end, in: layout.week.zone).time
    let end = lastTime == "00:00" ? "24:00" : lastTime
    let (first, second, space) =
      switch (segment.hasStart, segment.hasEnd) {
      case (true, true): ("\(start)–", end, "")
      case (true, false): ("from", start, " ")
      case (false, true): ("until", end, " ")
      case (false, false): ("all", "day", " ")
      }
    let whole = first + space + second
    if lines > 0, PictureText.width(of: whole, size: Self.timeSize) <= width { return [whole] }
    let fits = [first, second].allSatisfy { PictureText.width(of: $0, size: Self.timeSize) <= width }
    return lines > 1 && fits ? [first, second] : []
  }

  /// Returns the whole interval in words: `Deep work: Mon 23 November 09:00 to 12:30, 3 h 30 min`.
  private func tooltip(_ segment: WeekLayout.Segment, of row: WeekLayout.Row) -> String {
    let (start, end) = (
      layout.week.zone.civil(at: segment.interval.start), layout.week.zone.civil(at: segment.interval.end)
    )
    let endDay = end.date == start.date ? "" : DateWords.day(end.date) + " "
    let length = LengthWords.text(seconds: segment.interval.lengthSeconds)
    return "\(row.title): \(DateWords.day(start.date)) \(start.time) to \(endDay)\(end.time), \(length)"
  }
}

extension WeekLayout.Row {
  /// The symbol and the name.
  var title: String { profile.icon.isEmpty ? profile.name : "\(profile.icon) \(profile.name)" }
}
