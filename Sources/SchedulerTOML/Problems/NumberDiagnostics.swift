import SchedulerDiagnostics

extension NumberProblem {
  func diagnostic(in text: Excerpts) -> Diagnostic {
    let whole = text.quotation(number)
    let write = { (value: String) in "write \(text.assignment(key, value))" }
    switch reason {
    case .leadingZero: return leadingZero(whole, in: text)
    case .underscore:
      return make(
        .misplacedUnderscore, "an underscore in a number stands between two digits", text,
        help: write(whole.filter { $0 != "_" }))
    case .badDigit(let base): return badDigit(base, whole, in: text)
    case .missingDigits:
      return make(.invalidNumber, "expected a digit in '\(whole)'", text, help: "a number ends with a digit")
    case .missingIntegerPart:
      return make(
        .incompleteFloat, "expected a digit before the '.' in '\(whole)'", text,
        help: write(whole.inserted("0", at: range.lowerBound - number.lowerBound)))
    case .missingFraction:
      return make(
        .incompleteFloat, "expected a digit after the '.' in '\(whole)'", text,
        help: write(whole.inserted("0", at: range.lowerBound - number.lowerBound + 1)))
    case .overflow:
      return make(
        .integerOverflow, "'\(whole)' does not fit into 64 bits", text,
        help: "integers go from -9223372036854775808 to 9223372036854775807")
    case .signedPrefix:
      return make(
        .invalidNumber, "'\(whole)' has both a sign and a prefix", text, help: write(String(whole.dropFirst())))
    case .upperCasePrefix, .upperCaseSpecial:
      return make(
        .invalidNumber, "'\(text.quotation(range))' has to be in lower case", text, help: write(whole.lowercased()))
    }
  }

  private func make(_ code: DiagnosticCode, _ message: String, _ text: Excerpts, help: String) -> Diagnostic {
    Diagnostic(.error, code, message, at: text.label(range), help: [help])
  }

  private func leadingZero(_ whole: String, in text: Excerpts) -> Diagnostic {
    let offset = range.lowerBound - number.lowerBound
    var rest = whole.dropFirst(offset).drop { $0 == "0" || $0 == "_" }
    if rest.first?.isNumber != true { rest = "0" + rest }
    let plain = whole.prefix(offset) + rest
    return Diagnostic(
      .error, .leadingZero, "'\(whole)' begins with a zero", at: text.label(range),
      help: ["write \(text.assignment(key, String(plain))), or 0o… for a number in base 8"])
  }

  private func badDigit(_ base: Int, _ whole: String, in text: Excerpts) -> Diagnostic {
    let digits = [2: "0 and 1", 8: "0 to 7", 16: "0 to 9 and a to f"][base]
    guard let digits else {
      return make(
        .invalidNumber, "'\(whole)' is not a number", text,
        help: "put text in quotes: \(text.assignment(key, text.quoted(number)))")
    }
    return make(
      .invalidNumber, "'\(text.quotation(range))' is no digit in base \(base)", text, help: "its digits are \(digits)")
  }
}

extension String {
  /// The string with `addition` in front of its character number `offset`.
  fileprivate func inserted(_ addition: String, at offset: Int) -> String {
    String(prefix(offset)) + addition + String(dropFirst(offset))
  }
}
