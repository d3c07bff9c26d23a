import SchedulerPlatform
import ShieldPage

/// The colours that a terminal can show.
enum TerminalColors {
  /// No colours.
  case none
  /// The 256 colours of xterm.
  case palette
  /// 24-bit colours.
  case exact

  /// Returns the colours for a terminal, judged by `COLORTERM`.
  static func suiting(_ environment: ProcessEnvironment) -> TerminalColors {
    ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") ? .exact : .palette
  }

  /// Returns the control sequence that starts a colour, which lasts until `end`; empty without colours.
  func start(_ color: RGBColor) -> String {
    switch self {
    case .none: ""
    case .palette: "\u{1B}[38;5;\(color.nearestOf256)m"
    case .exact: "\u{1B}[38;2;\(color.red);\(color.green);\(color.blue)m"
    }
  }

  /// The control sequence that ends a colour.
  var end: String { self == .none ? "" : "\u{1B}[39m" }

  /// Returns a text in bold.
  func bold(_ text: String) -> String { self == .none ? text : "\u{1B}[1m\(text)\u{1B}[22m" }

  /// Returns a faint text.
  func faint(_ text: String) -> String { self == .none ? text : "\u{1B}[2m\(text)\u{1B}[22m" }
}

extension RGBColor {
  /// The nearest of xterm's colours 16 to 255: a cube of six steps each way, and greys. The first 16 are the user's
  /// own.
  var nearestOf256: Int {
    (16...255).min { squaredDistance(to: .ofXterm($0)) < squaredDistance(to: .ofXterm($1)) } ?? 16
  }

  /// Returns the colour of a number from 16 to 255.
  static func ofXterm(_ number: Int) -> RGBColor {
    if number >= 232 {
      let grey = UInt8(8 + 10 * (number - 232))
      return RGBColor(red: grey, green: grey, blue: grey)
    }
    func step(_ index: Int) -> UInt8 { index == 0 ? 0 : UInt8(55 + 40 * index) }
    let index = number - 16
    return RGBColor(red: step(index / 36), green: step(index / 6 % 6), blue: step(index % 6))
  }

  private func squaredDistance(to other: RGBColor) -> Int {
    let (red, green, blue) = (
      Int(red) - Int(other.red), Int(green) - Int(other.green), Int(blue) - Int(other.blue)
    )
    return red * red + green * green + blue * blue
  }
}
