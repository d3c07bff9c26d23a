/// What is wrong with a number.
struct NumberProblem: Error, Problem {
  /// Which rule it breaks.
  enum Reason: Equatable {
    case leadingZero
    case underscore
    /// A byte that no digit of that base is.
    case badDigit(base: Int)
    /// No digit where one belongs, behind the prefix, the exponent or the sign.
    case missingDigits
    /// `.5`.
    case missingIntegerPart
    /// `5.`.
    case missingFraction
    case overflow
    /// `+0x1` and `-0x1`.
    case signedPrefix
    /// `0X1`.
    case upperCasePrefix
    /// `Inf`, `NaN`.
    case upperCaseSpecial
  }

  let reason: Reason
  /// The digits concerned, within the number.
  var range: Range<Int>
  /// The whole number; the parser fills it in.
  var number: Range<Int> = 0..<0
  /// The key that it was meant for.
  var key: Range<Int>?

  init(_ reason: Reason, _ range: Range<Int>) {
    self.reason = reason
    self.range = range
  }
}
