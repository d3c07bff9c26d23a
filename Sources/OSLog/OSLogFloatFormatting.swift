/// How a floating-point number is written.
public struct OSLogFloatFormatting {
  /// The letter of the notation in `printf`.
  private let notation: String
  private var explicitPositiveSign = false
  private var uppercase = false
  private var precision: (() -> Int)?

  /// With six digits after the point.
  public static var fixed: OSLogFloatFormatting { OSLogFloatFormatting(notation: "f") }

  /// With six digits after the point, a sign and capital letters as is asked for.
  public static func fixed(explicitPositiveSign: Bool = false, uppercase: Bool = false) -> OSLogFloatFormatting {
    OSLogFloatFormatting(notation: "f", explicitPositiveSign: explicitPositiveSign, uppercase: uppercase)
  }

  /// With a number of digits after the point.
  public static func fixed(
    precision: @autoclosure @escaping () -> Int, explicitPositiveSign: Bool = false, uppercase: Bool = false
  ) -> OSLogFloatFormatting {
    OSLogFloatFormatting(
      notation: "f", explicitPositiveSign: explicitPositiveSign, uppercase: uppercase, precision: precision)
  }

  /// In base 16.
  public static var hex: OSLogFloatFormatting { OSLogFloatFormatting(notation: "a") }

  /// In base 16, with a sign and capital letters as is asked for.
  public static func hex(explicitPositiveSign: Bool = false, uppercase: Bool = false) -> OSLogFloatFormatting {
    OSLogFloatFormatting(notation: "a", explicitPositiveSign: explicitPositiveSign, uppercase: uppercase)
  }

  /// With an exponent.
  public static var exponential: OSLogFloatFormatting { OSLogFloatFormatting(notation: "e") }

  /// With an exponent, a sign and capital letters as is asked for.
  public static func exponential(explicitPositiveSign: Bool = false, uppercase: Bool = false) -> OSLogFloatFormatting {
    OSLogFloatFormatting(notation: "e", explicitPositiveSign: explicitPositiveSign, uppercase: uppercase)
  }

  /// With an exponent and a number of digits after the point.
  public static func exponential(
    precision: @autoclosure @escaping () -> Int, explicitPositiveSign: Bool = false, uppercase: Bool = false
  ) -> OSLogFloatFormatting {
    OSLogFloatFormatting(
      notation: "e", explicitPositiveSign: explicitPositiveSign, uppercase: uppercase, precision: precision)
  }

  /// With an exponent if the number is very large or very small.
  public static var hybrid: OSLogFloatFormatting { OSLogFloatFormatting(notation: "g") }

  /// With an exponent if the number is very large or very small, a sign and capital letters as is asked for.
  public static func hybrid(explicitPositiveSign: Bool = false, uppercase: Bool = false) -> OSLogFloatFormatting {
    OSLogFloatFormatting(notation: "g", explicitPositiveSign: explicitPositiveSign, uppercase: uppercase)
  }

  /// With an exponent if the number is very large or very small, and a number of digits.
  public static func hybrid(
    precision: @autoclosure @escaping () -> Int, explicitPositiveSign: Bool = false, uppercase: Bool = false
  ) -> OSLogFloatFormatting {
    OSLogFloatFormatting(
      notation: "g", explicitPositiveSign: explicitPositiveSign, uppercase: uppercase, precision: precision)
  }

  /// Returns the number as text.
  func text(of number: Double) -> String {
    let digits = precision.map { ".\(max(0, $0()))" } ?? ""
    let letter = uppercase ? notation.uppercased() : notation
    return String(format: "%\(explicitPositiveSign ? "+" : "")\(digits)\(letter)", number)
  }
}
