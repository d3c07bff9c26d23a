/// What is wrong with a value that is no number and no date. `key` is the key that it was meant for.
enum ValueProblem: Problem {
  /// Text without quotes.
  case unquoted(Range<Int>, key: Range<Int>?)
  /// `True`, `yes` and the like.
  case notBoolean(Range<Int>, meant: Bool, key: Range<Int>?)
  /// `null` and the like.
  case null(Range<Int>)
  /// Text in typographic quotes; `inner` is what they enclose.
  case typographicQuotes(Range<Int>, inner: Range<Int>, key: Range<Int>?)
  /// A string without its closing quote; `quote` is `"`, `'` or three of them.
  case unterminatedString(Range<Int>, quote: String, key: Range<Int>?)
  /// An escape that is none in a string that stands at `string`.
  case escape(EscapeProblem, string: Range<Int>)
}

/// A backslash with something behind it that is no escape.
struct EscapeProblem: Error {
  /// What is wrong with it.
  enum Reason {
    case unknown
    case missingDigits(Int)
    /// A surrogate, or above U+10FFFF.
    case notAScalar(UInt32)
  }

  let reason: Reason
  /// From the backslash on.
  let range: Range<Int>

  init(_ reason: Reason, _ range: Range<Int>) {
    self.reason = reason
    self.range = range
  }
}
