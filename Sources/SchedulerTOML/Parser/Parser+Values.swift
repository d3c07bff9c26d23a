extension Parser {
  /// ```abnf
  /// val = string / boolean / array / inline-table / date-time / float / integer
  /// ```
  /// Returns nil if there is no usable value, which is then reported.
  @inline(__always) mutating func parseValue(_ token: Token) -> ValueRecord? {
    switch token.kind {
    case .basicString where token.marks.isEmpty: ValueRecord(.string, range: token.range, form: .basic)
    case .literalString where token.marks.isEmpty: ValueRecord(.string, range: token.range, form: .literal)
    case .bare: parseBareValue(token)
    case .leftBracket: parseArray(token)
    case .leftBrace: parseInlineTable(token)
    default: parseOddValue(token)
    }
  }

  @inline(never) private mutating func parseOddValue(_ token: Token) -> ValueRecord? {
    switch token.kind {
    case .basicString, .literalString, .multilineBasicString, .multilineLiteralString:
      guard judgeString(token, key: key) else { return nil }
      return ValueRecord(.string, range: token.range, form: token.textForm)
    case .equals:
      lexer.skip(.equalsSign)
      let value = textOfLine(from: lexer.position)
      problems.report(KeyProblem.doubledEquals(key: key, second: token.range, value: value))
    case .dot, .rightBracket, .rightBrace, .comma, .newline, .comment, .end:
      lexer.unread(token)
      problems.report(KeyProblem.missingValue(key: key, found: token.range))
    case .bare, .leftBracket, .leftBrace: break
    }
    return nil
  }

  /// Parses a value without quotes or brackets. Most are small integers and booleans.
  @inline(__always) private mutating func parseBareValue(_ token: Token) -> ValueRecord? {
    if let value = parseShortInteger(token) { return value }
    if bytes.isTrue(token.range) { return ValueRecord(.boolean, range: token.range, payload: 1) }
    if bytes.isFalse(token.range) { return ValueRecord(.boolean, range: token.range) }
    return parseScalar(token)
  }

  /// ```abnf
  /// unsigned-dec-int = DIGIT / digit1-9 1*( DIGIT / underscore DIGIT )
  /// ```
  /// Accepts up to 18 digits without underscores, which fit in 64 bits.
  @inline(__always) private func parseShortInteger(_ token: Token) -> ValueRecord? {
    let first = bytes[token.start]
    guard first.isDigit, token.range.count <= 18, first != .zero || token.range.count == 1 else { return nil }
    var position = token.start &+ 1
    while position < token.end {
      guard bytes[position].isDigit else { return nil }
      position &+= 1
    }
    return ValueRecord(.integer, range: token.range)
  }

  /// ```abnf
  /// boolean = true / false
  /// date-time      = offset-date-time / local-date-time / local-date / local-time
  /// ```
  @inline(never) private mutating func parseScalar(_ token: Token) -> ValueRecord? {
    if DateTimeReader.isMeant(bytes, range: token.range) { return parseDateTime(token) }
    let first = bytes[token.start]
    let isNumber = first.isDigit || first.isLetter || [.plus, .hyphen, .dot, .underscore].contains(first)
    if isNumber { return parseNumber(token) }
    reportText(token)
    return nil
  }

  private mutating func parseDateTime(_ token: Token) -> ValueRecord? {
    var reader = DateTimeReader(bytes, range: token.range)
    do throws(DateTimeProblem) {
      return ValueRecord(try reader.read().kind, range: token.range)
    } catch {
      guard !abandonAtStatement(), !reportStrayBytes(in: token) else { return nil }
      var problem = error
      (problem.whole, problem.key) = (token.range, key)
      problems.report(problem)
      return nil
    }
  }

  private mutating func parseNumber(_ token: Token) -> ValueRecord? {
    var reader = NumberReader(bytes, range: token.range)
    do throws(NumberProblem) {
      return ValueRecord(try reader.judge(), range: token.range)
    } catch {
      guard error.reason == .upperCaseSpecial || bytes.isNumeric(token.range) else {
        reportText(token)
        return nil
      }
      guard !abandonAtStatement(), !reportStrayBytes(in: token) else { return nil }
      var problem = error
      (problem.number, problem.key) = (token.range, key)
      problems.report(problem)
      return nil
    }
  }

  /// Reports text without quotes, up to the probable end of the value.
  private mutating func reportText(_ token: Token) {
    guard !abandonAtStatement(), !reportStrayBytes(in: token) else { return }
    if containers > 0, key == nil, reportPair(token) { return }
    if let problem = typographicQuotes(token) ?? word(token) { return problems.report(problem) }
    var end = token.end
    if containers == 0 {
      end = max(end, textOfLine(from: token.start).upperBound)
    } else {
      while let next = lexer.takeBare() { end = next.end }
    }
    problems.report(ValueProblem.unquoted(token.start..<end, key: key))
  }

  /// Returns the problem of `“text”` or `‘text’`, up to the closing quote on the same line.
  private func typographicQuotes(_ token: Token) -> ValueProblem? {
    // U+2018 to U+201F are E2 80 98 to E2 80 9F.
    let isQuote = { [bytes] (position: Int) in
      position + 3 <= bytes.count && bytes[position] == 0xE2 && bytes[position + 1] == 0x80
        && (0x98...0x9F).contains(bytes[position + 2])
    }
    guard isQuote(token.start) else { return nil }
    let line = textOfLine(from: token.start)
    let inner = token.start + 3..<max(token.start + 3, line.upperBound)
    let close = inner.first(where: isQuote)
    let end = close ?? inner.upperBound
    return .typographicQuotes(token.start..<(close.map { $0 + 3 } ?? end), inner: inner.lowerBound..<end, key: key)
  }

  /// Returns the problem of a word that other languages use as a boolean or as null.
  private func word(_ token: Token) -> ValueProblem? {
    guard token.range.count <= 5 else { return nil }
    guard containers > 0 || textOfLine(from: token.start).upperBound == token.end else { return nil }
    switch bytes[token.range].text.lowercased() {
    case "true", "yes", "on": return .notBoolean(token.range, meant: true, key: key)
    case "false", "no", "off": return .notBoolean(token.range, meant: false, key: key)
    case "null", "nil", "none": return .null(token.range)
    default: return nil
    }
  }
}

extension ByteView {
  @inline(__always) fileprivate func isTrue(_ range: Range<Int>) -> Bool {
    range.count == 4 && self[range.lowerBound] == UInt8(ascii: "t") && self[range.lowerBound &+ 1] == UInt8(ascii: "r")
      && self[range.lowerBound &+ 2] == UInt8(ascii: "u") && self[range.lowerBound &+ 3] == UInt8(ascii: "e")
  }

  @inline(__always) fileprivate func isFalse(_ range: Range<Int>) -> Bool {
    range.count == 5 && self[range.lowerBound] == UInt8(ascii: "f") && self[range.lowerBound &+ 1] == UInt8(ascii: "a")
      && self[range.lowerBound &+ 2] == UInt8(ascii: "l") && self[range.lowerBound &+ 3] == UInt8(ascii: "s")
      && self[range.lowerBound &+ 4] == UInt8(ascii: "e")
  }

  /// Whether a run of bytes was meant to be a number: it has a digit and does not begin with a letter.
  fileprivate func isNumeric(_ range: Range<Int>) -> Bool {
    !self[range.lowerBound].isLetter && range.contains { self[$0].isDigit }
  }
}

extension Token {
  /// The form of the text of a string token.
  var textForm: TextForm {
    let form: TextForm =
      switch kind {
      case .basicString: .basic
      case .literalString: .literal
      case .multilineBasicString: .multilineBasic
      case .multilineLiteralString: .multilineLiteral
      default: .bare
      }
    return marks.contains(.escaped) ? form.escaped : form
  }
}
