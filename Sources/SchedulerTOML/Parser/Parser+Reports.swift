extension Parser {
  /// Returns the text from `start` to the end of its line, which describes a mistake. Empty if mistakes are only
  /// counted.
  func textOfLine(from start: Int) -> Range<Int> {
    problems.isFull ? start..<start : bytes.endOfLineText(from: start)
  }

  /// Reports a line that does not start like a statement.
  @inline(never) mutating func parseOddStatement(startingWith token: Token) {
    switch token.kind {
    case .equals: problems.report(KeyProblem.missing(.beforeEquals, at: token.range))
    case .dot: problems.report(KeyProblem.missing(.beforeDot, at: token.range))
    case .multilineBasicString, .multilineLiteralString: problems.report(KeyProblem.multiline(token.range))
    default: problems.report(StructureProblem.unexpected(token.range, expected: "a key or a header"))
    }
    skipStatement()
  }

  /// Reports the text after a value.
  @inline(never) mutating func reportTextAfterValue(_ token: Token, value: Range<Int>) {
    defer {
      lexer.unread(token)
      skipStatement()
    }
    if reportStrayBytes(in: token) { return }
    var ahead = lexer
    let isStatement = token.kind == .bare && ahead.nextInKey().kind == .equals
    let end =
      token.kind == .multilineBasicString || token.kind == .multilineLiteralString
      ? token.end : max(token.end, textOfLine(from: token.start).upperBound)
    problems.report(
      StructureProblem.textAfterValue(token.start..<end, value: value, key: key, isStatement: isStatement))
  }

  /// Reports each mistake in a string token with marks. Returns whether the string is usable.
  @inline(never) mutating func judgeString(_ token: Token, key: Range<Int>?) -> Bool {
    if token.marks.contains(.unterminated) {
      let isBasic = token.kind == .basicString || token.kind == .multilineBasicString
      let isLong = token.kind == .multilineBasicString || token.kind == .multilineLiteralString
      let quote = String(repeating: isBasic ? "\"" : "'", count: isLong ? 3 : 1)
      problems.report(ValueProblem.unterminatedString(token.range, quote: quote, key: key))
      if isLong, containers > 0 { abandonment = .reported }
      return false
    }
    let count = problems.count
    let isBasic = token.kind == .basicString || token.kind == .multilineBasicString
    reportMarks(token, in: isBasic ? .basicString : .literalString)
    if token.marks.contains(.escaped) { reportEscapes(token) }
    return problems.count == count
  }

  private mutating func reportEscapes(_ token: Token) {
    let content = token.textForm.content(of: token.range, in: bytes)
    var pieces = StringPieces(content, in: bytes, isMultiline: token.textForm.isMultiline)
    while let piece = pieces.next() {
      guard case .invalid(let problem) = piece else { continue }
      problems.report(ValueProblem.escape(problem, string: token.range))
      // The backslashes of one path are one mistake.
      if problems.text.looksLikePath(content) { return }
    }
  }

  /// Reports the ill-formed UTF-8 and the control characters in `token`.
  @inline(never) mutating func reportMarks(_ token: Token, in place: EncodingProblem.Place) {
    if token.marks.contains(.malformedUTF8), let range = bytes.nextMalformedUTF8(from: token.start) {
      problems.report(EncodingProblem.malformedUTF8(range))
    }
    guard token.marks.contains(.control) else { return }
    let isMultiline = token.kind == .multilineBasicString || token.kind == .multilineLiteralString
    var cursor = bytes.nextControl(from: token.start)
    while cursor < token.end {
      let isAllowed = bytes[cursor] == .tab || isMultiline && bytes.isLineEnd(at: cursor)
      if !isAllowed { return reportControl(at: cursor, in: place) }
      cursor = bytes.nextControl(from: cursor + (bytes[cursor] == .carriageReturn ? 2 : 1))
    }
  }

  private mutating func reportControl(at position: Int, in place: EncodingProblem.Place) {
    let range = position..<position + 1
    let isReturn = bytes[position] == .carriageReturn
    problems.report(isReturn ? EncodingProblem.bareCarriageReturn(range) : .control(range, place))
  }

  /// Reports the first character of a token that is never allowed. Returns whether there is one.
  mutating func reportStrayBytes(in token: Token) -> Bool {
    if token.marks.contains(.malformedUTF8) {
      reportMarks(token, in: .elsewhere)
      return true
    }
    guard token.kind == .bare else { return false }
    if reportStrayBytes(at: token.start) { return true }
    let control = token.start + bytes[token.range].nextControl(from: 0)
    return control < token.end && reportStrayBytes(at: control)
  }

  /// Reports the character at `position` if it is never allowed. Returns whether it did.
  private mutating func reportStrayBytes(at position: Int) -> Bool {
    if bytes.isByteOrderMark(at: position) {
      problems.report(EncodingProblem.misplacedByteOrderMark(position..<position + 3))
      return true
    }
    guard bytes[position].isControl, bytes[position] != .tab, !bytes.isLineEnd(at: position) else { return false }
    reportControl(at: position, in: .elsewhere)
    return true
  }
}
