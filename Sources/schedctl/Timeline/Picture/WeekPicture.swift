import Scheduler
import ShieldPage

/// A week as an SVG picture: one file without scripts, fonts and links, in the light or dark scheme of its reader.
/// Equal layouts give equal bytes.
struct WeekPicture {
  let layout: WeekLayout
  let frame: PictureFrame
  /// The distinct colours. Profiles of one colour share its rules.
  let colors: [RGBColor]
  var xml = XMLWriter()

  /// The maximum number of profiles. More could not be distinguished, and the layout time grows with their square.
  static let maximumProfiles = 200

  /// Returns the picture of a layout as text.
  static func text(of layout: WeekLayout) -> String {
    var picture = WeekPicture(layout)
    picture.draw()
    return picture.xml.text
  }

  private init(_ layout: WeekLayout) {
    self.layout = layout
    frame = PictureFrame(axisSeconds: layout.week.axis.length)
    colors = layout.rows.map(\.color).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private mutating func draw() {
    let remarks = layout.remarks().flatMap { $0.wrapped(toColumns: Self.remarkColumns) }
    let height = legendBottom + (remarks.isEmpty ? 0 : Double(remarks.count) * Self.remarkHeight + 14) + 20
    xml.begin(
      "svg",
      with: [
        "xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 \(pixels(PictureFrame.width)) \(pixels(height))",
        "width": pixels(PictureFrame.width), "height": pixels(height), "class": "schedctl", "role": "img",
        "aria-labelledby": "schedctl-title schedctl-description",
      ])
    xml.element("title", with: ["id": "schedctl-title"], content: title)
    xml.element("desc", with: ["id": "schedctl-description"], content: description)
    drawStyle()
    let page = PictureBox(x: 0.5, y: 0.5, width: PictureFrame.width - 1, height: height - 1)
    xml.element("path", with: ["class": "page", "d": page.path(radius: 14, roundTop: true, roundBottom: true)])
    drawTitle()
    drawHours()
    for day in layout.week.days.indices { drawDay(day) }
    drawPresent()
    drawLegend()
    for (line, remark) in remarks.enumerated() {
      let y = legendBottom + 14 + Double(line) * Self.remarkHeight
      text(remark, x: PictureFrame.padding, y: y, size: 12, style: "muted")
    }
    xml.end()
  }

  private static let remarkColumns = 150
  private static let remarkHeight = 18.0

  /// The title, for example `Week 48: Mon 23 November to Sun 29 November 2026`.
  private var title: String { layout.title.prefix(1).uppercased() + layout.title.dropFirst() }

  /// The content of the picture in words.
  private var description: String {
    let lengths = layout.rows.map { row in
      "\(row.profile.name): \(row.absence ?? LengthWords.text(seconds: row.lengthSeconds))"
    }
    return (lengths + layout.remarks()).map { $0 + "." }.joined(separator: " ")
  }

  private mutating func drawStyle() {
    xml.begin("style")
    xml.line(".schedctl{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}")
    xml.line(".bold{font-weight:600}.middle{text-anchor:middle}.end{text-anchor:end}")
    xml.line(".figures{font-variant-numeric:tabular-nums}")
    for rule in PictureScheme.light.rules(colors) { xml.line(".schedctl " + rule) }
    xml.line("@media (prefers-color-scheme:dark){")
    for rule in PictureScheme.dark.rules(colors) { xml.line(".schedctl " + rule) }
    xml.line("}")
    xml.end()
    xml.begin("defs")
    xml.begin(
      "pattern",
      with: [
        "id": "schedctl-void", "width": "6", "height": "6", "patternUnits": "userSpaceOnUse",
        "patternTransform": "rotate(45)",
      ])
    xml.element("path", with: ["class": "void", "d": "M0 0V6", "stroke-width": "2"])
    xml.end()
    xml.end()
  }

  private mutating func drawTitle() {
    let x = PictureFrame.padding
    text("Week \(layout.week.number)", x: x, y: 40, size: 22, style: "ink bold")
    text(dates, x: x, y: 60, size: 13, style: "muted")
    text(layout.week.zone.identifier, x: PictureFrame.right, y: 40, size: 13, style: "muted end")
  }

  /// The dates, for example `23 November – 29 November 2026`.
  private var dates: String {
    guard let first = layout.week.days.first?.date, let last = layout.week.days.last?.date else { return "" }
    let (start, end) = (first.components, last.components)
    let month = start.month == end.month ? "" : " " + DateWords.month(first)
    let year = start.year == end.year ? "" : " \(start.year)"
    return "\(start.day)\(month)\(year) – \(end.day) \(DateWords.month(last)) \(end.year)"
  }

  /// Draws a line of text.
  mutating func text(_ content: String, x: Double, y: Double, size: Double, style: String) {
    xml.element(
      "text", with: ["class": style, "x": pixels(x), "y": pixels(y), "font-size": pixels(size)], content: content)
  }
}
