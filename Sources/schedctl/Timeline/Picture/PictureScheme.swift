/// The colours of a picture, in a light and in a dark scheme.
struct PictureScheme {
  let background: RGBColor
  let border: RGBColor
  /// Names and titles.
  let ink: RGBColor
  /// What stands back: hours, lengths, remarks.
  let muted: RGBColor
  let hourLine: RGBColor
  /// Every third hour, and between days.
  let strongLine: RGBColor
  /// Saturdays and Sundays.
  let weekend: RGBColor
  /// What is on no clock that day.
  let void: RGBColor
  let present: RGBColor
  /// How much of a profile's colour its bars have.
  let tint: Double
  /// Where a profile's colour goes until it is told from its bar.
  let extreme: RGBColor

  static let light = PictureScheme(
    background: .white, border: RGBColor(0xDFE2E6), ink: RGBColor(0x1C2024), muted: RGBColor(0x60646C),
    hourLine: RGBColor(0xF0F1F3), strongLine: RGBColor(0xE0E3E7), weekend: RGBColor(0xF9FAFB), void: RGBColor(0xC4C9D0),
    present: RGBColor(0xDC3B40), tint: 0.17, extreme: .black)

  static let dark = PictureScheme(
    background: RGBColor(0x15171B), border: RGBColor(0x2B2F36), ink: RGBColor(0xEDEEF0), muted: RGBColor(0xA6ACB5),
    hourLine: RGBColor(0x1F2228), strongLine: RGBColor(0x2C3037), weekend: RGBColor(0x191B20), void: RGBColor(0x4A505A),
    present: RGBColor(0xFF6369), tint: 0.26, extreme: .white)

  /// The least contrast of what is no text (WCAG 2.2, 1.4.11).
  private static let leastContrast = 3.0

  /// What fills the bars of a profile; `ink` is readable on it whatever the colour.
  func fill(_ color: RGBColor) -> RGBColor { color.mixed(tint, over: background) }

  /// The colour itself, darker or lighter where it would not be told from its bars.
  func accent(_ color: RGBColor) -> RGBColor {
    color.readable(on: [fill(color), background], ratio: Self.leastContrast, towards: extreme)
  }

  /// The rules of CSS for the picture and for profiles of these colours, `.c0` to `.c9` and on.
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
