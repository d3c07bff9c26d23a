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
}

extension NumberProblem {
  func diagnostic(in text: Excerpts) -> Diagnostic {
    let (code, message, help) = words(text.quotation(number), in: text)
    return text.error(code, message: message, at: range, help: [help])
  }

  private func words(_ whole: String, in text: Excerpts) -> (DiagnosticCode, message: String, help: String) {
    let offset = range.lowerBound - number.lowerBound
    let write = { (value: String) in "write \(text.assignment(key: key, value: value))" }
    return switch reason {
    case .leadingZero:
      (
        .leadingZero, "'\(whole)' begins with a zero",
        write(Self.withoutZeros(whole, at: offset)) + ", or 0o… for a number in base 8"
      )
    case .underscore:
      (.misplacedUnderscore, "an underscore in a number stands between two digits", write(whole.filter { $0 != "_" }))
    case .badDigit(let base): badDigit(base: base, whole: whole, in: text)
    case .missingDigits: (.invalidNumber, "expected a digit in '\(whole)'", "a number ends with a digit")
    case .missingIntegerPart:
      (.incompleteFloat, "expected a digit before the '.' in '\(whole)'", write(whole.inserted("0", at: offset)))
    case .missingFraction:
      (.incompleteFloat, "expected a digit after the '.' in '\(whole)'", write(whole.inserted("0", at: offset + 1)))
    case .overflow:
      (
        .integerOverflow, "'\(whole)' does not fit into 64 bits",
        "integers go from -9223372036854775808 to 9223372036854775807"
      )
    case .signedPrefix:
      (.invalidNumber, "'\(whole)' has both a sign and a prefix", write(String(whole.dropFirst())))
    case .upperCasePrefix, .upperCaseSpecial:
      (.invalidNumber, "'\(text.quotation(range))' has to be in lower case", write(whole.lowercased()))
    }
  }

  private static func withoutZeros(_ whole: String, at offset: Int) -> String {
    let rest = whole.dropFirst(offset).drop { $0 == "0" || $0 == "_" }
    return whole.prefix(offset) + (rest.first?.isNumber == true ? "" : "0") + rest
  }

  private func badDigit(
    base: Int, whole: String, in text: Excerpts
  ) -> (DiagnosticCode, message: String, help: String) {
    if let digits = [2: "0 and 1", 8: "0 to 7", 16: "0 to 9 and a to f"][base] {
      return (.invalidNumber, "'\(text.quotation(range))' is not a digit in base \(base)", "its digits are \(digits)")
    }
    let help = "put text in quotes: \(text.assignment(key: key, value: text.quoted(number)))"
    return (.invalidNumber, "'\(whole)' is not a number", help)
  }
}

extension String {
  /// Returns the string with `addition` inserted before its character number `offset`.
  fileprivate func inserted(_ addition: String, at offset: Int) -> String {
    String(prefix(offset)) + addition + String(dropFirst(offset))
  }
}
