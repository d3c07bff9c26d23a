/// The colours of a page in both schemes, derived from the colour of a profile.
///
/// Text has a contrast of at least 4.5 with its background whatever that colour is; see WCAG 2.2, success criterion 1.4.3.
/// The band at the top of the page carries no text and has the colour itself.
public struct PageColors: Hashable, Sendable {
  /// One scheme.
  public struct Scheme: Hashable, Sendable {
    /// The colour of the profile as it is.
    public let band: RGBColor
    /// The colour of large text and borders on the background.
    public let accent: RGBColor
    /// The background of buttons.
    public let fill: RGBColor
    /// The text on buttons.
    public let onFill: RGBColor

    fileprivate init(_ color: RGBColor, on background: RGBColor, towards end: RGBColor) {
      band = color
      accent = color.readable(on: [background], ratio: PageColors.leastContrast, towards: end)
      fill = accent
      onFill = background
    }
  }

  /// The least contrast of text with its background.
  public static let leastContrast = 4.5
  /// The background of the light scheme, as in `page.css`.
  public static let lightBackground = RGBColor(0xFFFFFF)
  /// The background of the dark scheme, as in `page.css`.
  public static let darkBackground = RGBColor(0x111113)
  /// The colour of a page whose profile states none.
  public static let usual = RGBColor(0x6366F1)

  /// The scheme with a light background.
  public let light: Scheme
  /// The scheme with a dark background.
  public let dark: Scheme

  /// Creates the colours of a profile.
  ///
  /// - Parameter text: the colour as `#rrggbb`; nil, or a text that is no colour, for the usual one.
  public init(_ text: String?) {
    let color = text.flatMap { RGBColor(hexadecimal: $0) } ?? Self.usual
    light = Scheme(color, on: Self.lightBackground, towards: .black)
    dark = Scheme(color, on: Self.darkBackground, towards: .white)
  }

  /// The names of the variables in `page.css`, without the hyphens at their beginning, and their values.
  var variables: [(name: String, value: String)] {
    [("light", light), ("dark", dark)].flatMap { scheme, colors in
      [
        ("\(scheme)-band", colors.band.hexadecimal), ("\(scheme)-accent", colors.accent.hexadecimal),
        ("\(scheme)-fill", colors.fill.hexadecimal), ("\(scheme)-on-fill", colors.onFill.hexadecimal),
      ]
    }
  }
}
