import SchedulerDiagnostics

/// A mistake in a key or between a key and its value. `key` is the whole key, dots included.
enum KeyProblem: Problem {
  /// The place where a key or a part of one is missing.
  enum Gap { case beforeEquals, beforeDot, afterDot, inHeader }

  case missing(Gap, at: Range<Int>)
  /// `part` contains, at `character`, a character that an unquoted key cannot have.
  case notBare(part: Range<Int>, character: Range<Int>)
  /// Words that look like one key with blanks in it.
  case blank(words: Range<Int>)
  case multiline(Range<Int>)
  case missingEquals(key: Range<Int>, found: Range<Int>)
  /// A colon in the place of the equals sign; `value` is the rest of the line.
  case colon(key: Range<Int>, colon: Range<Int>, value: Range<Int>)
  case doubledEquals(key: Range<Int>?, second: Range<Int>, value: Range<Int>)
  case missingValue(key: Range<Int>?, found: Range<Int>)
}

extension KeyProblem {
  func diagnostic(in text: Excerpts) -> Diagnostic {
    switch self {
    case .missing(let gap, let range): Self.missing(gap, at: range, in: text)
    case .notBare(let part, let character): Self.notBare(part: part, character: character, in: text)
    case .blank(let words):
      text.error(
        .invalidBareKey, message: "a key with blanks in it needs quotes", at: words,
        help: ["put it in quotes: \(text.quoted(words)) = …"])
    case .multiline(let range):
      text.error(
        .multilineKey, message: "a key cannot be a multi-line string", at: range,
        help: ["use one quotation mark on each side"])
    case .missingEquals(let key, let found):
      text.error(
        .missingEquals, message: "expected '=' after the key \(text.name(key)), found \(text.found(found))", at: found,
        label: "expected '='", help: ["a key and its value stand on one line: \(text.quotation(key)) = …"])
    case .colon(let key, let colon, let value):
      text.error(
        .missingEquals, message: "expected '=' after the key \(text.name(key)), found ':'", at: colon,
        label: "expected '='",
        help: [
          "write '=' instead of ':': \(text.assignment(key: key, value: value.isEmpty ? "…" : text.quotation(value)))"
        ])
    case .doubledEquals(let key, let second, let value):
      text.error(
        .doubledEquals, message: "a second '='", at: second,
        help: ["write one: \(text.assignment(key: key, value: value.isEmpty ? "…" : text.quotation(value)))"])
    case .missingValue(let key, let found):
      text.error(
        .missingValue, message: "expected a value after '=', found \(text.found(found))", at: found,
        label: "expected a value", help: ["an empty text is written \(text.assignment(key: key, value: "\"\""))"])
    }
  }

  private static func missing(_ gap: Gap, at range: Range<Int>, in text: Excerpts) -> Diagnostic {
    let (message, help) =
      switch gap {
      case .beforeEquals: ("expected a key before '='", "write a name in front of it: name = …")
      case .beforeDot: ("expected a name before '.'", "delete the dot, or write a name in front of it")
      case .afterDot:
        ("expected a name after '.', found \(text.found(range))", "delete the dot, or write a name behind it")
      case .inHeader: ("expected a name in the header", "write one between the brackets: [name]")
      }
    return text.error(.missingKey, message: message, at: range, help: [help])
  }

  private static func notBare(part: Range<Int>, character: Range<Int>, in text: Excerpts) -> Diagnostic {
    text.error(
      .invalidBareKey,
      message: "'\(text.quotation(character))' is not allowed in a key without quotes, expected A-Z a-z 0-9 - _",
      at: character, help: ["put it in quotes: \(text.quoted(part))"])
  }
}
