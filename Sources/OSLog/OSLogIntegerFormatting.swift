/// How an integer is written.
public struct OSLogIntegerFormatting {
  private var radix = 10
  private var prefix = ""
  private var explicitPositiveSign = false
  private var uppercase = false
  private var minDigits: (() -> Int)?

  /// In base 10.
  public static var decimal: OSLogIntegerFormatting { OSLogIntegerFormatting() }

  /// In base 10, with a sign in front of numbers from 0 if that is asked for.
  public static func decimal(explicitPositiveSign: Bool = false) -> OSLogIntegerFormatting {
    OSLogIntegerFormatting(explicitPositiveSign: explicitPositiveSign)
  }

  /// In base 10, with zeros in front up to a number of digits.
  public static func decimal(
    explicitPositiveSign: Bool = false, minDigits: @autoclosure @escaping () -> Int
  ) -> OSLogIntegerFormatting {
    OSLogIntegerFormatting(explicitPositiveSign: explicitPositiveSign, minDigits: minDigits)
  }

  /// In base 16.
  public static var hex: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 16) }

  /// In base 16, with a sign, the prefix `0x` and capital letters as is asked for.
  public static func hex(
    explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false
  ) -> OSLogIntegerFormatting {
    OSLogIntegerFormatting(
      radix: 16, prefix: includePrefix ? "0x" : "", explicitPositiveSign: explicitPositiveSign, uppercase: uppercase)
  }

  /// In base 16, with zeros in front up to a number of digits.
  public static func hex(
    explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false,
    minDigits: @autoclosure @escaping () -> Int
  ) -> OSLogIntegerFormatting {
    OSLogIntegerFormatting(
      radix: 16, prefix: includePrefix ? "0x" : "", explicitPositiveSign: explicitPositiveSign, uppercase: uppercase,
      minDigits: minDigits)
  }

  /// In base 8.
  public static var octal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 8) }

  /// In base 8, with a sign and the prefix `0o` as is asked for.
  public static func octal(
    explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false
  ) -> OSLogIntegerFormatting {
    OSLogIntegerFormatting(
      radix: 8, prefix: includePrefix ? "0o" : "", explicitPositiveSign: explicitPositiveSign, uppercase: uppercase)
  }

  /// In base 8, with zeros in front up to a number of digits.
  public static func octal(
    explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false,
    minDigits: @autoclosure @escaping () -> Int
  ) -> OSLogIntegerFormatting {
    OSLogIntegerFormatting(
      radix: 8, prefix: includePrefix ? "0o" : "", explicitPositiveSign: explicitPositiveSign, uppercase: uppercase,
      minDigits: minDigits)
  }

  /// Returns the number as text.
  func text(of number: some FixedWidthInteger) -> String {
    let digits = String(number.magnitude, radix: radix, uppercase: uppercase)
    let zeros = String(repeating: "0", count: max(0, (minDigits?() ?? 0) - digits.count))
    return (number < 0 ? "-" : explicitPositiveSign ? "+" : "") + prefix + zeros + digits
  }
}
