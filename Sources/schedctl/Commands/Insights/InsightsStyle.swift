import Scheduler

/// The style of a page of insights. Its rules have no quotes and no `>`, so that they need no escape.
enum InsightsStyle {
  static let rules =
    light + ["@media (prefers-color-scheme:dark){"] + dark + ["}"] + layout
    + ["@media print{"] + print + ["}"]

  private static let light = [
    ":root{--page:#ffffff;--ink:#1c2024;--muted:#60646c;--line:#dfe2e6;--card:#f5f6f8;--focus:#2f6fd0;--use:#c05f1a}"
  ]
  private static let dark = [
    ":root{--page:#15171b;--ink:#edeef0;--muted:#a6acb5;--line:#2b2f36;--card:#1f2228;--focus:#6ea2f5;--use:#e8935a}"
  ]
  private static let layout = [
    "*{box-sizing:border-box}",
    "body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,-apple-system,sans-serif}",
    "main{max-width:52rem;margin:0 auto;padding:1.5rem 1rem 3rem}",
    "h1{margin:0;font-size:1.75rem}h2{margin:2.5rem 0 .5rem;font-size:1.25rem}",
    ".days,.note{color:var(--muted)}.days{margin:.25rem 0 1.5rem}",
    ".cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(9rem,1fr));gap:.75rem;margin:0}",
    ".cards div{background:var(--card);border-radius:.5rem;padding:.75rem 1rem}",
    "dt{color:var(--muted);font-size:.875rem}dd{margin:0;font-size:1.25rem;font-variant-numeric:tabular-nums}",
    "svg{display:block;width:100%;min-width:34rem;height:auto;margin:.5rem 0}",
    "svg text{fill:var(--muted);font-size:13px}svg .middle{text-anchor:middle}svg .axis{stroke:var(--line)}",
    ".focus{fill:var(--focus)}.use{fill:var(--use)}",
    ".chart,.table{overflow-x:auto}.table{margin:.75rem 0 1.5rem}",
    "table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}",
    "caption{text-align:left;color:var(--muted);font-size:.875rem;padding-bottom:.25rem}",
    // A table that scrolls is wider than the screen, and a caption is no wider than what the margins leave of that.
    "caption{max-width:calc(100vw - 2rem);overflow-wrap:anywhere}",
    "th,td{padding:.3rem .75rem .3rem 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}",
    "tbody th{font-weight:400;width:45%;min-width:9.75rem;overflow-wrap:anywhere}.numbers td{white-space:nowrap}",
    ".bar{display:block;height:.375rem;min-width:2px;border-radius:.2rem;background:var(--use)}",
    "pre{background:var(--card);border-radius:.5rem;padding:.75rem 1rem;overflow-x:auto}",
  ]
  private static let print = [
    ":root{--page:#ffffff;--ink:#000000;--muted:#444444;--line:#bbbbbb;--card:#ffffff;--focus:#2f6fd0;--use:#c05f1a}",
    "body{font-size:11pt}main{max-width:none;padding:0}.cards div{border:1px solid var(--line)}",
    "svg,tr,thead,pre,.cards{break-inside:avoid}h1,h2,p,caption,thead{break-after:avoid}",
    ".chart,.table{overflow:visible}svg{min-width:0}caption{max-width:none}",
    // Paper does not scroll.
    "pre{white-space:pre-wrap;overflow-wrap:anywhere;overflow:visible}",
    "*{print-color-adjust:exact;-webkit-print-color-adjust:exact}",
  ]
}

/// A chart of columns. It is hidden from screen readers: a table with the numbers stands below it.
struct ColumnChart {
  let labels: [String]
  var series: [(name: String, style: String, values: [Int64])] = []

  private static let (width, height) = (Int64(800), Int64(220))
  private static let (left, top, bottom) = (Int64(76), Int64(28), Int64(24))

  init(labels: [String]) { self.labels = labels }

  /// Draws the chart. Lengths are in seconds; the axis is in hours, or in minutes if all are short.
  ///
  /// - Parameter label: what the chart shows, for those who reach it by keyboard.
  func draw(in xml: inout XMLWriter, label: String) {
    let longest = max(60, series.flatMap(\.values).max() ?? 0)
    let step = Self.step(for: longest)
    let most = (longest + step - 1) / step * step
    let room = Self.height - Self.top - Self.bottom
    // Narrow screens scroll a chart, also by keyboard.
    xml.begin("div", with: ["class": "chart", "tabindex": "0", "role": "region", "aria-label": label])
    xml.begin("svg", with: ["viewBox": "0 0 \(Self.width) \(Self.height)", "aria-hidden": "true"])
    drawLegend(in: &xml)
    for value in stride(from: 0, through: most, by: Int64.Stride(step)) {
      let y = Self.height - Self.bottom - value * room / most
      xml.element("path", with: ["class": "axis", "d": "M\(Self.left) \(y)H\(Self.width)"])
      xml.element("text", with: ["x": "0", "y": "\(y + 4)"], content: LengthWords.text(seconds: value))
    }
    let slot = (Self.width - Self.left) / Int64(max(1, labels.count))
    let column = max(2, slot * 4 / 5 / Int64(max(1, series.count)))
    for (index, label) in labels.enumerated() {
      let x = Self.left + Int64(index) * slot + slot / 10
      for (place, one) in series.enumerated() where one.values[index] > 0 {
        let height = max(1, one.values[index] * room / most)
        xml.element(
          "rect",
          with: [
            "class": one.style, "x": "\(x + Int64(place) * column)", "y": "\(Self.height - Self.bottom - height)",
            "width": "\(column - 1)", "height": "\(height)",
          ])
      }
      if labels.count < 16 || index % 3 == 0 {
        let middle = x + column * Int64(series.count) / 2
        xml.element(
          "text", with: ["class": "middle", "x": "\(middle)", "y": "\(Self.height - 6)"], content: label)
      }
    }
    xml.end()
    xml.end()
  }

  private func drawLegend(in xml: inout XMLWriter) {
    for (place, one) in series.enumerated() {
      let x = Self.left + Int64(place) * 90
      xml.element("rect", with: ["class": one.style, "x": "\(x)", "y": "3", "width": "12", "height": "12"])
      xml.element("text", with: ["x": "\(x + 18)", "y": "14"], content: one.name)
    }
  }

  /// The distance of the lines of the axis: about four of them are drawn.
  private static func step(for longest: Int64) -> Int64 {
    let steps: [Int64] = [15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400]
    return steps.first { longest <= $0 * 5 } ?? (longest / 5 / 86_400 + 1) * 86_400
  }
}
