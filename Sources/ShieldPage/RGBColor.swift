/// A colour of the sRGB space.
public struct RGBColor: Hashable, Sendable {
  /// The share of red, 0 to 255.
  public let red: UInt8
  /// The share of green, 0 to 255.
  public let green: UInt8
  /// The share of blue, 0 to 255.
  public let blue: UInt8

  /// Creates a colour from its shares.
  public init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }
}

extension RGBColor {
  /// Creates a colour from a number, for example `0xE5484D`.
  public init(_ value: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
      blue: UInt8(truncatingIfNeeded: value))
  }

  /// Parses a colour, for example `#e5484d`. Nil if the text is not a colour.
  public init?(hexadecimal text: String) {
    guard text.utf8.count == 7, text.hasPrefix("#"), let value = UInt32(text.dropFirst(), radix: 16) else { return nil }
    self.init(value)
  }

  /// The colour as text, for example `#e5484d`.
  public var hexadecimal: String {
    let digits = String(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue), radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.utf8.count) + digits
  }

  /// White.
  public static let white = RGBColor(0xFFFFFF)
  /// Black.
  public static let black = RGBColor(0x000000)

  /// Returns the colour of a profile that names none. Neighbouring positions have distinct colours.
  public static func usual(_ position: Int) -> RGBColor { usualColors[position % usualColors.count] }

  private static let usualColors: [RGBColor] = [
    0x3E63DD, 0x0F9D8A, 0xE5762D, 0xAB4ABA, 0x46A758, 0xD6409F, 0x0894CE, 0xA18072,
  ].map(RGBColor.init(_:))

  /// Returns this colour mixed over another.
  ///
  /// - Parameter share: the share of this colour, 0 to 1.
  public func mixed(_ share: Double, over other: RGBColor) -> RGBColor {
    func mix(_ a: UInt8, with b: UInt8) -> UInt8 { UInt8((Double(a) * share + Double(b) * (1 - share)).rounded()) }
    return RGBColor(
      red: mix(red, with: other.red), green: mix(green, with: other.green), blue: mix(blue, with: other.blue))
  }

  /// The relative luminance of WCAG 2.2, 0 to 1.
  public var luminance: Double {
    0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
  }

  /// Returns the contrast ratio of WCAG 2.2 between two colours, 1 to 21.
  public func contrast(with other: RGBColor) -> Double {
    let (a, b) = (luminance, other.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// Returns the first colour on the way from this one to `end` whose contrast with each background is at least
  /// `ratio`, or `end` if there is none.
  public func readable(on backgrounds: [RGBColor], ratio: Double, towards end: RGBColor) -> RGBColor {
    // Steps finer than a hundredth are not visible.
    for step in 0..<100 {
      let color = end.mixed(Double(step) / 100, over: self)
      if backgrounds.allSatisfy({ color.contrast(with: $0) >= ratio }) { return color }
    }
    return end
  }

  private static func linear(_ value: UInt8) -> Double {
    let share = Double(value) / 255
    return share <= 0.04045 ? share / 12.92 : power2_4((share + 0.055) / 1.055)
  }

  /// Returns the power 2.4 of a number, to four digits: 0.4 is 0.0110011001 in binary, and each half of an exponent is
  /// a square root.
  private static func power2_4(_ base: Double) -> Double {
    var power = base * base
    var root = base
    for digit in [0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1] {
      root = root.squareRoot()
      if digit == 1 { power *= root }
    }
    return power
  }
}
