import SchedulerDiagnostics

/// A mistake in brackets, commas or lines.
enum StructureProblem: Problem {
  /// An array whose `[` is at `open` is not closed before `found`.
  case unterminatedArray(open: Range<Int>, found: Range<Int>)
  /// An inline table whose `{` is at `open` is not closed before `found`.
  case unterminatedInlineTable(open: Range<Int>, found: Range<Int>)
  /// `[1, 2}`: `closer` does not match `open`.
  case mismatchedBracket(open: Range<Int>, closer: Range<Int>)
  case missingComma(after: Int, before: Range<Int>)
  /// Text directly after the closing quote of a string: a quote is missing or superfluous.
  case textAfterQuote(Range<Int>)
  case extraComma(Range<Int>)
  /// Text after the value `value`.
  case textAfterValue(Range<Int>, value: Range<Int>, key: Range<Int>?, isStatement: Bool)
  /// Text that starts neither a key nor a value.
  case unexpected(Range<Int>, expected: String)
  /// `key = value` as an element of an array.
  case pairInArray(Range<Int>)
  case nestingTooDeep(Range<Int>)
}

/// A mistake in the brackets of a header.
enum HeaderProblem: Problem {
  /// A closing bracket is missing. `key` is the name; `isArray` is true for `[[`.
  case unterminated(key: Range<Int>, found: Range<Int>, isArray: Bool)
  /// Brackets that do not match or are separated by blanks.
  case malformed(Range<Int>, key: Range<Int>, isArray: Bool)
  /// Text after the header.
  case textAfter(Range<Int>)
}

extension StructureProblem {
  func diagnostic(in text: Excerpts) -> Diagnostic {
    switch self {
    case .unterminatedArray(let open, let found):
      Self.unclosed(
        .unterminatedArray, message: "the array is not closed, expected ',' or ']'", open: open, found: found,
        closer: "]", in: text)
    case .unterminatedInlineTable(let open, let found):
      Self.unclosed(
        .unterminatedInlineTable, message: "the inline table is not closed, expected ',' or '}'", open: open,
        found: found, closer: "}", in: text)
    case .mismatchedBracket(let open, let closer):
      Self.mismatchedBracket(open: open, closer: closer, in: text)
    case .missingComma(let position, let next):
      text.error(
        .missingComma, message: "expected ',' before \(text.name(next))", at: position..<position,
        label: "a comma is missing here", help: ["separate the elements by commas"])
    case .textAfterQuote(let range):
      text.error(
        .missingComma, message: "expected ',' after the string, found \(text.name(range))", at: range,
        help: ["a quote may be missing before it; one inside of a text is written \\\""])
    case .extraComma(let range):
      text.error(.extraComma, message: "expected an element before ','", at: range, help: ["delete the comma"])
    case .textAfterValue(let range, let value, let key, let isStatement):
      Self.textAfterValue(range, value: value, key: key, isStatement: isStatement, in: text)
    case .unexpected(let range, let expected):
      text.error(
        .unexpectedText, message: "expected \(expected), found \(text.found(range))", at: range,
        help: ["a line is empty, a # comment, a [header], or key = value"])
    case .pairInArray(let range):
      text.error(
        .unexpectedText, message: "expected ',' or ']', found a key with a value", at: range,
        help: ["put it in braces: { \(text.quotation(range)) }"])
    case .nestingTooDeep(let range):
      Self.nestingTooDeep(range, in: text)
    }
  }

  private static func nestingTooDeep(_ range: Range<Int>, in text: Excerpts) -> Diagnostic {
    text.error(
      .nestingTooDeep, message: "more than \(Document.maximumNesting) tables and arrays in each other", at: range,
      help: ["flatten the structure"])
  }

  private static func mismatchedBracket(
    open: Range<Int>, closer: Range<Int>, in text: Excerpts
  ) -> Diagnostic {
    text.error(
      .mismatchedBracket, message: "'\(text.quotation(closer))' does not close '\(text.quotation(open))'", at: closer,
      also: [text.label(open, message: "opened here")],
      help: ["write \(text.bytes[open.lowerBound] == .leftBracket ? "]" : "}")"])
  }

  private static func unclosed(
    _ code: DiagnosticCode, message: String, open: Range<Int>, found: Range<Int>, closer: String,
    in text: Excerpts
  ) -> Diagnostic {
    let place = found.lowerBound >= text.bytes.count ? "the end of the file" : "this line"
    return text.error(
      code, message: message, at: open, label: "opened here",
      also: [text.label(found, message: "still open at \(place)")], help: ["close it with \(closer)"])
  }

  private static func textAfterValue(
    _ range: Range<Int>, value: Range<Int>, key: Range<Int>?, isStatement: Bool, in text: Excerpts
  ) -> Diagnostic {
    let all = value.lowerBound..<range.upperBound
    let isQuoted = text.bytes[value.lowerBound] == .quotationMark || text.bytes[value.lowerBound] == .apostrophe
    let help =
      isStatement || isQuoted
      ? "write it on a line of its own, or put a # in front of it"
      : "write it on a line of its own; if it is one text, put it in quotes: \(text.assignment(key: key, value: text.quoted(all)))"
    return text.error(
      .trailingText, message: "expected the end of the line after the value, found \(text.found(range))", at: range,
      help: [help])
  }
}

extension HeaderProblem {
  func diagnostic(in text: Excerpts) -> Diagnostic {
    switch self {
    case .unterminated(let key, let found, let isArray):
      text.error(
        .unterminatedHeader,
        message: "the header is not closed, expected '\(isArray ? "]]" : "]")', found \(text.found(found))", at: found,
        help: ["write \(Self.header(key, isArray: isArray, in: text))"])
    case .malformed(let range, let key, let isArray):
      text.error(
        .malformedHeader, message: "the brackets of the header do not fit", at: range,
        help: [
          "write \(Self.header(key, isArray: isArray, in: text))",
          "[name] is a table, [[name]] adds a table to an array; no blanks between two brackets",
        ])
    case .textAfter(let range):
      text.error(
        .trailingText, message: "expected the end of the line after the header, found \(text.found(range))", at: range,
        help: ["write it on a line of its own"])
    }
  }

  private static func header(_ key: Range<Int>, isArray: Bool, in text: Excerpts) -> String {
    isArray ? "[[\(text.quotation(key))]]" : "[\(text.quotation(key))]"
  }
}
