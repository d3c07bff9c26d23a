import SchedulerDiagnostics

/// The geometry of a picture of a week, in SVG pixels: days from left to right, hours from top to bottom.
struct PictureFrame {
  static let width = 1136.0
  static let padding = 28.0
  static let gutter = 52.0
  static let titleHeight = 76.0
  static let dayTitleHeight = 40.0
  static let hourHeight = 28.0

  /// The length of the axis of a day, in seconds.
  let axisSeconds: Int

  static let left = padding + gutter
  static let right = width - padding
  static let top = titleHeight + dayTitleHeight
  static let dayWidth = (right - left) / 7

  /// The bottom of the hours.
  var bottom: Double { y(axisSeconds) }

  /// Returns the left side of a day.
  func x(ofDay day: Int) -> Double { Self.left + Double(day) * Self.dayWidth }

  /// Returns the height of a place on the axis.
  func y(_ place: Int) -> Double { Self.top + Double(place) / 3600 * Self.hourHeight }
}

/// A rectangle with optional round corners.
struct PictureBox {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  /// Returns the outline as a path of SVG, with round corners at the top, at the bottom, or both.
  ///
  /// - Parameter radius: the radius of the corners, reduced if the rectangle is too small.
  func path(radius: Double, roundTop: Bool, roundBottom: Bool) -> String {
    let ends = (roundTop ? 1.0 : 0) + (roundBottom ? 1 : 0)
    let radius = max(0, min(radius, width / 2, ends == 0 ? 0 : height / ends))
    let (top, bottom) = (roundTop ? radius : 0, roundBottom ? radius : 0)
    func corner(_ radius: Double, dx: Double, dy: Double) -> String {
      radius == 0 ? "" : "a\(pixels(radius)) \(pixels(radius)) 0 0 1 \(pixels(dx)) \(pixels(dy))"
    }
    return "M\(pixels(x)) \(pixels(y + top))" + corner(top, dx: top, dy: -top) + "H\(pixels(x + width - top))"
      + corner(top, dx: top, dy: top) + "V\(pixels(y + height - bottom))" + corner(bottom, dx: -bottom, dy: bottom)
      + "H\(pixels(x + bottom))" + corner(bottom, dx: -bottom, dy: -bottom) + "z"
  }
}

/// Returns a length as text, rounded to a tenth of a pixel.
func pixels(_ length: Double) -> String {
  let tenths = Int((length * 10).rounded())
  let whole = "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10)"
  return tenths.isMultiple(of: 10) ? whole : "\(whole).\(abs(tenths) % 10)"
}

/// Estimates of text widths, since the fonts of the reader are unknown.
enum PictureText {
  /// The average width of a letter in parts of the font size, for common sans-serif fonts. It is slightly too large, so
  /// that texts stay inside their boxes.
  private static let columnShare = 0.61

  /// Returns the estimated width of a text.
  static func width(of text: some StringProtocol, size: Double) -> Double {
    Double(DisplayWidth.columns(of: String(text))) * columnShare * size
  }

  /// Returns the text, cut before an ellipsis if it is too wide; nil if hardly a word fits.
  static func fitting(_ text: String, size: Double, width: Double) -> String? {
    if self.width(of: text, size: size) <= width { return text }
    var rest = Substring(text)
    while !rest.isEmpty, self.width(of: rest + "…", size: size) > width { rest.removeLast() }
    while rest.last == " " { rest.removeLast() }
    return rest.count >= shortestCut ? rest + "…" : nil
  }

  /// Returns the words of a text in up to two lines. The last line may be cut. Nil if hardly a word fits.
  static func lines(of text: String, size: Double, width: Double) -> [String]? {
    guard self.width(of: text, size: size) > width else { return [text] }
    let words = text.split(separator: " ")
    let fits = words.indices.last { self.width(of: words[...$0].joined(separator: " "), size: size) <= width }
    guard let fits else { return fitting(text, size: size, width: width).map { [$0] } }
    let rest = words[(fits + 1)...].joined(separator: " ")
    let second = fitting(rest, size: size, width: width)
    return [words[...fits].joined(separator: " ")] + (second.map { [$0] } ?? [])
  }

  /// The minimum number of letters of a cut name.
  private static let shortestCut = 4
}
