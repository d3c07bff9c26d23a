import SchedulerDiagnostics

extension StructureProblem {
  func diagnostic(in text: Excerpts) -> Diagnostic {
    switch self {
    case .unterminatedArray(let open, let found):
      Self.unclosed(.unterminatedArray, "the array is not closed, expected ',' or ']'", open, found, "]", in: text)
    case .unterminatedInlineTable(let open, let found):
      Self.unclosed(
        .unterminatedInlineTable, "the inline table is not closed, expected ',' or '}'", open, found, "}", in: text)
    case .mismatchedBracket(let open, let closer):
      Diagnostic(
        .error, .mismatchedBracket, "'\(text.quotation(closer))' does not close '\(text.quotation(open))'",
        at: text.label(closer), secondary: [text.label(open, "opened here")],
        help: ["write \(text.bytes[open.lowerBound] == .leftBracket ? "]" : "}")"])
    case .missingComma(let position, let next):
      Diagnostic(
        .error, .missingComma, "expected ',' before \(text.name(next))",
        at: text.label(position..<position, "a comma is missing here"), help: ["separate the elements by commas"])
    case .textAfterQuote(let range):
      Diagnostic(
        .error, .missingComma, "expected ',' after the string, found \(text.name(range))",
        at: text.label(range), help: ["a quote may be missing before it; one inside of a text is written \\\""])
    case .extraComma(let range):
      Diagnostic(
        .error, .extraComma, "expected an element before ','", at: text.label(range), help: ["delete the comma"])
    case .textAfterValue(let range, let value, let key, let isStatement):
      Self.textAfterValue(range, value, key, isStatement, in: text)
    case .unexpected(let range, let expected):
      Diagnostic(
        .error, .unexpectedText, "expected \(expected), found \(text.found(range))", at: text.label(range),
        help: ["a line is empty, a # comment, a [header], or key = value"])
    case .pairInArray(let range):
      Diagnostic(
        .error, .unexpectedText, "expected ',' or ']', found a key with a value", at: text.label(range),
        help: ["put it in braces: { \(text.quotation(range)) }"])
    case .nestingTooDeep(let range):
      Diagnostic(
        .error, .nestingTooDeep, "more than \(Document.maximumNesting) tables and arrays in each other",
        at: text.label(range), help: ["flatten the structure"])
    }
  }

  private static func unclosed(
    _ code: DiagnosticCode, _ message: String, _ open: Range<Int>, _ found: Range<Int>, _ closer: String,
    in text: Excerpts
  ) -> Diagnostic {
    let place = found.lowerBound >= text.bytes.count ? "the end of the file" : "this line"
    return Diagnostic(
      .error, code, message, at: text.label(open, "opened here"),
      secondary: [text.label(found, "still open at \(place)")], help: ["close it with \(closer)"])
  }

  private static func textAfterValue(
    _ range: Range<Int>, _ value: Range<Int>, _ key: Range<Int>?, _ isStatement: Bool, in text: Excerpts
  ) -> Diagnostic {
    let all = value.lowerBound..<range.upperBound
    let isQuoted = text.bytes[value.lowerBound] == .quotationMark || text.bytes[value.lowerBound] == .apostrophe
    let help =
      isStatement || isQuoted
      ? "write it on a line of its own, or put a # in front of it"
      : "write it on a line of its own; if it is one text, put it in quotes: \(text.assignment(key, text.quoted(all)))"
    return Diagnostic(
      .error, .trailingText, "expected the end of the line after the value, found \(text.found(range))",
      at: text.label(range), help: [help])
  }
}

extension HeaderProblem {
  func diagnostic(in text: Excerpts) -> Diagnostic {
    switch self {
    case .unterminated(let key, let found, let isArray):
      Diagnostic(
        .error, .unterminatedHeader,
        "the header is not closed, expected '\(isArray ? "]]" : "]")', found \(text.found(found))",
        at: text.label(found), help: ["write \(Self.header(key, isArray, in: text))"])
    case .malformed(let range, let key, let isArray):
      Diagnostic(
        .error, .malformedHeader, "the brackets of the header do not fit", at: text.label(range),
        help: [
          "write \(Self.header(key, isArray, in: text))",
          "[name] is a table, [[name]] adds a table to an array; no blanks between two brackets",
        ])
    case .textAfter(let range):
      Diagnostic(
        .error, .trailingText, "expected the end of the line after the header, found \(text.found(range))",
        at: text.label(range), help: ["write it on a line of its own"])
    }
  }

  private static func header(_ key: Range<Int>, _ isArray: Bool, in text: Excerpts) -> String {
    isArray ? "[[\(text.quotation(key))]]" : "[\(text.quotation(key))]"
  }
}
