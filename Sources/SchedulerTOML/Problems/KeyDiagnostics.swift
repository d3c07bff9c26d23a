import SchedulerDiagnostics

extension KeyProblem {
  func diagnostic(in text: Excerpts) -> Diagnostic {
    switch self {
    case .missing(let gap, let range): Self.missing(gap, range, in: text)
    case .notBare(let part, let character): Self.notBare(part, character, in: text)
    case .blank(let words):
      Diagnostic(
        .error, .invalidBareKey, "a key with blanks in it needs quotes", at: text.label(words),
        help: ["put it in quotes: \(text.quoted(words)) = …"])
    case .multiline(let range):
      Diagnostic(
        .error, .multilineKey, "a key cannot be a multi-line string", at: text.label(range),
        help: ["use one quotation mark on each side"])
    case .missingEquals(let key, let found):
      Diagnostic(
        .error, .missingEquals,
        "expected '=' after the key \(text.name(key)), found \(text.found(found))",
        at: text.label(found, "expected '='"),
        help: ["a key and its value stand on one line: \(text.quotation(key)) = …"])
    case .colon(let key, let colon, let value):
      Diagnostic(
        .error, .missingEquals, "expected '=' after the key \(text.name(key)), found ':'",
        at: text.label(colon, "expected '='"),
        help: ["write '=' instead of ':': \(text.assignment(key, value.isEmpty ? "…" : text.quotation(value)))"])
    case .doubledEquals(let key, let second, let value):
      Diagnostic(
        .error, .doubledEquals, "a second '='", at: text.label(second),
        help: ["write one: \(text.assignment(key, value.isEmpty ? "…" : text.quotation(value)))"])
    case .missingValue(let key, let found):
      Diagnostic(
        .error, .missingValue, "expected a value after '=', found \(text.found(found))",
        at: text.label(found, "expected a value"), help: ["an empty text is written \(text.assignment(key, "\"\""))"])
    }
  }

  private static func missing(_ gap: Gap, _ range: Range<Int>, in text: Excerpts) -> Diagnostic {
    let (message, help) =
      switch gap {
      case .beforeEquals: ("expected a key before '='", "write a name in front of it: name = …")
      case .beforeDot: ("expected a name before '.'", "delete the dot, or write a name in front of it")
      case .afterDot:
        ("expected a name after '.', found \(text.found(range))", "delete the dot, or write a name behind it")
      case .inHeader: ("expected a name in the header", "write one between the brackets: [name]")
      }
    return Diagnostic(.error, .missingKey, message, at: text.label(range), help: [help])
  }

  private static func notBare(_ part: Range<Int>, _ character: Range<Int>, in text: Excerpts) -> Diagnostic {
    Diagnostic(
      .error, .invalidBareKey,
      "'\(text.quotation(character))' is not allowed in a key without quotes, expected A-Z a-z 0-9 - _",
      at: text.label(character), help: ["put it in quotes: \(text.quoted(part))"])
  }
}
