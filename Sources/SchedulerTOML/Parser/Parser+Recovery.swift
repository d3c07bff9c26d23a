/// Recovery after a mistake.
extension Parser {
  /// The progress of abandoning the open brackets of a statement.
  enum Abandonment {
    case none
    /// The innermost bracket that was opened before the current line must still be reported.
    case wanted
    /// The mistake is reported. The surrounding brackets are left without a report.
    case reported
  }

  /// Continues with the next statement after a mistake in the current one.
  mutating func recover() {
    if abandonment == .none { skipStatement() }
    abandonment = .none
  }

  /// Skips the rest of the line.
  mutating func skipLine() {
    while true {
      let token = lexer.nextInValue()
      if token.kind == .newline || token.kind == .end { return }
    }
  }

  /// Skips the rest of the statement: its line, and further lines while brackets are open, except lines that read like
  /// another statement. (`key =` may stand between braces.)
  mutating func skipStatement() {
    var brackets = 0
    var braces = 0
    while true {
      switch lexer.nextInValue().kind {
      case .leftBracket: brackets += 1
      case .leftBrace: braces += 1
      case .rightBracket: brackets = max(0, brackets - 1)
      case .rightBrace: braces = max(0, braces - 1)
      case .newline where braces > 0: if isHeader(lexer) { return }
      case .newline: if brackets == 0 || isStatement(lexer) { return }
      case .end: return
      default: break
      }
    }
  }

  /// Skips to the next comma, closing bracket or line end of an array or inline table.
  mutating func skipToSeparator() {
    var depth = 0
    while true {
      let token = lexer.nextInValue()
      switch token.kind {
      case .leftBracket, .leftBrace: depth += 1
      case .rightBracket where depth > 0, .rightBrace where depth > 0: depth -= 1
      case .comma where depth > 0: break
      case .comma, .rightBracket, .rightBrace, .newline, .end: return lexer.unread(token)
      default: break
      }
    }
  }

  /// Skips to the end of the line.
  mutating func skipToLineEnd() {
    while true {
      let token = lexer.nextInValue()
      if token.endsLine { return lexer.unread(token) }
    }
  }

  // MARK: Brackets

  /// Counts a bracket that was opened at `open`. If it is nested too deeply, skips its content and returns false.
  mutating func enter(_ open: Token) -> Bool {
    if containers == 0 {
      line = nil
      isInInlineTable = false
      hasOddQuotes = false
    }
    guard nesting < Document.maximumNesting else {
      problems.report(StructureProblem.nestingTooDeep(open.range))
      skipBrackets()
      return false
    }
    nesting += 1
    containers += 1
    return true
  }

  mutating func leave(_ outerKey: Range<Int>?) {
    nesting -= 1
    containers -= 1
    key = outerKey
  }

  /// Skips to after the bracket that closes the one just read.
  private mutating func skipBrackets() {
    var depth = 1
    while depth > 0 {
      switch lexer.nextInValue().kind {
      case .leftBracket, .leftBrace: depth += 1
      case .rightBracket, .rightBrace: depth -= 1
      case .end:
        abandonment = .reported
        return
      default: break
      }
    }
  }

  // MARK: Brackets that were never closed

  /// The start of the newest line.
  var lineStart: Range<Int> {
    let start = line?.position ?? lexer.position
    return start..<textOfLine(from: start).upperBound
  }

  /// Abandons the open brackets if the current line reads like a statement of its own, and moves back to its start.
  @inline(never) mutating func abandonAtStatement() -> Bool {
    guard containers > 0, let line, line.position != plainLine, !problems.isFull else { return false }
    guard isStatement(line) else {
      plainLine = line.position
      return false
    }
    lexer = line
    abandonment = .wanted
    return true
  }

  /// Leaves the bracket at `open`. Reports `problem` if it is the bracket to report.
  mutating func abandon(_ problem: StructureProblem, at open: Token) -> ValueRecord? {
    if abandonment == .wanted, open.start < lexer.position {
      // A misplaced quote, already reported, hides brackets.
      if !hasOddQuotes { problems.report(problem) }
      abandonment = .reported
    }
    return nil
  }

  /// Whether a line reads like `key =` or `[header]` and not like an element of an array.
  func isStatement(_ start: Lexer) -> Bool {
    var ahead = start
    var token = ahead.nextInKey()
    guard token.kind == .leftBracket else { return passKey(from: token, &ahead)?.kind == .equals }
    token = ahead.nextInKey()
    if token.kind == .leftBracket { token = ahead.nextInKey() }
    guard token.kind == .bare, bytes[token.start].isLetter, !isLiteral(token) else { return false }
    guard let close = passKey(from: token, &ahead), close.kind == .rightBracket else { return false }
    token = ahead.nextInValue()
    return token.kind == .rightBracket ? ahead.nextInValue().endsLine : token.endsLine
  }

  private func isLiteral(_ token: Token) -> Bool {
    ["true", "false", "inf", "nan"].contains(bytes[token.range].text)
  }

  /// Returns the token after the key that starts with `first`, or nil if there is no key.
  private func passKey(from first: Token, _ ahead: inout Lexer) -> Token? {
    var token = first
    while token.marks.isEmpty, [.bare, .basicString, .literalString].contains(token.kind) {
      token = ahead.nextInKey()
      guard token.kind == .dot else { return token }
      token = ahead.nextInKey()
    }
    return nil
  }

  /// Whether a `}` closes the inline table around `start` before a line that reads like a header.
  func isClosedAhead(from start: Lexer) -> Bool {
    var ahead = start
    var depth = 1
    let limit = start.position + Self.lookahead
    while ahead.position < limit {
      let token = ahead.nextInValue()
      switch token.kind {
      case .leftBracket, .leftBrace: depth += 1
      case .rightBracket, .rightBrace: depth -= 1
      case .newline where isHeader(ahead): return false
      case .end: return false
      default: break
      }
      if depth == 0 { return token.kind == .rightBrace }
    }
    return false
  }

  /// Number of bytes searched for a `}`. A longer inline table with a missing comma is treated as unclosed.
  private static let lookahead = 16_384

  private func isHeader(_ line: Lexer) -> Bool {
    var ahead = line
    return ahead.nextInKey().kind == .leftBracket && isStatement(line)
  }
}
