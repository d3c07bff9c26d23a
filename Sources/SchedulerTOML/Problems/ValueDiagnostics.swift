import SchedulerDiagnostics

extension ValueProblem {
  func diagnostic(in text: Excerpts) -> Diagnostic {
    switch self {
    case .unquoted(let range, let key):
      Diagnostic(
        .error, .unquotedString, "'\(text.quotation(range))' is not a value",
        at: text.label(range, "text needs quotes"),
        help: ["put it in quotes: \(text.assignment(key, text.quoted(range)))"])
    case .notBoolean(let range, let meant, let key):
      Diagnostic(
        .error, .invalidBoolean, "'\(text.quotation(range))' is not a boolean", at: text.label(range),
        help: ["write \(text.assignment(key, "\(meant)"))"])
    case .null(let range):
      Diagnostic(
        .error, .nullValue, "there is no '\(text.quotation(range))' in TOML", at: text.label(range),
        help: ["leave the key out, or put a # in front of the line"])
    case .typographicQuotes(let range, let inner, let key):
      Diagnostic(
        .error, .typographicQuotes, "typographic quotes do not make a string", at: text.label(range),
        help: ["use straight quotes: \(text.assignment(key, text.quoted(inner)))"])
    case .unterminatedString(let range, let quote, let key):
      Self.unterminatedString(range, quote, key, in: text)
    case .escape(let problem, let string): problem.diagnostic(string: string, in: text)
    }
  }

  private static func unterminatedString(
    _ range: Range<Int>, _ quote: String, _ key: Range<Int>?, in text: Excerpts
  ) -> Diagnostic {
    let message = "the string is not closed, expected \(quote)"
    if quote.count == 3 {
      let opening = range.lowerBound..<range.lowerBound + 3
      return Diagnostic(
        .error, .unterminatedString, message, at: text.label(opening, "opened here"),
        help: ["close it with \(quote)"])
    }
    let inner = range.lowerBound + 1..<range.upperBound
    let isPath = text.bytes[range.upperBound - 1] == .quotationMark || text.looksLikePath(inner)
    let help =
      isPath && quote == "\""
      ? "a backslash in front of a quote hides it; in single quotes it stands for itself"
      : "close it on the same line: \(text.assignment(key, quote + text.quotation(inner) + quote))"
    return Diagnostic(
      .error, .unterminatedString, message, at: text.label(range, "not closed on this line"),
      help: [help, "text of several lines stands between \(quote + quote + quote)"])
  }
}

extension EscapeProblem {
  fileprivate func diagnostic(string: Range<Int>, in text: Excerpts) -> Diagnostic {
    let label = text.label(range)
    let escape = text.quotation(range)
    switch reason {
    case .unknown:
      return Diagnostic(
        .error, .invalidEscape, "'\(escape)' is not an escape", at: label, help: [Self.help(string, escape, in: text)])
    case .missingDigits(let count) where text.looksLikePath(string.lowerBound + 1..<string.upperBound):
      return Diagnostic(
        .error, .invalidUnicodeEscape, "'\(escape)' needs \(count) hexadecimal digits", at: label,
        help: [Self.help(string, escape, in: text)])
    case .missingDigits(let count):
      let example = [2: "\\xE9", 4: "\\u00E9", 8: "\\U0001F345"][count] ?? ""
      return Diagnostic(
        .error, .invalidUnicodeEscape, "'\(escape)' needs \(count) hexadecimal digits", at: label,
        help: ["it looks like \(example)"])
    case .notAScalar(let value):
      let what = value < 0x110000 ? "half of a surrogate pair" : "above U+10FFFF, the last character"
      return Diagnostic(
        .error, .invalidUnicodeEscape, "\(value.codePoint) is not a character", at: text.label(range, what),
        help: ["write the character itself, or its number as \\UHHHHHHHH"])
    }
  }

  /// How to write the backslash that was meant; in a string on one line without apostrophes, the whole string.
  private static func help(_ string: Range<Int>, _ escape: String, in text: Excerpts) -> String {
    let inner = text.quotation(string.lowerBound + 1..<string.upperBound - 1)
    if inner.contains("'") || inner.contains("\"") || inner.contains("\u{FFFD}") {
      return "write a backslash as two: \\\(escape)"
    }
    return "in single quotes a backslash stands for itself: '\(inner)'"
  }
}

extension Excerpts {
  /// Whether a string reads like a Windows path: `C:\…` or `\\…`.
  func looksLikePath(_ inner: Range<Int>) -> Bool {
    guard inner.count > 2 else { return false }
    let first = inner.lowerBound
    return bytes[first].isLetter && bytes[first + 1] == .colon && bytes[first + 2] == .backslash
      || bytes[first] == .backslash && bytes[first + 1] == .backslash
  }
}
