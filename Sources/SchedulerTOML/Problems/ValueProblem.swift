import SchedulerDiagnostics

/// A mistake in a value other than a number or a date. `key` is the key of the value.
enum ValueProblem: Problem {
  /// Text without quotes.
  case unquoted(Range<Int>, key: Range<Int>?)
  /// `True`, `yes` and similar words.
  case notBoolean(Range<Int>, meant: Bool, key: Range<Int>?)
  /// `null` and similar words.
  case null(Range<Int>)
  /// Text in typographic quotes; `inner` is the text between them.
  case typographicQuotes(Range<Int>, inner: Range<Int>, key: Range<Int>?)
  /// A string without its closing quote; `quote` is `"`, `'` or three of them.
  case unterminatedString(Range<Int>, quote: String, key: Range<Int>?)
  /// An invalid escape in the string at `string`.
  case escape(EscapeProblem, string: Range<Int>)
}

/// A backslash followed by a character with which it forms no escape.
struct EscapeProblem: Error {
  /// The rule that is broken.
  enum Reason {
    case unknown
    case missingDigits(Int)
    /// The number is a surrogate or above U+10FFFF.
    case notAScalar(UInt32)
  }

  let reason: Reason
  /// The bytes of the escape, from the backslash on.
  let range: Range<Int>
}

extension ValueProblem {
  func diagnostic(in text: Excerpts) -> Diagnostic {
    switch self {
    case .unquoted(let range, let key):
      text.error(
        .unquotedString, message: "'\(text.quotation(range))' is not a value", at: range, label: "text needs quotes",
        help: ["put it in quotes: \(text.assignment(key: key, value: text.quoted(range)))"])
    case .notBoolean(let range, let meant, let key):
      text.error(
        .invalidBoolean, message: "'\(text.quotation(range))' is not a boolean", at: range,
        help: ["write \(text.assignment(key: key, value: "\(meant)"))"])
    case .null(let range):
      text.error(
        .nullValue, message: "there is no '\(text.quotation(range))' in TOML", at: range,
        help: ["leave the key out, or put a # in front of the line"])
    case .typographicQuotes(let range, let inner, let key):
      text.error(
        .typographicQuotes, message: "typographic quotes do not make a string", at: range,
        help: ["use straight quotes: \(text.assignment(key: key, value: text.quoted(inner)))"])
    case .unterminatedString(let range, let quote, let key):
      Self.unterminatedString(range, quote: quote, key: key, in: text)
    case .escape(let problem, let string): problem.diagnostic(string: string, in: text)
    }
  }

  private static func unterminatedString(
    _ range: Range<Int>, quote: String, key: Range<Int>?, in text: Excerpts
  ) -> Diagnostic {
    let message = "the string is not closed, expected \(quote)"
    if quote.count == 3 {
      let opening = range.lowerBound..<range.lowerBound + 3
      return text.error(
        .unterminatedString, message: message, at: opening, label: "opened here", help: ["close it with \(quote)"])
    }
    let inner = range.lowerBound + 1..<range.upperBound
    let isPath = text.bytes[range.upperBound - 1] == .quotationMark || text.looksLikePath(inner)
    let help =
      isPath && quote == "\""
      ? "a backslash in front of a quote hides it; in single quotes it stands for itself"
      : "close it on the same line: \(text.assignment(key: key, value: quote + text.quotation(inner) + quote))"
    return text.error(
      .unterminatedString, message: message, at: range, label: "not closed on this line",
      help: [help, "text of several lines stands between \(quote + quote + quote)"])
  }
}

extension EscapeProblem {
  fileprivate func diagnostic(string: Range<Int>, in text: Excerpts) -> Diagnostic {
    let escape = text.quotation(range)
    let help = Self.help(for: string, escape: escape, in: text)
    switch reason {
    case .unknown:
      return text.error(.invalidEscape, message: "'\(escape)' is not an escape", at: range, help: [help])
    case .missingDigits(let count):
      let isPath = text.looksLikePath(string.lowerBound + 1..<string.upperBound)
      let example = [2: "\\xE9", 4: "\\u00E9", 8: "\\U0001F345"][count] ?? ""
      return text.error(
        .invalidUnicodeEscape, message: "'\(escape)' needs \(count) hexadecimal digits", at: range,
        help: [isPath ? help : "it looks like \(example)"])
    case .notAScalar(let value):
      let what = value < 0x110000 ? "half of a surrogate pair" : "above U+10FFFF, the last character"
      return text.error(
        .invalidUnicodeEscape, message: "\(value.codePoint) is not a character", at: range, label: what,
        help: ["write the character itself, or its number as \\UHHHHHHHH"])
    }
  }

  /// Returns the correct form of the backslash. For a one-line string without apostrophes, returns the whole string.
  private static func help(for string: Range<Int>, escape: String, in text: Excerpts) -> String {
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
