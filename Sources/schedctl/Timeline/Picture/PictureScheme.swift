import ShieldPage

/// The colours of a picture, in a light and in a dark scheme.
struct PictureScheme {
  let background: RGBColor
  let border: RGBColor
  /// Names and titles.
  let ink: RGBColor
  /// Secondary text: hours, lengths, remarks.
  let muted: RGBColor
  let hourLine: RGBColor
  /// Lines at every third hour and between days.
  let strongLine: RGBColor
  /// Saturdays and Sundays.
  let weekend: RGBColor
  /// Times that do not exist on that day.
  let void: RGBColor
  let present: RGBColor
  /// The share of the profile's colour in its bars, 0 to 1.
  let tint: Double
  /// The end towards which a profile's colour moves until its contrast suffices.
  let extreme: RGBColor

  static let light = PictureScheme(
    background: .white, border: RGBColor(0xDFE2E6), ink: RGBColor(0x1C2024), muted: RGBColor(0x60646C),
    hourLine: RGBColor(0xF0F1F3), strongLine: RGBColor(0xE0E3E7), weekend: RGBColor(0xF9FAFB), void: RGBColor(0xC4C9D0),
    present: RGBColor(0xDC3B40), tint: 0.17, extreme: .black)

  static let dark = PictureScheme(
    background: RGBColor(0x15171B), border: RGBColor(0x2B2F36), ink: RGBColor(0xEDEEF0), muted: RGBColor(0xA6ACB5),
    hourLine: RGBColor(0x1F2228), strongLine: RGBColor(0x2C3037), weekend: RGBColor(0x191B20), void: RGBColor(0x4A505A),
    present: RGBColor(0xFF6369), tint: 0.26, extreme: .white)

  /// The minimum contrast of graphics (WCAG 2.2, 1.4.11).
  private static let leastContrast = 3.0

  /// Returns the fill of the bars of a profile. `ink` is readable on it for any colour.
  func fill(_ color: RGBColor) -> RGBColor { color.mixed(tint, over: background) }

  /// Returns the colour of a profile, darker or lighter if its contrast with its bars is too low.
  func accent(_ color: RGBColor) -> RGBColor {
    color.readable(on: [fill(color), background], ratio: Self.leastContrast, towards: extreme)
  }

  /// Returns the CSS rules for the picture and for profiles of these colours, classes `.c0`, `.c1`, ….
  func rules(_ colors: [RGBColor]) -> [String] {
    let own = [
      ".page{fill:\(background.hexadecimal);stroke:\(border.hexadecimal)}",
      ".ink{fill:\(ink.hexadecimal)}", ".muted{fill:\(muted.hexadecimal)}",
      ".hour{stroke:\(hourLine.hexadecimal)}", ".line{stroke:\(strongLine.hexadecimal)}",
      ".weekend{fill:\(weekend.hexadecimal)}", ".absent{fill:\(hourLine.hexadecimal)}",
      ".void{stroke:\(void.hexadecimal)}",
      ".now{fill:\(present.hexadecimal);stroke:\(present.hexadecimal)}",
      ".today{fill:\(present.hexadecimal)}", ".on-today{fill:\(background.hexadecimal)}",
    ]
    return own
      + colors.enumerated().flatMap { position, color in
        [
          ".c\(position) .fill{fill:\(fill(color).hexadecimal)}",
          ".c\(position) .accent{fill:\(accent(color).hexadecimal)}",
        ]
      }
  }
}
