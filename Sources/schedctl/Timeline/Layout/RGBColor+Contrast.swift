extension RGBColor {
  /// Some of this colour on top of another.
  ///
  /// - Parameter share: how much of this one, 0 to 1.
  func mixed(_ share: Double, over other: RGBColor) -> RGBColor {
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8((Double(a) * share + Double(b) * (1 - share)).rounded()) }
    return RGBColor(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }

  /// How bright it looks, 0 to 1: the relative luminance of WCAG 2.2.
  var luminance: Double {
    0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
  }

  /// The contrast ratio of WCAG 2.2 between two colours, 1 to 21.
  func contrast(with other: RGBColor) -> Double {
    let (a, b) = (luminance, other.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// The colour nearest to this one, on the way to `end`, that is told from each of some backgrounds by at least `ratio`;
  /// `end` when there is none.
  func readable(on backgrounds: [RGBColor], ratio: Double, towards end: RGBColor) -> RGBColor {
    // In steps of a hundredth: finer ones are not seen.
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

  /// The power 2.4, to four digits: 0.4 is 0.0110011001 in binary, and each half of an exponent is a square root.
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
