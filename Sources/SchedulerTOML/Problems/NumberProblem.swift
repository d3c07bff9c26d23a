import SchedulerDiagnostics

/// A mistake in a number.
struct NumberProblem: Error, Problem {
  /// The rule that is broken.
  enum Reason: Equatable {
    case leadingZero
    case underscore
    /// A byte that is not a digit of that base.
    case badDigit(base: Int)
    /// A digit is missing after the prefix, the exponent or the sign.
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
  /// The whole number; set by the parser.
  var number: Range<Int> = 0..<0
  /// The key of the value.
  var key: Range<Int>?

  init(_ reason: Reason, at range: Range<Int>) {
    self.reason = reason
    self.range = range
  }
}

extension NumberProblem {
  func diagnostic(in text: Excerpts) -> Diagnostic {
    let whole = text.quotation(number)
    let write = { (value: String) in "write \(text.assignment(key: key, value: value))" }
    switch reason {
    case .leadingZero: return leadingZero(whole, in: text)
    case .underscore:
      return make(
        .misplacedUnderscore, message: "an underscore in a number stands between two digits", in: text,
        help: write(whole.filter { $0 != "_" }))
    case .badDigit(let base): return badDigit(base: base, whole: whole, in: text)
    case .missingDigits:
      return make(
        .invalidNumber, message: "expected a digit in '\(whole)'", in: text, help: "a number ends with a digit")
    case .missingIntegerPart:
      return make(
        .incompleteFloat, message: "expected a digit before the '.' in '\(whole)'", in: text,
        help: write(whole.inserted("0", at: range.lowerBound - number.lowerBound)))
    case .missingFraction:
      return make(
        .incompleteFloat, message: "expected a digit after the '.' in '\(whole)'", in: text,
        help: write(whole.inserted("0", at: range.lowerBound - number.lowerBound + 1)))
    case .overflow:
      return make(
        .integerOverflow, message: "'\(whole)' does not fit into 64 bits", in: text,
        help: "integers go from -9223372036854775808 to 9223372036854775807")
    case .signedPrefix:
      return make(
        .invalidNumber, message: "'\(whole)' has both a sign and a prefix", in: text,
        help: write(String(whole.dropFirst())))
    case .upperCasePrefix, .upperCaseSpecial:
      return make(
        .invalidNumber, message: "'\(text.quotation(range))' has to be in lower case", in: text,
        help: write(whole.lowercased()))
    }
  }

  private func make(_ code: DiagnosticCode, message: String, in text: Excerpts, help: String) -> Diagnostic {
    Diagnostic(.error, code: code, message: message, at: text.label(range), help: [help])
  }

  private func leadingZero(_ whole: String, in text: Excerpts) -> Diagnostic {
    let offset = range.lowerBound - number.lowerBound
    var rest = whole.dropFirst(offset).drop { $0 == "0" || $0 == "_" }
    if rest.first?.isNumber != true { rest = "0" + rest }
    let plain = whole.prefix(offset) + rest
    return Diagnostic(
      .error, code: .leadingZero, message: "'\(whole)' begins with a zero", at: text.label(range),
      help: ["write \(text.assignment(key: key, value: String(plain))), or 0o… for a number in base 8"])
  }

  private func badDigit(base: Int, whole: String, in text: Excerpts) -> Diagnostic {
    let digits = [2: "0 and 1", 8: "0 to 7", 16: "0 to 9 and a to f"][base]
    guard let digits else {
      return make(
        .invalidNumber, message: "'\(whole)' is not a number", in: text,
        help: "put text in quotes: \(text.assignment(key: key, value: text.quoted(number)))")
    }
    return make(
      .invalidNumber, message: "'\(text.quotation(range))' is no digit in base \(base)", in: text,
      help: "its digits are \(digits)")
  }
}

extension String {
  /// Returns the string with `addition` inserted before its character number `offset`.
  fileprivate func inserted(_ addition: String, at offset: Int) -> String {
    String(prefix(offset)) + addition + String(dropFirst(offset))
  }
}
