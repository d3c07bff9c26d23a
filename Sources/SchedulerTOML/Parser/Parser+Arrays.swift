extension Parser {
  /// ```abnf
  /// array = array-open [ array-values ] ws-comment-newline array-close
  /// array-values =  ws-comment-newline val ws-comment-newline array-sep array-values
  /// array-values =/ ws-comment-newline val ws-comment-newline [ array-sep ]
  /// array-sep = %x2C  ; , Comma
  /// ```
  /// Returns nil if an element could not be read or the array is not closed.
  @inline(never) mutating func parseArray(_ open: Token) -> ValueRecord? {
    guard enter(open) else { return nil }
    let outerKey = key
    key = nil
    defer { leave(outerKey) }
    let base = builder.pending.count
    var isWhole = true
    var previous: Element?
    while true {
      let token = nextInArray()
      switch token.kind {
      case .rightBracket:
        if isWhole { return builder.closeArray(from: base, range: open.start..<token.end) }
        builder.discard(from: base)
        return nil
      case .comma:
        if previous == nil, !hasOddQuotes { problems.report(StructureProblem.extraComma(token.range)) }
        previous = nil
      case .end, .rightBrace, .equals:
        guard endArray(open, at: token) else { break }
        builder.discard(from: base)
        return nil
      default:
        if let element = parseElement(token, after: previous) { builder.push(element) } else { isWhole = false }
        // After a misplaced quote, a comma may be hidden in what was read as a string.
        previous = hasOddQuotes ? nil : Element(end: lexer.position, isString: token.textForm != .bare)
        guard abandonment == .none else {
          builder.discard(from: base)
          return abandon(StructureProblem.unterminatedArray(open: open.range, found: lineStart), at: open)
        }
      }
    }
  }

  /// ```abnf
  /// ws-comment-newline = *( wschar / [ comment ] newline )
  /// ```
  /// Returns the next token after blanks, comments and line ends.
  @inline(__always) private mutating func nextInArray() -> Token {
    while true {
      let token = lexer.nextInValue()
      switch token.kind {
      case .newline: line = lexer
      case .comment: judgeComment(token)
      default: return token
      }
    }
  }

  /// What must be known about an element that is not followed by a comma.
  private struct Element {
    let end: Int
    let isString: Bool
  }

  /// Parses an element. `previous` is the element before it if no comma followed that one.
  @inline(__always) private mutating func parseElement(_ token: Token, after previous: Element?) -> ValueRecord? {
    guard let previous else { return parseValue(token) }
    return parseElementWithoutComma(token, after: previous)
  }

  @inline(never) private mutating func parseElementWithoutComma(_ token: Token, after previous: Element) -> ValueRecord?
  {
    if abandonAtStatement() { return nil }
    if token.start == previous.end, previous.isString, token.textForm != .bare || token.kind == .bare {
      problems.report(StructureProblem.textAfterQuote(token.range))
      hasOddQuotes = true
      lexer.unread(token)
      skipToLineEnd()
      return nil
    }
    problems.report(StructureProblem.missingComma(after: previous.end, before: token.range))
    let count = problems.count
    let value = parseValue(token)
    // Adjacent words that are not values are most likely one text without quotes, and count as one mistake.
    if value == nil, token.kind == .bare { problems.forget(after: count) }
    return value
  }

  /// Reports `key = value` at a word that is not a value. Returns whether it was such a pair.
  mutating func reportPair(_ key: Token) -> Bool {
    var ahead = lexer
    guard ahead.nextInValue().kind == .equals else { return false }
    let end = textOfLine(from: key.start).upperBound
    skipToSeparator()
    problems.report(StructureProblem.pairInArray(key.start..<min(end, lexer.position)))
    return true
  }

  /// Reports a token that cannot stand in an array. Returns whether the array ends there.
  @inline(never) private mutating func endArray(_ open: Token, at token: Token) -> Bool {
    switch token.kind {
    case .end:
      abandonment = .wanted
      _ = abandon(StructureProblem.unterminatedArray(open: open.range, found: token.range), at: open)
      return true
    case .rightBrace:
      // In an inline table the token closes that table. The array was never closed.
      guard isInInlineTable else {
        problems.report(StructureProblem.mismatchedBracket(open: open.range, closer: token.range))
        return true
      }
      problems.report(StructureProblem.unterminatedArray(open: open.range, found: token.range))
      lexer.unread(token)
      return true
    default:
      if abandonAtStatement() {
        _ = abandon(StructureProblem.unterminatedArray(open: open.range, found: lineStart), at: open)
        return true
      }
      let end = textOfLine(from: token.start).upperBound
      skipToSeparator()
      problems.report(StructureProblem.pairInArray(token.start..<min(end, lexer.position)))
      return false
    }
  }
}
