/// Where things are in a picture of a week, in pixels of SVG: days from left to right, hours from top to bottom.
struct PictureFrame {
  static let width = 1136.0
  static let padding = 28.0
  static let gutter = 52.0
  static let titleHeight = 76.0
  static let dayTitleHeight = 40.0
  static let hourHeight = 28.0

  /// How long the axis of a day is, in seconds.
  let axisSeconds: Int

  static let left = padding + gutter
  static let right = width - padding
  static let top = titleHeight + dayTitleHeight
  static let dayWidth = (right - left) / 7

  /// The bottom of the hours.
  var bottom: Double { y(axisSeconds) }

  /// The left side of a day.
  func x(ofDay day: Int) -> Double { Self.left + Double(day) * Self.dayWidth }

  /// The height of a place on the axis.
  func y(_ place: Int) -> Double { Self.top + Double(place) / 3600 * Self.hourHeight }
}

/// A rectangle, some of whose corners are round.
struct PictureBox {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  /// The outline as the path of SVG, with round corners at the top, at the bottom, or both.
  ///
  /// - Parameter radius: of the corners, as far as the rectangle has room for it.
  func path(radius: Double, roundTop: Bool, roundBottom: Bool) -> String {
    let ends = (roundTop ? 1.0 : 0) + (roundBottom ? 1 : 0)
    let radius = max(0, min(radius, width / 2, ends == 0 ? 0 : height / ends))
    let (top, bottom) = (roundTop ? radius : 0, roundBottom ? radius : 0)
    func corner(_ radius: Double, _ dx: Double, _ dy: Double) -> String {
      radius == 0 ? "" : "a\(pixels(radius)) \(pixels(radius)) 0 0 1 \(pixels(dx)) \(pixels(dy))"
    }
    return "M\(pixels(x)) \(pixels(y + top))" + corner(top, top, -top) + "H\(pixels(x + width - top))"
      + corner(top, top, top) + "V\(pixels(y + height - bottom))" + corner(bottom, -bottom, bottom)
      + "H\(pixels(x + bottom))" + corner(bottom, -bottom, -bottom) + "z"
  }
}

/// A length to a tenth of a pixel, which is finer than screens are.
func pixels(_ length: Double) -> String {
  let tenths = Int((length * 10).rounded())
  let whole = "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10)"
  return tenths.isMultiple(of: 10) ? whole : "\(whole).\(abs(tenths) % 10)"
}
